import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { postTransfers } from '../../ledger/post-transfers.ts';
import { lockWallets } from '../../ledger/wallets.ts';
import { tellStatusChange } from './auction-list.ts';
import { type AuctionRow, lockAuction } from './auctions.queries.ts';

/** A8: entries refunded in one transaction. */
export const REFUND_CHUNK = 500;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

interface PaidEntry {
  userId: string;
  paidAvailable: number;
  paidBonus: number;
}

type RefundDeps = Pick<Deps, 'db' | 'newId'>;

/**
 * Refunds all entries of a `cancelling` auction, chunk by chunk (A8). Any number of servers may run it, and a crash
 * between two chunks loses nothing: what is refunded is marked in the same transaction.
 */
export async function refundEntries(deps: RefundDeps, auctionId: number): Promise<void> {
  for (let after: string | undefined = FIRST_ID; after !== undefined; ) {
    after = await refundChunk(deps, auctionId, after);
  }
}

/**
 * Refunds the next entries to where the coins came from (L6), one transfer key each, and makes the status final with the
 * last of them. All entries up to the user `after` were refunded before: they are not read again, since the index holds
 * their former versions for as long as any transaction may see them. Returns the user to continue after, if there is more
 * to do.
 */
async function refundChunk(deps: RefundDeps, auctionId: number, after: string): Promise<string | undefined> {
  return inTransaction(deps.db, async (tx) => {
    const auction = await lockAuction(tx, auctionId);
    if (auction?.status !== 'cancelling') return undefined;
    const entries = await listPaid(tx, auctionId, after);
    if (entries.length > 0) await refund(tx, deps, auction, entries);
    if (entries.length === REFUND_CHUNK) return entries.at(-1)?.userId;
    // The status is final only when no entry at all is left, whatever was said about those up to `after`.
    if (after !== FIRST_ID && (await listPaid(tx, auctionId, FIRST_ID)).length > 0) return FIRST_ID;
    await finish(tx, auction);
    return undefined;
  });
}

async function listPaid(tx: Transaction, auctionId: number, after: string): Promise<PaidEntry[]> {
  const { rows } = await tx.client.query<PaidEntry>({
    name: 'auction-entries-to-refund',
    text: `SELECT user_id AS "userId", paid_available AS "paidAvailable", paid_bonus AS "paidBonus" FROM auction_entries
      WHERE auction_id = $1 AND refunded_by IS NULL AND paid_available + paid_bonus > 0 AND user_id > $3
      ORDER BY user_id LIMIT $2`,
    values: [auctionId, REFUND_CHUNK, after],
  });
  return rows;
}

async function refund(
  tx: Transaction,
  deps: Pick<Deps, 'newId'>,
  auction: AuctionRow,
  entries: readonly PaidEntry[],
): Promise<void> {
  const userIds = entries.map(({ userId }) => userId);
  await lockWallets(tx, userIds);
  const transfers = entries.map((entry) => ({
    id: deps.newId(),
    kind: 'refund' as const,
    realm: auction.realm,
    subject: { kind: 'auction', id: String(auction.id) },
    key: `auction:${auction.id}:${entry.userId}`,
    postings: [
      { part: 'available' as const, amount: entry.paidAvailable },
      { part: 'bonus' as const, amount: entry.paidBonus },
    ]
      .filter(({ amount }) => amount > 0)
      .map(({ part, amount }) => ({
        from: { kind: 'revenue' as const },
        to: { kind: part, id: entry.userId },
        amount,
      })),
  }));
  await postTransfers(tx, transfers);
  await tx.client.query({
    name: 'auction-entries-refunded',
    text: `UPDATE auction_entries e SET refunded_by = r.transfer_id FROM unnest($2::uuid[], $3::uuid[]) AS r (user_id, transfer_id)
      WHERE e.auction_id = $1 AND e.user_id = r.user_id`,
    values: [auction.id, userIds, transfers.map(({ id }) => id)],
  });
}

async function finish(tx: Transaction, auction: AuctionRow): Promise<void> {
  await tx.client.query({
    name: 'auction-refunds-done',
    text: `UPDATE auctions SET status = final_status, settled_at = $2, status_at = $2, version = version + 1 WHERE id = $1`,
    values: [auction.id, await tx.clock()],
  });
  await tellStatusChange(tx, [auction]);
}
