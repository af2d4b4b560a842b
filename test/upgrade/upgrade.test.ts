import { CONSEQUENCES, complaint } from './complaint';
import { frozenContract } from './frozen-contract';
import { type ContractPart, publicContract } from './public-contract';

describe('the public contract', () => {
  const current = JSON.parse(JSON.stringify(publicContract())) as Record<ContractPart, unknown>;
  const frozen = frozenContract();

  test.each((Object.keys(CONSEQUENCES) as ContractPart[]).map((part) => ({ case: part })))(
    'keeps its $case',
    ({ case: part }) => {
      if (JSON.stringify(current[part]) === JSON.stringify(frozen[part])) return;
      throw new Error(complaint(part, frozen[part], current[part]));
    },
  );

  test('has no part that is not frozen', () => {
    expect(Object.keys(frozen).toSorted()).toEqual(Object.keys(CONSEQUENCES).toSorted());
    expect(Object.keys(current).toSorted()).toEqual(Object.keys(CONSEQUENCES).toSorted());
  });
});

describe('complaint', () => {
  test('names what changed, what that does to users, and what to do', () => {
    expect(
      complaint('headers', { JOB: 'X-Job', PROJECT: 'X-Project' }, { JOB: 'X-Task', PROJECT: 'X-Project' }),
    ).toBe(
      [
        'public contract changed: headers',
        '  - "JOB": "X-Job"',
        '  + "JOB": "X-Task"',
        'Jobs and handlers are updated one after the other: in between, every delivery is refused.',
        'Where that is meant, write a line in CHANGELOG.md that tells users what they have to do, and npm run freeze.',
      ].join('\n'),
    );
  });
});
