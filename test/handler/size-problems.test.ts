import { sizeProblems } from '../../src/handler/size-problems';

describe('sizeProblems of memory beside cpu', () => {
  test.each([
    { cpu: '0.499', memory: '512Mi' },
    { cpu: '0.5', memory: '1Gi' },
    { cpu: '1', memory: '4Gi' },
    { cpu: '1', memory: '4.2G' },
    { cpu: '4', memory: '2G' },
    { cpu: '2', memory: '128Mi' },
    { cpu: '2', memory: '8Gi' },
    { cpu: '4', memory: '2Gi' },
    { cpu: '4', memory: '16Gi' },
    { cpu: '6', memory: '4Gi' },
    { cpu: '6', memory: '24Gi' },
    { cpu: '8', memory: '4Gi' },
    { cpu: '8', memory: '32Gi' },
  ])('takes $memory with $cpu', (size) => {
    expect(sizeProblems(size)).toEqual([]);
  });

  test.each([
    {
      cpu: '0.499',
      memory: '513Mi',
      limit: "most 512Mi with cpu '0.499'",
      fix: "'512Mi', or raise cpu to '0.5'",
    },
    { cpu: '0.999', memory: '1025Mi', limit: "most 1Gi with cpu '0.999'", fix: "'1Gi', or raise cpu to '1'" },
    { cpu: '1', memory: '4.3G', limit: "most 4Gi with cpu '1'", fix: "'4Gi', or raise cpu to '2'" },
    { cpu: undefined, memory: '8Gi', limit: "most 4Gi with cpu '1'", fix: "'4Gi', or raise cpu to '2'" },
    { cpu: '2', memory: '32Gi', limit: "most 8Gi with cpu '2'", fix: "'8Gi', or raise cpu to '8'" },
    { cpu: '4', memory: '17Gi', limit: "most 16Gi with cpu '4'", fix: "'16Gi', or raise cpu to '6'" },
    { cpu: '6', memory: '25Gi', limit: "most 24Gi with cpu '6'", fix: "'24Gi', or raise cpu to '8'" },
    { cpu: '4', memory: '1Gi', limit: "least 2Gi with cpu '4'", fix: "'2Gi', or lower cpu to '2'" },
    { cpu: '8', memory: undefined, limit: "least 4Gi with cpu '8'", fix: "'4Gi', or lower cpu to '2'" },
  ])('refuses $memory with $cpu', ({ limit, fix, ...size }) => {
    expect(sizeProblems(size)).toEqual([
      {
        prop: 'memory',
        must: `be at ${limit} (Google refuses it at apply)`,
        got: `'${size.memory ?? '512M'}'`,
        fix: expect.stringContaining(`it to ${fix}`),
      },
    ]);
  });
});
