import { inTransaction, type Transaction } from '../db/in-transaction.ts';
import type { Deps } from '../deps.ts';
import { clientSeeds } from './fairness.tables.ts';

const DEFAULT_BYTES = 8;

/** F1: the seed that goes into the user's draws to come, in games in which the user has not drawn yet. */
export async function setClientSeed(
  { db }: Pick<Deps, 'db'>,
  userId: string,
  clientSeed: string,
): Promise<void> {
  await inTransaction(db, (tx) =>
    tx.orm
      .insert(clientSeeds)
      .values({ userId, clientSeed })
      .onConflictDoUpdate({ target: clientSeeds.userId, set: { clientSeed } }),
  );
}

/** A user who never chose a seed has a random one, which they can change. */
export async function ensureClientSeed(
  tx: Transaction,
  { randomBytes }: Pick<Deps, 'randomBytes'>,
  userId: string,
): Promise<void> {
  await tx.client.query({
    name: 'client-seed-ensure',
    text: 'INSERT INTO client_seeds (user_id, client_seed) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    values: [userId, randomBytes(DEFAULT_BYTES).toString('hex')],
  });
}
