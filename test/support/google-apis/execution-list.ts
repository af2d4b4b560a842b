import type { Clock } from '../../../lambda-handler/protocol/clock';
import { ApiFault } from '../firestore-stand-in-documents';
import { invalid, type Json } from './api-request';

/** How what is started ends. */
export interface Ending {
  readonly afterMs: number;
  readonly as: 'succeeded' | 'failed' | 'cancelled';
}

/** How the lists of an API and what they hold behave. */
export interface Behaviour {
  /** How long a list does not show what was started. */
  listLagMs: number;
  /** `undefined`: it runs for ever. */
  ending: Ending | undefined;
  /** The most that a page holds, whatever is asked for. */
  pageSize: number;
}

/** One thing that was started. */
export interface Entry {
  readonly parent: string;
  readonly name: string;
  readonly createdAtMs: number;
  readonly content: Json;
}

/** What an API has started, newest first, as its lists show it. */
export class ExecutionList {
  readonly entries: Entry[] = [];

  constructor(
    private readonly clock: Clock,
    private readonly behaviour: Behaviour,
    /** Where an answer has the items. */
    private readonly field: string,
  ) {}

  add(parent: string, name: string, content: Json): Entry {
    const entry = { parent, name, content, createdAtMs: this.clock.nowMs() };
    this.entries.unshift(entry);
    return entry;
  }

  get(name: string): Entry {
    const entry = this.entries.find((one) => one.name === name);
    if (entry === undefined) throw new ApiFault(404, 'NOT_FOUND', `${name} was not found`);
    return entry;
  }

  /** How an entry has ended; `undefined` while it runs. */
  endOf(entry: Entry): Ending['as'] | undefined {
    const { ending } = this.behaviour;
    const ageMs = this.clock.nowMs() - entry.createdAtMs;
    return ending !== undefined && ageMs >= ending.afterMs ? ending.as : undefined;
  }

  /** One page. A page token holds good only together with the parameters that it was given for. */
  page(
    parent: string,
    query: URLSearchParams,
    known: readonly string[],
    shown: (entry: Entry) => Json | undefined,
  ): Json {
    const unknown = [...query.keys()].find((name) => ![...known, 'pageSize', 'pageToken'].includes(name));
    if (unknown !== undefined) throw invalid(`Unknown name "${unknown}": Cannot bind query parameter.`);
    const wanted = Number(query.get('pageSize') ?? '100');
    if (!Number.isInteger(wanted) || wanted < 1) throw invalid('pageSize must be a positive integer');
    const others = JSON.stringify([parent, ...[...known, 'pageSize'].map((name) => query.get(name))]);
    const [from, of] = readToken(query.get('pageToken'));
    if (of !== undefined && of !== others) throw invalid('the page token was given for another request');

    const items = this.entries
      .filter((entry) => entry.parent === parent && this.isListed(entry))
      .flatMap((entry) => shown(entry) ?? []);
    const end = from + Math.min(wanted, this.behaviour.pageSize);
    return {
      ...(items.length > 0 && { [this.field]: items.slice(from, end) }),
      ...(items.length > end && {
        nextPageToken: Buffer.from(JSON.stringify([end, others])).toString('base64'),
      }),
    };
  }

  private isListed({ createdAtMs }: Entry): boolean {
    return this.clock.nowMs() - createdAtMs >= this.behaviour.listLagMs;
  }
}

function readToken(token: string | null): readonly [from: number, of: string | undefined] {
  if (token === null) return [0, undefined];
  try {
    const [from, of] = JSON.parse(Buffer.from(token, 'base64').toString());
    return [Number(from), String(of)];
  } catch {
    throw invalid('the page token is none');
  }
}

/** RFC 3339 with nanoseconds, as the APIs print it. */
export function timestamp(ms: number): string {
  return new Date(ms).toISOString().replace('Z', '000000Z');
}
