import type { BuyReply } from '@copup/shared/trades.ts';
import { lockUser } from '../../accounts/users.queries.ts';
import { eq } from '../../db/drizzle.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import { withStoredReply } from '../../db/with-stored-reply.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import { invalidateUserRooms } from '../../notifications/notices.ts';
import type { Proof } from '../../uploads/uploads.ts';
import { takeProof } from './proofs.ts';
import { disputeUntil } from './trade-rules.ts';
import { disputeClosed, tradeNotFound, wrongTradeStatus } from './trades.errors.ts';
import { getTrader, lockTrade } from './trades.queries.ts';
import { trades } from './trades.tables.ts';
import { toTrade } from './trades.wire.ts';

export interface Dispute {
  tradeId: number;
  userId: string;
  note: string;
  screenshot: Proof;
  /** The Idempotency-Key (P6). */
  key: string | undefined;
}

/**
 * Asks operators to decide a rejected trade again, or an expired one whose proof comes late: once, within some days (W4).
 * No coins move before they decide. Throws WRONG_STATUS and DISPUTE_CLOSED.
 */
export async function disputeTrade(
  deps: Pick<Deps, 'db' | 'settings'>,
  { tradeId, userId, note, screenshot, key }: Dispute,
): Promise<BuyReply> {
  const input = { note, screenshot: screenshot.hash.toString('hex') };
  const { reply } = await inTransaction(deps.db, (tx) =>
    withStoredReply(
      tx,
      { userId, route: 'trade/dispute', subject: String(tradeId), key, input },
      async () => {
        const buyer = await lockUser(tx, userId);
        if (!buyer || buyer.deletedAt) throw new Refusal('SESSION_ENDED', 'Please sign in again.');
        const trade = await lockTrade(tx, tradeId);
        if (trade?.userId !== userId) throw tradeNotFound();
        const { status } = trade;
        if (status !== 'rejected' && status !== 'expired') throw wrongTradeStatus(status);
        const until = disputeUntil(trade, await deps.settings.read(tx, 'tradeDisputeDays'));
        const now = await tx.clock();
        if (!until || now >= until) throw disputeClosed();
        await takeProof(tx, tradeId, screenshot, { isEvidence: true });
        const disputed = {
          status: 'disputed',
          disputedAt: now,
          disputedFrom: status,
          decidedAt: null,
          provedAt: trade.provedAt ?? now,
          note,
        } as const;
        await tx.orm.update(trades).set(disputed).where(eq(trades.id, tradeId));
        await invalidateUserRooms(tx, [userId]);
        const { name } = await getTrader(tx, trade.traderId);
        const reply = { message: 'Dispute sent!', trade: toTrade({ ...trade, ...disputed }, name) };
        return { status: 200, reply };
      },
    ),
  );
  return reply;
}
