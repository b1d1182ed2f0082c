import { createHash, timingSafeEqual } from 'node:crypto';
import type { Database } from '../../db/database.ts';
import type { Transaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { heistLocked, wrongUnlockCode } from './heists.errors.ts';

type UnlockDeps = Pick<Deps, 'db' | 'settings'>;

/** Unlocks waiting heists for a session (H7). Returns until when. Throws WRONG_UNLOCK_CODE; an empty code unlocks nothing. */
export async function unlock(
  { db, settings }: UnlockDeps,
  { sessionId, code }: { sessionId: string; code: string },
): Promise<Date> {
  const wanted = settings.get('heistUnlockCode');
  const isRight = timingSafeEqual(digest(code), digest(wanted));
  if (wanted === '' || !isRight) throw wrongUnlockCode();
  const { rows } = await db.pool.query<{ until: Date }>({
    name: 'heist-unlock',
    text: `INSERT INTO heist_unlocks (session_id, unlocked_until)
      VALUES ($1, clock_timestamp() + $2::int * interval '1 minute')
      ON CONFLICT (session_id) DO UPDATE SET unlocked_until = excluded.unlocked_until
      RETURNING unlocked_until AS until`,
    values: [sessionId, settings.get('heistUnlockMinutes')],
  });
  return (rows[0] as { until: Date }).until;
}

/** Throws HEIST_LOCKED unless the session has a valid unlock. */
export async function assertUnlocked({ db }: Pick<Deps, 'db'>, sessionId: string): Promise<void> {
  if (!(await listUnlocked(db, [sessionId])).has(sessionId)) throw heistLocked();
}

/** Returns those of the sessions that have a valid unlock, by the database's clock. */
export async function listUnlocked(
  source: Database | Transaction,
  sessionIds: readonly string[],
): Promise<Set<string>> {
  const { rows } = await ('client' in source ? source.client : source.pool).query<{ id: string }>({
    name: 'heist-unlocks',
    text: `SELECT session_id AS id FROM heist_unlocks
      WHERE session_id = ANY($1::uuid[]) AND unlocked_until > statement_timestamp()`,
    values: [sessionIds],
  });
  return new Set(rows.map(({ id }) => id));
}

/** Deletes expired unlocks. */
export async function purgeUnlocks(db: Database): Promise<void> {
  await db.pool.query({
    name: 'heist-unlocks-purge',
    text: 'DELETE FROM heist_unlocks WHERE unlocked_until <= statement_timestamp()',
  });
}

/** Hides the length of the code too. */
const digest = (code: string): Buffer => createHash('sha256').update(code).digest();
