import { writeAudit } from '../../audit-log/write-audit.ts';
import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { changeHolds } from '../../ledger/holds.ts';
import { tellStatusChange } from './auction-list.ts';
import { isDueToClose, isOpen } from './auction-rules.ts';
import { auctionEnded, auctionNotFound } from './auctions.errors.ts';
import { type AuctionRow, lockAuction } from './auctions.queries.ts';
import { type CloseDeps, closeLockedAuction } from './close-auction.ts';
import { shutGates } from './entry-gate.ts';
import { refundEntries } from './refund-entries.ts';

type CancelDeps = CloseDeps & Pick<Deps, 'db'>;

interface CancelCommand {
  auctionId: number;
  /** Null: the system, as when a load test ends. */
  operatorId: string | null;
  reason: string;
}

/**
 * Cancels an open auction: releases the leader's hold and refunds the entries, in chunks under the status
 * `cancelling` (A8). Returns when all are refunded; should the server die before, the sweep goes on. One that is
 * cancelled already is left as it is; one that is past its end is closed instead, and AUCTION_ENDED thrown.
 */
export async function cancelAuction(deps: CancelDeps, command: CancelCommand): Promise<void> {
  const isEnded = await inTransaction(deps.db, async (tx) => {
    const auction = await lockAuction(tx, command.auctionId);
    if (!auction) throw auctionNotFound();
    if (auction.status === 'cancelled' || auction.finalStatus === 'cancelled') return false;
    const now = await tx.clock();
    if (isDueToClose(auction, now)) await closeLockedAuction(tx, auction, now, deps);
    else if (isOpen(auction)) {
      await cancelLocked(tx, auction, now, command, deps);
      return false;
    }
    return true;
  });
  if (isEnded) throw auctionEnded();
  await refundEntries(deps, command.auctionId);
}

async function cancelLocked(
  tx: Transaction,
  auction: AuctionRow,
  now: Date,
  { operatorId, reason }: CancelCommand,
  deps: CancelDeps,
): Promise<void> {
  const subject = { kind: 'auction', id: String(auction.id) };
  await shutGates(tx, [auction.id]);
  await tx.client.query({
    name: 'auction-cancel',
    text: `UPDATE auctions a SET status = 'cancelling', final_status = 'cancelled', cancel_reason = $3, status_at = $2,
        version = version + 1, entries_count = (SELECT count(*) FROM auction_entries e WHERE e.auction_id = a.id)
      WHERE id = $1`,
    values: [auction.id, now, reason],
  });
  if (auction.leaderId !== null) {
    await changeHolds(tx, {
      close: [
        {
          subject,
          realm: auction.realm,
          userId: auction.leaderId,
          transferId: deps.newId(),
          transferKind: 'bid_release',
          key: `auction:${auction.id}:end`,
        },
      ],
    });
  }
  if (operatorId !== null) {
    await writeAudit(tx, { operatorId, action: 'auction.cancel', subject, details: { reason } });
  }
  await tellStatusChange(tx, [auction]);
}

/** O5: cancels whatever is open in a load test's realm and returns when all of it is refunded. */
export async function cancelRealm(deps: CancelDeps, realm: number): Promise<void> {
  const { rows } = await deps.db.pool.query<{ id: number }>(
    `SELECT id FROM auctions WHERE realm = $1 AND status IN ('pending', 'active', 'cancelling') ORDER BY id`,
    [realm],
  );
  for (const { id } of rows) {
    try {
      await cancelAuction(deps, { auctionId: id, operatorId: null, reason: 'The load test ended.' });
    } catch (error) {
      // It came to its end by itself; what it owes is refunded all the same.
      if ((error as { code?: unknown }).code !== 'AUCTION_ENDED') throw error;
      await refundEntries(deps, id);
    }
  }
}
