import type { Transaction } from '../../db/in-transaction.ts';
import { changeHolds, lockFreeHolds } from '../../ledger/holds.ts';
import { lockFreeWallets } from '../../ledger/wallets.ts';
import { lockFreeInboxes } from '../../notifications/notices.ts';
import type { Due, Outcome, SettleDeps } from '../../subjects/subject-kind.ts';
import type { AuctionRow } from './auctions.tables.ts';
import { closeMaximums } from './maximums.queries.ts';

const subjectOf = (id: number) => ({ kind: 'auction', id: String(id) });

/**
 * Returns whether the item is sold (A8). Without a bid it is unsold and the entries are refunded. A bought item is sold
 * whatever the number of entries (A13).
 */
export function isSold(
  auction: Pick<
    AuctionRow,
    'leaderId' | 'currentBidAmount' | 'reservePoints' | 'minimumEntries' | 'boughtAt'
  >,
  entries: number,
): boolean {
  return (
    auction.boughtAt !== null ||
    (auction.leaderId !== null &&
      auction.currentBidAmount >= auction.reservePoints &&
      entries >= auction.minimumEntries)
  );
}

/** Locks the leaders' rows needed to close these auctions, without waiting; returns those whose leader was free. */
export async function lockFreeLeaders(tx: Transaction, free: readonly AuctionRow[]): Promise<AuctionRow[]> {
  const leaders = free.flatMap(({ leaderId }) => leaderId ?? []);
  if (leaders.length === 0) return [...free];
  // Sent together; the database takes the locks in this order.
  const [wallets, holds, inboxes] = await Promise.all([
    lockFreeWallets(tx, leaders),
    lockFreeHolds(
      tx,
      'auction',
      free.map(({ id }) => String(id)),
    ),
    lockFreeInboxes(tx, leaders),
  ]);
  return free.filter(
    ({ id, leaderId }) =>
      leaderId === null || (wallets.has(leaderId) && holds.has(String(id)) && inboxes.has(leaderId)),
  );
}

/**
 * Settles auctions (A8): a sold item goes to the winner's cart and the hold is captured; otherwise the hold is released
 * and entries are refunded.
 */
export async function settleAuctions(
  tx: Transaction,
  due: readonly Due<AuctionRow>[],
  _now: Date,
  deps: SettleDeps,
): Promise<Outcome[]> {
  const auctions = due.map(({ row }) => row);
  const sold = due.filter(({ row, entries }) => isSold(row, entries.total)).map(({ row }) => row);
  const isSoldOf = new Set(sold);
  await endHolds(tx, auctions, isSoldOf, deps);
  await putIntoCarts(tx, sold);
  await deps.notices.write(
    tx,
    sold.map(({ id, leaderId, name, currentBidAmount, boughtAt }) => ({
      userId: leaderId as string,
      kind: 'won' as const,
      subject: subjectOf(id),
      details: { name, price: currentBidAmount, ...(boughtAt && { is_bought: true }) },
    })),
  );
  return auctions.map((auction) =>
    isSoldOf.has(auction)
      ? { status: 'completed', refundsEntries: false }
      : { status: 'unsold', refundsEntries: true },
  );
}

/** Releases the leader's hold when the auction is cancelled (A8). */
export async function releaseHold(tx: Transaction, auction: AuctionRow, deps: SettleDeps): Promise<void> {
  if (auction.leaderId !== null) await endHolds(tx, [auction], new Set(), deps);
}

/**
 * Captures the winner's hold; without a winner releases the leader's (A8, L3). Own maximums end: of a winner's, only the
 * price is captured (A13). A buyer has no hold: the price is paid.
 */
async function endHolds(
  tx: Transaction,
  due: readonly AuctionRow[],
  sold: ReadonlySet<AuctionRow>,
  deps: SettleDeps,
): Promise<void> {
  const withMaximum = due.filter(({ leaderMax }) => leaderMax !== null);
  await closeMaximums(
    tx,
    withMaximum.map(({ id }) => id),
  );
  await shrinkHolds(
    tx,
    withMaximum.filter((auction) => sold.has(auction)),
    deps,
  );
  await changeHolds(tx, {
    close: due.flatMap((auction) => {
      if (auction.leaderId === null || auction.boughtAt !== null) return [];
      const hold = {
        subject: subjectOf(auction.id),
        realm: auction.realm,
        userId: auction.leaderId,
        transferId: deps.newId(),
      };
      return sold.has(auction)
        ? {
            ...hold,
            transferKind: 'bid_capture',
            key: `auction:${auction.id}`,
            captureTo: { kind: 'revenue' },
          }
        : { ...hold, transferKind: 'bid_release', key: `auction:${auction.id}:end` };
    }),
  });
}

/** Replaces the holds of maximums by holds of the price: the rest returns to the winners. */
async function shrinkHolds(tx: Transaction, won: readonly AuctionRow[], deps: SettleDeps): Promise<void> {
  const changes = won.map(({ id, realm, leaderId, currentBidAmount }) => {
    const common = { subject: subjectOf(id), realm, userId: leaderId as string, key: `auction:${id}:rest` };
    return {
      close: { ...common, transferId: deps.newId(), transferKind: 'bid_release' as const },
      open: {
        ...common,
        id: deps.newId(),
        amount: currentBidAmount,
        transferId: deps.newId(),
        transferKind: 'bid_hold' as const,
      },
    };
  });
  await changeHolds(tx, { close: changes.map(({ close }) => close), open: changes.map(({ open }) => open) });
}

async function putIntoCarts(tx: Transaction, sold: readonly AuctionRow[]): Promise<void> {
  if (sold.length === 0) return;
  await tx.client.query({
    name: 'auctions-into-carts',
    text: 'INSERT INTO cart_items (user_id, auction_id) SELECT * FROM unnest($1::uuid[], $2::int[])',
    values: [sold.map(({ leaderId }) => leaderId), sold.map(({ id }) => id)],
  });
}
