import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import { outageOf } from '../../db/pg-errors.ts';
import type { Deps } from '../../deps.ts';
import type { DefinedJobs } from '../../jobs/jobs.ts';
import { sharedRun } from '../../jobs/shared-run.ts';
import { findAuction } from './auctions.subject.ts';
import type { AuctionRow } from './auctions.tables.ts';

type NotifyDeps = Pick<Deps, 'db' | 'notices' | 'settings'>;

/** Maximum number of auctions in one run; the others follow in the next. */
const AUCTIONS = 200;
/** Maximum number of notices in one transaction. */
const NOTICES = 500;
const EVERY_SECOND_MS = 1_000;
const AUCTION_ID = /^[1-9]\d{0,8}$/;

/** The scheduled job of the notices of one auction. */
export const endingJob = 'auction-ending';

/** Returns when the users who watch the auction are notified, if its end does not move. */
export const endingAt = (
  { settings }: Pick<Deps, 'settings'>,
  { endDate }: Pick<AuctionRow, 'endDate'>,
): Date => new Date(endDate.getTime() - settings.get('watchlistNoticeSeconds') * 1_000);

/**
 * Defines the notices before the end (A13). A scheduled job makes them punctual, also without a change after it was
 * scheduled: it runs again at the later time if the end has moved. The sweep guarantees them, and finds auctions that
 * were added within the lead time.
 */
export function endingJobs(deps: NotifyDeps & Pick<Deps, 'clock'>): Required<Omit<DefinedJobs, 'overdue'>> {
  const run = sharedRun(endingJob, () => notifyEnding(deps));
  return {
    scheduled: {
      [endingJob]: async (id) => {
        const auction = AUCTION_ID.test(id) ? await findAuction(deps.db, Number(id)) : undefined;
        if (auction?.status !== 'active' && auction?.status !== 'pending') return undefined;
        await run();
        const at = endingAt(deps, auction);
        // Once it is due, only the start can delay the notices, and the sweep finds it.
        return at.getTime() > deps.clock.wallMs() ? at : undefined;
      },
    },
    about: { [endingJob]: 'auction' },
    sweeps: [{ name: 'auctions-notify-ending', everyMs: EVERY_SECOND_MS, run }],
  };
}

/**
 * Notifies the users who watch live auctions that end within the lead time, once for each user and auction. An auction
 * that fails does not delay the others; the first error is thrown at the end.
 */
export async function notifyEnding(deps: NotifyDeps): Promise<void> {
  const { rows } = await deps.db.pool.query<{ id: number }>({
    name: 'auctions-ending',
    // The scalar subquery can only be an index lookup for each of the few auctions that end soon.
    text: `SELECT a.id FROM auctions a WHERE a.status = 'active' AND a.end_date > statement_timestamp()
        AND a.end_date <= statement_timestamp() + $2 * interval '1 second'
        AND (SELECT true FROM auction_watches w WHERE w.auction_id = a.id AND w.noticed_at IS NULL LIMIT 1)
      ORDER BY a.end_date, a.id LIMIT $1`,
    values: [AUCTIONS, deps.settings.get('watchlistNoticeSeconds')],
  });
  const failures: unknown[] = [];
  for (const { id } of rows) {
    try {
      while (await notifySome(deps, id));
    } catch (error) {
      if (outageOf(error) === 'unavailable') throw error;
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

/**
 * Writes the notices of the next users and marks them as notified in the same transaction. Skips users whom another
 * server is notifying. Returns whether there may be more.
 */
async function notifySome(deps: NotifyDeps, auctionId: number): Promise<boolean> {
  return inTransaction(deps.db, async (tx) => {
    const userIds = await lockUnnoticed(tx, auctionId);
    const auction = await readEnding(tx, auctionId, deps.settings.get('watchlistNoticeSeconds'));
    if (!auction || userIds.length === 0) return false;
    await deps.notices.write(
      tx,
      userIds.map((userId) => ({
        userId,
        kind: 'ending' as const,
        subject: { kind: 'auction', id: String(auctionId) },
        details: { name: auction.name, ends_at: auction.endDate.toISOString() },
      })),
    );
    await tx.client.query({
      name: 'watches-noticed',
      text: `UPDATE auction_watches SET noticed_at = clock_timestamp() WHERE auction_id = $1 AND user_id = ANY($2::uuid[])`,
      values: [auctionId, userIds],
    });
    return userIds.length === NOTICES;
  });
}

/** Locks the next watches without a notice, except those that another server has locked. Returns their users. */
async function lockUnnoticed(tx: Transaction, auctionId: number): Promise<string[]> {
  const { rows } = await tx.client.query<{ userId: string }>({
    name: 'watches-unnoticed',
    text: `SELECT user_id AS "userId" FROM auction_watches WHERE auction_id = $1 AND noticed_at IS NULL
      ORDER BY user_id LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED`,
    values: [auctionId, NOTICES],
  });
  return rows.map(({ userId }) => userId);
}

/** Reads the auction once more: it may have ended, or its end moved, since it was found. */
async function readEnding(
  tx: Transaction,
  auctionId: number,
  leadSeconds: number,
): Promise<Pick<AuctionRow, 'name' | 'endDate'> | undefined> {
  const { rows } = await tx.client.query<Pick<AuctionRow, 'name' | 'endDate'>>({
    name: 'auction-ending',
    text: `SELECT name, end_date AS "endDate" FROM auctions WHERE id = $1 AND status = 'active'
      AND end_date > statement_timestamp() AND end_date <= statement_timestamp() + $2 * interval '1 second'`,
    values: [auctionId, leadSeconds],
  });
  return rows[0];
}
