import type { PoolClient } from 'pg';
import type { Database } from './database.ts';
import { endsConnection } from './pg-errors.ts';

/**
 * Runs statements on one connection, outside of inTransaction. Listens for errors: a connection lost between two
 * statements would otherwise end the process.
 */
export async function withConnection<Result>(
  db: Database,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await db.pool.connect();
  let broken: Error | undefined;
  const onError = (error: Error) => {
    broken = error;
  };
  client.on('error', onError);
  try {
    return await work(client);
  } catch (error) {
    if (endsConnection(error)) broken ??= error as Error;
    throw error;
  } finally {
    client.off('error', onError);
    client.release(broken);
  }
}
