import type { PayEntryReply } from '@copup/shared/auctions.ts';
import { invalidateUserRoom } from '../../accounts/user.room.ts';
import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { invariant } from '../../errors.ts';
import { postTransfers } from '../../ledger/post-transfers.ts';
import { splitSpend } from '../../ledger/split-spend.ts';
import { lockWallets } from '../../ledger/wallets.ts';
import { withStoredReply } from '../../replies/with-stored-reply.ts';
import type { Viewer } from '../../sessions/sessions.ts';
import { isOpen, isOver } from './auction-rules.ts';
import { alreadyJoined, auctionEnded, auctionNotFound, notEnoughCoins } from './auctions.errors.ts';
import type { AuctionRow } from './auctions.queries.ts';
import { enterGate } from './entry-gate.ts';

export interface PayEntryCommand {
  auctionId: number;
  viewer: Pick<Viewer, 'userId' | 'realm'>;
  key: string | undefined;
}

/**
 * Takes the entry fee once, bonus coins first, to revenue (A2, L6). A second try is refused with ALREADY_JOINED and
 * moves nothing; the same Idempotency-Key is answered with the first reply (P6).
 */
export async function payEntry(
  deps: Pick<Deps, 'db' | 'newId'>,
  command: PayEntryCommand,
): Promise<{ status: number; reply: PayEntryReply }> {
  const { auctionId, viewer, key } = command;
  return inTransaction(deps.db, (tx) =>
    withStoredReply(
      tx,
      { userId: viewer.userId, route: 'auction/pay-entry', subject: String(auctionId), key, input: {} },
      async () => ({ status: 200, reply: await join(tx, deps, command) }),
    ),
  );
}

async function join(
  tx: Transaction,
  deps: Pick<Deps, 'newId'>,
  { auctionId, viewer }: PayEntryCommand,
): Promise<PayEntryReply> {
  await enterGate(tx, auctionId);
  const auction = await findJoinable(tx, auctionId);
  if (!auction || auction.realm !== viewer.realm) throw auctionNotFound();
  if (!isOpen(auction) || isOver(auction, await tx.clock())) throw auctionEnded();
  const wallet = (await lockWallets(tx, [viewer.userId])).get(viewer.userId);
  invariant(wallet, `no wallet of ${viewer.userId}`);
  // Read under the wallet's lock: two tries of one user meet here.
  const { rowCount } = await tx.client.query({
    name: 'auction-entry-exists',
    text: 'SELECT 1 FROM auction_entries WHERE auction_id = $1 AND user_id = $2',
    values: [auctionId, viewer.userId],
  });
  if (rowCount) throw alreadyJoined();
  const fee = auction.entryBidPoints;
  const spend = splitSpend(wallet, fee);
  if (!spend) throw notEnoughCoins();
  const transferId = fee > 0 ? deps.newId() : null;
  if (transferId !== null) {
    await postTransfers(tx, [
      {
        id: transferId,
        kind: 'entry_fee',
        realm: auction.realm,
        subject: { kind: 'auction', id: String(auctionId) },
        key: `auction:${auctionId}:${viewer.userId}`,
        postings: (['bonus', 'available'] as const)
          .filter((part) => spend[part] > 0)
          .map((part) => ({
            from: { kind: part, id: viewer.userId },
            to: { kind: 'revenue' as const },
            amount: spend[part],
          })),
      },
    ]);
  } else {
    await invalidateUserRoom(tx, viewer.userId);
  }
  await tx.client.query({
    name: 'auction-entry-insert',
    text: `INSERT INTO auction_entries (auction_id, user_id, transfer_id, paid_available, paid_bonus) VALUES ($1, $2, $3, $4, $5)`,
    values: [auctionId, viewer.userId, transferId, spend.available, spend.bonus],
  });
  return {
    message: 'Pay entry fee successful!',
    transfer_id: transferId,
    paid_available: spend.available,
    paid_bonus: spend.bonus,
  };
}

async function findJoinable(
  tx: Transaction,
  id: number,
): Promise<Pick<AuctionRow, 'realm' | 'status' | 'endDate' | 'entryBidPoints'> | undefined> {
  const { rows } = await tx.client.query({
    name: 'auction-joinable',
    text: 'SELECT realm, status, end_date AS "endDate", entry_bid_points AS "entryBidPoints" FROM auctions WHERE id = $1',
    values: [id],
  });
  return rows[0];
}
