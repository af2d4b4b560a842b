import type { ContractPart } from './public-contract';

/** What a change of each part does to those who upgrade. */
export const CONSEQUENCES: Readonly<Record<ContractPart, string>> = {
  logicalIds:
    'Terraform destroys the resource under the old id and makes another: a database goes with its records, ' +
    'so runs that are in flight run again. A resource that is new comes beside them.',
  resourceNames:
    'Google knows no renaming: the resource is replaced. A job under another name is another job, whose runs ' +
    'have other ids; a database or a bucket goes with what is in it.',
  environment:
    'A handler of the old version cannot read the variables of the new one, nor the other way round, and ' +
    'images (CloudRunImage) are built apart from the stack that configures them.',
  records:
    'Instances of both versions work side by side during a deploy: they do not see the fields of each other, ' +
    'so a run can be claimed twice. The TTL policy is per field: records stay for ever.',
  headers: 'Jobs and handlers are updated one after the other: in between, every delivery is refused.',
  runIds: 'Every run that is in flight, or retried, at the time of the deploy runs again.',
  proxies:
    'A run that is in flight at the time of the deploy does not find what it has started, and starts it again.',
  errorCodes: "Users' alerts on the code in the log fall silent.",
};

/** The message of a change: what it is, what it does, what to do. */
export function complaint(part: ContractPart, frozen: unknown, current: unknown): string {
  const [before, after] = [frozen, current].map(linesOf) as [string[], string[]];
  return [
    `public contract changed: ${part}`,
    ...before.filter((line) => !after.includes(line)).map((line) => `  - ${line}`),
    ...after.filter((line) => !before.includes(line)).map((line) => `  + ${line}`),
    CONSEQUENCES[part],
    'Where that is meant, write a line in CHANGELOG.md that tells users what they have to do, and npm run freeze.',
  ].join('\n');
}

function linesOf(part: unknown): string[] {
  return JSON.stringify(part, null, 1)
    .split('\n')
    .map((line) => line.trim().replace(/,$/, ''));
}
