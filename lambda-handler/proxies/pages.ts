import { type ApiCall, type GoogleApi, objectsIn, type Reply } from './google-api';

type Item = Readonly<Record<string, unknown>>;

/**
 * The items of a list, page after page, until a page holds one that is `beyond` what is looked for.
 *
 * @param field where an answer has its items
 */
export async function listPages(
  api: GoogleApi,
  call: Omit<ApiCall, 'method' | 'body'>,
  field: string,
  signal: AbortSignal,
  beyond: (item: Item) => boolean = () => false,
): Promise<Reply<{ readonly items: readonly Item[] }>> {
  const items: Item[] = [];
  let pageToken: string | undefined;
  do {
    const answer = await api.call({ ...call, method: 'GET', query: { ...call.query, pageToken } }, signal);
    if (answer.kind !== 'answered') return answer;
    const page = objectsIn(answer.body[field]);
    items.push(...page);
    if (page.some(beyond)) break;
    const { nextPageToken } = answer.body;
    pageToken = typeof nextPageToken === 'string' && nextPageToken !== '' ? nextPageToken : undefined;
  } while (pageToken !== undefined);
  return { kind: 'answered', items };
}
