import { eq } from '../db/drizzle.ts';
import { inTransaction, type Transaction } from '../db/in-transaction.ts';
import type { Deps } from '../deps.ts';
import { clientSeeds } from './fairness.tables.ts';

const DEFAULT_BYTES = 8;

/** Returns the client seed of the user's future draws; null for a user without one. */
export async function findClientSeed({ db }: Pick<Deps, 'db'>, userId: string): Promise<string | null> {
  const [row] = await db.orm.select().from(clientSeeds).where(eq(clientSeeds.userId, userId));
  return row?.clientSeed ?? null;
}

/** Sets the client seed of the user's future draws, in games in which the user has not drawn yet (F1). */
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

/** Returns the user's client seed, creating a random one that the user can change. */
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
