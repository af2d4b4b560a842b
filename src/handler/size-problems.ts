import { Token } from 'cdktf';
import { shown, textProblems, wholeNumberProblems } from '../checks';
import type { Problem } from '../problem';
import type { HandlerProps } from './handler-props';

/** The props that say how large a handler's instances are, and how many of them there may be. */
export type HandlerSize = Pick<
  HandlerProps,
  'memory' | 'cpu' | 'minInstances' | 'maxInstances' | 'concurrency'
>;

const MEMORY = {
  pattern: /^[1-9]\d*(?:\.\d+)?(?:Mi|Gi|M|G)$/,
  must: 'be an amount of memory with its unit',
  fix: "write it as in '512Mi' or '1Gi'",
};
const CPU = {
  pattern: /^(?:[12468]|0\.(?:0[89]\d?|[1-9]\d{0,2}))$/,
  must: 'be 0.08 to 0.999, or 1, 2, 4, 6 or 8',
  fix: "write it as in '1'",
};
/** In MiB. */
const UNITS: Readonly<Record<string, number>> = { M: 1e6 / 2 ** 20, Mi: 1, G: 1e9 / 2 ** 20, Gi: 1024 };
/** The lower limits are in binary units, and `128M` is within them all the same. */
const ROUGH_UNITS: Readonly<Record<string, number>> = { ...UNITS, M: 1, G: 1024 };
const MIN_MIB = 128;
const MAX_MIB = 32 * 1024;

const DEFAULT_SIZE = { cpu: '1', memory: '512M' };

/** How much memory goes with at least so many CPUs. @see https://cloud.google.com/run/docs/configuring/services/memory-limits */
const MEMORY_BY_CPU = [
  { cpu: 8, fromMib: 4096, toMib: 32 * 1024 },
  { cpu: 6, fromMib: 4096, toMib: 24 * 1024 },
  { cpu: 4, fromMib: 2048, toMib: 16 * 1024 },
  { cpu: 2, fromMib: MIN_MIB, toMib: 8 * 1024 },
  { cpu: 1, fromMib: MIN_MIB, toMib: 4 * 1024 },
  { cpu: 0.5, fromMib: MIN_MIB, toMib: 1024 },
  { cpu: 0.08, fromMib: MIN_MIB, toMib: 512 },
];

/**
 * Every problem of a handler's size.
 *
 * @see https://cloud.google.com/run/docs/configuring/services/cpu
 */
export function sizeProblems(props: HandlerSize): Problem[] {
  return [
    ...textProblems('memory', props.memory, MEMORY),
    ...memoryLimitProblems(props.memory),
    ...textProblems('cpu', props.cpu, CPU),
    ...wholeNumberProblems('minInstances', props.minInstances, { from: 0, to: 1000 }),
    ...wholeNumberProblems('maxInstances', props.maxInstances, { from: 1, to: 1000 }),
    ...wholeNumberProblems('concurrency', props.concurrency, { from: 1, to: 1000 }),
    ...memoryOfCpuProblems(props),
    ...sharedCpuProblems(props),
    ...instanceProblems(props),
  ];
}

function memoryLimitProblems(memory: string | undefined): Problem[] {
  const size = memoryOf(memory);
  if (size === undefined || isWithin(size, { fromMib: MIN_MIB, toMib: MAX_MIB })) return [];
  const fix = size.mib < MIN_MIB ? "raise it to '128Mi'" : "lower it to '32Gi'";
  return [{ prop: 'memory', must: 'be between 128Mi and 32Gi', got: shown(memory), fix }];
}

/** What Google refuses at apply, of two values that are each within its limits. */
function memoryOfCpuProblems({
  memory = DEFAULT_SIZE.memory,
  cpu = DEFAULT_SIZE.cpu,
}: HandlerSize): Problem[] {
  const size = memoryOf(memory);
  if (size === undefined || !isWithin(size, { fromMib: MIN_MIB, toMib: MAX_MIB })) return [];
  if (typeof cpu !== 'string' || !CPU.pattern.test(cpu)) return [];
  const limits = MEMORY_BY_CPU.find((row) => Number(cpu) >= row.cpu);
  if (limits === undefined || isWithin(size, limits)) return [];
  const isTooMuch = size.mib > limits.toMib;
  const limit = amount(isTooMuch ? limits.toMib : limits.fromMib);
  // The nearest number of CPUs that this memory goes with.
  const fitting = MEMORY_BY_CPU.filter((row) => isWithin(size, row)).map((row) => row.cpu);
  const nearest = isTooMuch ? Math.min(...fitting) : Math.max(...fitting);
  return [
    {
      prop: 'memory',
      must: `be at ${isTooMuch ? 'most' : 'least'} ${limit} with cpu '${cpu}' (Google refuses it at apply)`,
      got: shown(memory),
      fix: isTooMuch
        ? `lower it to '${limit}', or raise cpu to '${nearest}'`
        : `raise it to '${limit}', or lower cpu to '${nearest}'`,
    },
  ];
}

interface MemorySize {
  readonly mib: number;
  /** What the lower limits are compared with. */
  readonly roughMib: number;
}

/** `undefined` for what is no amount of memory, and for a token. */
function memoryOf(memory: unknown): MemorySize | undefined {
  const match = typeof memory === 'string' ? /^([\d.]+)(Mi|Gi|M|G)$/.exec(memory) : null;
  if (match === null) return undefined;
  const [, number, unit = ''] = match;
  const inUnits = (units: Readonly<Record<string, number>>) => Number(number) * (units[unit] as number);
  return { mib: inUnits(UNITS), roughMib: inUnits(ROUGH_UNITS) };
}

function isWithin(
  { mib, roughMib }: MemorySize,
  { fromMib, toMib }: { readonly fromMib: number; readonly toMib: number },
): boolean {
  return roughMib >= fromMib && mib <= toMib;
}

function amount(mib: number): string {
  return mib < 1024 ? `${mib}Mi` : `${mib / 1024}Gi`;
}

function sharedCpuProblems({ concurrency, cpu }: HandlerSize): Problem[] {
  const isShared = typeof concurrency === 'number' && !Token.isUnresolved(concurrency) && concurrency > 1;
  if (!isShared || typeof cpu !== 'string' || Token.isUnresolved(cpu) || !(Number(cpu) < 1)) return [];
  const must = 'be at least 1 with a concurrency above 1 (Google refuses it at apply)';
  return [{ prop: 'cpu', must, got: shown(cpu), fix: "raise it to '1', or lower concurrency to 1" }];
}

function instanceProblems({ minInstances, maxInstances }: HandlerSize): Problem[] {
  if (typeof minInstances !== 'number' || typeof maxInstances !== 'number') return [];
  if (Token.isUnresolved(minInstances) || Token.isUnresolved(maxInstances)) return [];
  if (minInstances <= maxInstances) return [];
  const must = `be at most maxInstances (${maxInstances})`;
  return [{ prop: 'minInstances', must, got: String(minInstances), fix: `lower it to ${maxInstances}` }];
}
