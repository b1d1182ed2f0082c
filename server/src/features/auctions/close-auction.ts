import type { Transaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { changeHolds, lockFreeHolds } from '../../ledger/holds.ts';
import { lockFreeWallets } from '../../ledger/wallets.ts';
import { lockFreeInboxes } from '../../notifications/notices.ts';
import { tellStatusChange } from './auction-list.ts';
import { isDueToClose, isSold } from './auction-rules.ts';
import type { AuctionRow } from './auctions.queries.ts';
import { shutFreeGates, shutGates } from './entry-gate.ts';

export type CloseDeps = Pick<Deps, 'newId' | 'notices'>;

/**
 * Closes one auction whose row the transaction has locked, if it is open and `now` (the database's clock, read under
 * that lock) is at or past its end; else does nothing (A8, P3). Makes its changes known through `tx.touch`.
 * `auction` is as it was before; read the row again where its new state is needed.
 */
export async function closeLockedAuction(
  tx: Transaction,
  auction: AuctionRow,
  now: Date,
  deps: CloseDeps,
): Promise<void> {
  await closeLockedAuctions(tx, [auction], now, deps);
}

/**
 * Locks everything else that closing these auctions takes, without waiting. Returns those for which nothing was locked by
 * others.
 */
export async function lockForClose(tx: Transaction, locked: readonly AuctionRow[]): Promise<AuctionRow[]> {
  if (locked.length === 0) return [];
  const open = await shutFreeGates(
    tx,
    locked.map(({ id }) => id),
  );
  const free = locked.filter(({ id }) => open.has(id));
  const leaders = free.flatMap(({ leaderId }) => leaderId ?? []);
  if (leaders.length === 0) return free;
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

/** The same for many at once: a handful of statements however many they are. Returns the ids it closed. */
export async function closeLockedAuctions(
  tx: Transaction,
  locked: readonly AuctionRow[],
  now: Date,
  deps: CloseDeps,
): Promise<number[]> {
  const due = locked.filter((auction) => isDueToClose(auction, now));
  if (due.length === 0) return [];
  const ids = due.map(({ id }) => id);
  await shutGates(tx, ids);
  const entries = await countEntries(tx, ids);
  const sold = due.filter((auction) => isSold(auction, entries.get(auction.id)?.total ?? 0));
  await settle(tx, due, new Set(sold), entries, now);
  await endHolds(tx, due, new Set(sold), deps);
  await putIntoCarts(tx, sold);
  await deps.notices.write(
    tx,
    sold.map(({ id, leaderId, name, currentBidAmount }) => ({
      userId: leaderId as string,
      kind: 'won' as const,
      subject: { kind: 'auction', id: String(id) },
      details: { name, price: currentBidAmount },
    })),
  );
  await tellStatusChange(tx, due);
  return ids;
}

interface Entries {
  total: number;
  /** Paid something and have not got it back. */
  refundable: number;
}

async function countEntries(tx: Transaction, ids: readonly number[]): Promise<Map<number, Entries>> {
  const { rows } = await tx.client.query<Entries & { id: number }>({
    name: 'auction-close-entries',
    text: `SELECT auction_id AS id, count(*)::int AS total,
        count(*) FILTER (WHERE refunded_by IS NULL AND paid_available + paid_bonus > 0)::int AS refundable
      FROM auction_entries WHERE auction_id = ANY($1::int[]) GROUP BY auction_id`,
    values: [ids],
  });
  return new Map(rows.map(({ id, ...entries }) => [id, entries]));
}

/** Unsold with entries to refund is `cancelling` until the last chunk (see refund-entries.ts); all else is final at once. */
async function settle(
  tx: Transaction,
  due: readonly AuctionRow[],
  sold: ReadonlySet<AuctionRow>,
  entries: ReadonlyMap<number, Entries>,
  now: Date,
): Promise<void> {
  const statuses = due.map((auction) => {
    if (sold.has(auction)) return 'completed';
    return entries.get(auction.id)?.refundable ? 'cancelling' : 'unsold';
  });
  await tx.client.query({
    name: 'auctions-settle',
    text: `UPDATE auctions a SET status = n.status, entries_count = n.entries, version = a.version + 1, status_at = $4,
        final_status = CASE WHEN n.status <> 'completed' THEN 'unsold' END,
        settled_at = CASE WHEN n.status <> 'cancelling' THEN $4::timestamptz END
      FROM unnest($1::int[], $2::text[], $3::int[]) AS n (id, status, entries) WHERE a.id = n.id`,
    values: [due.map(({ id }) => id), statuses, due.map(({ id }) => entries.get(id)?.total ?? 0), now],
  });
}

/** The winner's hold is captured; where nobody wins the leader's is released (A8, L3). */
async function endHolds(
  tx: Transaction,
  due: readonly AuctionRow[],
  sold: ReadonlySet<AuctionRow>,
  deps: CloseDeps,
): Promise<void> {
  await changeHolds(tx, {
    close: due.flatMap((auction) => {
      if (auction.leaderId === null) return [];
      const hold = {
        subject: { kind: 'auction', id: String(auction.id) },
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

async function putIntoCarts(tx: Transaction, sold: readonly AuctionRow[]): Promise<void> {
  if (sold.length === 0) return;
  await tx.client.query({
    name: 'auctions-into-carts',
    text: 'INSERT INTO cart_items (user_id, auction_id) SELECT * FROM unnest($1::uuid[], $2::int[])',
    values: [sold.map(({ leaderId }) => leaderId), sold.map(({ id }) => id)],
  });
}
