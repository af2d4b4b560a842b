/**
 * An effect in a SQL database that refuses what an attempt sends after a later one has written.
 *
 * JobLogic.fromFile(path.join(__dirname, 'nightly-balance.ts')), with a database client in place of the interface.
 */
// region fence
import type { JobRun } from 'cdktf-deduped-scheduler/handler';

interface Database {
  query(sql: string, values: readonly unknown[]): Promise<{ readonly rowCount: number }>;
}

export async function setBalance(database: Database, run: JobRun, account: string, cents: number) {
  const { rowCount } = await database.query(
    'UPDATE balances SET cents = $1, fence = $2 WHERE account = $3 AND (fence IS NULL OR fence <= $2)',
    [cents, run.fence, account],
  );
  if (rowCount === 0) throw new Error('a later attempt, or a later run, has written before');
}
// endregion
