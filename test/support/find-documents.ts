import { firestoreUnderTest } from './firestore-under-test';

/**
 * Which of some documents the Firestore under test has, by their full names.
 *
 * @param root `projects/P/databases/D/documents`
 */
export async function findDocuments(root: string, names: readonly string[]): Promise<string[]> {
  const response = await fetch(`http://${firestoreUnderTest().host}/v1/${root}:batchGet`, {
    method: 'POST',
    headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
    body: JSON.stringify({ documents: names }),
  });
  const answers = (await response.json()) as { readonly found?: { readonly name: string } }[];
  return answers.flatMap(({ found }) => found?.name ?? []);
}
