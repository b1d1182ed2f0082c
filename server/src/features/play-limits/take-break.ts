import { EXCLUSION_MONTHS, type SelfExclusionBody } from '@copup/shared/play-limits.ts';
import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { invariant, Refusal } from '../../errors.ts';
import { lockWallets } from '../../ledger/wallets.ts';
import { invalidateUserRooms } from '../../notifications/notices.ts';
import { requireRecentSignIn } from '../../sessions/recent-sign-in.ts';
import type { Viewer } from '../../sessions/sessions.ts';
import { lockPlayLimits } from './play-limits.queries.ts';

type Breaker = Pick<Viewer, 'userId' | 'realm'>;
type BreakDeps = Pick<Deps, 'db' | 'settings' | 'google'>;

/** Starts a time-out, or extends one (G2). Refuses one that would end before a break in force. */
export const takeTimeOut = (deps: BreakDeps, viewer: Breaker, days: number): Promise<void> =>
  takeBreak(deps, viewer, 'time_out', `${days} days`);

/** Starts a self-exclusion (G2). One for good requires a recent confirmation of the identity (S8a). */
export async function excludeSelf(
  deps: BreakDeps,
  viewer: Viewer,
  { duration }: SelfExclusionBody,
): Promise<void> {
  const isForGood = duration === 'for_good';
  if (isForGood) await requireRecentSignIn(deps, viewer);
  await takeBreak(deps, viewer, 'self_exclusion', isForGood ? null : `${EXCLUSION_MONTHS} months`);
}

/** The end of a break that begins now; its length is an interval, null for good. */
const until = `CASE WHEN $2::text IS NULL THEN 'infinity' ELSE statement_timestamp() + $2::interval END`;
const columns = { time_out: 'time_out_until', self_exclusion: 'excluded_until' } as const;

/**
 * Writes the break under the wallet's lock: each spend that locks the wallet afterwards is refused, on every server.
 */
async function takeBreak(
  { db }: BreakDeps,
  viewer: Breaker,
  kind: keyof typeof columns,
  length: string | null,
): Promise<void> {
  const { userId } = viewer;
  await inTransaction(db, async (tx) => {
    await lockWallets(tx, [userId]);
    await lockPlayLimits(tx, viewer);
    const current = await compare(tx, userId, length);
    if (!current.isLater) throw breakIsLonger(current.until);
    await tx.client.query(
      `WITH changed AS (UPDATE play_limits SET ${columns[kind]} = ${until} WHERE user_id = $1 RETURNING ${columns[kind]} AS at)
       INSERT INTO play_limit_changes (user_id, kind, at) SELECT $1, $3, at FROM changed`,
      [userId, length, kind],
    );
    // The player's other devices reload what they show.
    await invalidateUserRooms(tx, [userId]);
  });
}

interface Compared {
  /** Whether the new break ends later than those in force. */
  isLater: boolean;
  /** The end of the break in force; null for good. */
  until: Date | null;
}

async function compare(tx: Transaction, userId: string, length: string | null): Promise<Compared> {
  const { rows } = await tx.client.query<Compared>({
    name: 'play-break-compare',
    text: `SELECT coalesce(${until} > greatest(time_out_until, excluded_until), true) AS "isLater",
        nullif(greatest(time_out_until, excluded_until), 'infinity') AS until
      FROM play_limits WHERE user_id = $1`,
    values: [userId, length],
  });
  invariant(rows[0], `user ${userId} has no row of limits`);
  return rows[0];
}

/** G2: nothing shortens a break. `until` is null for a self-exclusion for good. */
function breakIsLonger(until: Date | null): Refusal {
  return new Refusal('BREAK_IS_LONGER', 'A break in force lasts at least as long. It cannot be shortened.', {
    details: { until: until?.toISOString() ?? null },
  });
}
