import { HIGHER_LIMIT_AFTER_HOURS, type PlayLimitsBody } from '@copup/shared/play-limits.ts';
import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { lockWallets } from '../../ledger/wallets.ts';
import { invalidateUserRooms } from '../../notifications/notices.ts';
import type { Viewer } from '../../sessions/sessions.ts';
import { lockPlayLimits, type StoredLimit, type StoredLimits, writeChanges } from './play-limits.queries.ts';

const DELAY_MS = HIGHER_LIMIT_AFTER_HOURS * 3_600_000;

/**
 * Changes the given limits (G1): a lower one applies at once, a higher one or none after 24 hours. Locks the wallet, so
 * that every spend is decided either before or with the change.
 */
export async function changeLimits(
  { db }: Pick<Deps, 'db'>,
  viewer: Pick<Viewer, 'userId' | 'realm'>,
  { day, week }: PlayLimitsBody,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockWallets(tx, [viewer.userId]);
    const stored = await lockPlayLimits(tx, viewer);
    const now = await tx.clock();
    const next: StoredLimits = {
      day: day === undefined ? stored.day : changedLimit(stored.day, day, now),
      week: week === undefined ? stored.week : changedLimit(stored.week, week, now),
    };
    await write(tx, viewer.userId, next);
    await writeChanges(tx, viewer.userId, [
      ...changeOf('day_limit', stored.day, next.day, now),
      ...changeOf('week_limit', stored.week, next.week, now),
    ]);
    // The player's other devices reload what they show.
    await invalidateUserRooms(tx, [viewer.userId]);
  });
}

/** Returns the limit after a request for `coins`. Pure. A request for the limit in force cancels a higher one. */
export function changedLimit(stored: StoredLimit, coins: number | null, now: Date): StoredLimit {
  const current = limitAt(stored, now);
  if (coins === current) return { coins: current, next: null };
  const isLower = coins !== null && (current === null || coins < current);
  if (isLower) return { coins, next: null };
  const isRequested = stored.next !== null && stored.next.at > now && stored.next.coins === coins;
  // The same request again does not start the 24 hours anew.
  if (isRequested) return stored;
  return { coins: current, next: { coins, at: new Date(now.getTime() + DELAY_MS) } };
}

/** Returns the limit in force; null for none. Pure. */
export function limitAt({ coins, next }: StoredLimit, now: Date): number | null {
  return next !== null && next.at <= now ? next.coins : coins;
}

function changeOf(kind: 'day_limit' | 'week_limit', before: StoredLimit, after: StoredLimit, now: Date) {
  const { coins, at } = after.next ?? { coins: after.coins, at: now };
  const isSame = after.next
    ? after.next.coins === before.next?.coins && after.next.at.getTime() === before.next.at.getTime()
    : after.coins === limitAt(before, now) && (before.next === null || before.next.at <= now);
  return isSame ? [] : [{ kind, coins, at }];
}

async function write(tx: Transaction, userId: string, { day, week }: StoredLimits): Promise<void> {
  await tx.client.query({
    name: 'play-limits-write',
    text: `UPDATE play_limits SET day_limit = $2, next_day_limit = $3, day_changes_at = $4,
        week_limit = $5, next_week_limit = $6, week_changes_at = $7
      WHERE user_id = $1`,
    values: [userId, ...[day, week].flatMap(({ coins, next }) => [coins, next?.coins, next?.at])],
  });
}
