import { toAuctionState } from '@copup/shared/auction-state.ts';
import type { AuctionState } from '@copup/shared/auctions.ts';
import { liveSubjects } from '@copup/shared/live-subjects.ts';
import { auctionRoom } from '@copup/shared/room-names.ts';
import type { Database } from '../../db/database.ts';
import type { Transaction } from '../../db/in-transaction.ts';
import { isOpen, isOver, type SubjectKind, subjectOf } from '../../subjects/subject-kind.ts';
import { findSubject, lockSubject, selectColumns } from '../../subjects/subject-rows.ts';
import {
  alreadyJoined,
  auctionEnded,
  auctionNotEditable,
  auctionNotFound,
  firstWinOnly,
  notEnoughCoins,
} from './auctions.errors.ts';
import { type AuctionRow, auctionColumns } from './auctions.tables.ts';
import { lockFreeLeaders, releaseHold, settleAuctions } from './close-auction.ts';

/** Auctions as live subjects (A1, A2, A8): entry fees are revenue, and the leader's price is held until the end. */
export const auctionKind: SubjectKind<AuctionRow> = {
  name: 'auction',
  ...liveSubjects.auction,
  table: 'auctions',
  nameColumn: 'name',
  textFields: ['name', 'description'],
  columns: selectColumns(auctionColumns, 's'),
  entries: { table: 'auction_entries', subjectId: 'auction_id', countColumn: 'entries_count' },
  endColumns: ['hard_end'],
  openStatuses: ['pending', 'active'],
  starts: [
    { name: 'start', from: 'pending', to: 'active', column: 'starts_at', at: ({ startsAt }) => startsAt },
  ],
  cancelledStatus: 'cancelled',
  // Auctions without a bid are settled first: they can close even while the ledger is locked.
  dueParts: [
    { name: 'unled', where: 'leader_id IS NULL' },
    { name: 'led', where: 'leader_id IS NOT NULL' },
  ],
  room: ({ id }) => auctionRoom(id),
  entryFee: ({ entryBidPoints }) => entryBidPoints,
  feeAccount: () => ({ kind: 'revenue' }),
  refuseEntry: (auction, now) =>
    isOpen(auctionKind, auction) && !isOver(auction, now) ? undefined : auctionEnded(),
  refuseEntrant: async (tx, { isStarter }, userId) =>
    isStarter && (await hasWonAuction(tx, userId)) ? firstWinOnly() : undefined,
  mayCorrect: ({ seq, boughtAt }, _now) => seq === 0 && boughtAt === null,
  lockFree: lockFreeLeaders,
  settle: settleAuctions,
  release: releaseHold,
  settledNotice({ id, name, status, leaderId, cancelReason }, { userId, paid }) {
    const subject = subjectOf(auctionKind, id);
    if (status !== 'completed') {
      return {
        userId,
        kind: 'refunded',
        subject,
        details: { name, bid_points: paid, reason: cancelReason },
      };
    }
    // The winner was notified by the settlement.
    return userId === leaderId ? undefined : { userId, kind: 'lost', subject, details: { name } };
  },
  errors: {
    notFound: auctionNotFound,
    ended: auctionEnded,
    alreadyJoined,
    notEnoughCoins,
    over: () => auctionNotEditable('This auction is over.'),
    live: () =>
      auctionNotEditable(
        'The terms of this auction are fixed: only its name, description and picture can change.',
      ),
    fixed: () => auctionNotEditable('This auction has a bid: nothing can change. Cancel and reopen it.'),
  },
};

/** Locks the auction's row, waiting for it. Undefined when there is none. */
export const lockAuction = (tx: Transaction, id: number): Promise<AuctionRow | undefined> =>
  lockSubject(tx, auctionKind, id);

/** Reads without a lock, in any realm: callers that reply to a player compare the realm. */
export const findAuction = (db: Database, id: number): Promise<AuctionRow | undefined> =>
  findSubject(db, auctionKind, id);

/** Demo bidders, who have no address, win as often as they can (X11). */
async function hasWonAuction(tx: Transaction, userId: string): Promise<boolean> {
  const { rowCount } = await tx.client.query({
    name: 'auctions-won',
    text: `SELECT FROM auction_entries e JOIN auctions a ON a.id = e.auction_id JOIN users u ON u.id = e.user_id
      WHERE e.user_id = $1 AND a.leader_id = $1 AND a.status = 'completed' AND u.email IS NOT NULL LIMIT 1`,
    values: [userId],
  });
  return rowCount === 1;
}

/** The state of room auction:{id} from a row (A9). */
export const stateOfRow = (
  row: Pick<
    AuctionRow,
    'status' | 'currentBidAmount' | 'leaderUsername' | 'leaderProfile' | 'endDate' | 'hardEnd' | 'seq'
  >,
): AuctionState =>
  toAuctionState({
    status: row.status,
    current_bid_amount: row.currentBidAmount,
    highest_bidder: row.leaderUsername,
    profile: row.leaderProfile,
    end_date: row.endDate,
    hard_end: row.hardEnd,
    seq: row.seq,
  });
