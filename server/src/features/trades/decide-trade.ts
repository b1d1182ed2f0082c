import type { ApprovalPending } from '@copup/shared/admin.ts';
import { eq, sql } from 'drizzle-orm';
import { lockUser } from '../../accounts/users.queries.ts';
import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import { withStoredReply } from '../../db/with-stored-reply.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import type { LockedApproval } from '../../operators/approved-action.ts';
import { moveOrRequest } from '../../operators/move-or-request.ts';
import { lockOperatorAndOwner } from '../../operators/operator-moves.ts';
import { writeAudit } from '../../operators/write-audit.ts';
import { refuseUsedReference, takeBankReference } from '../../payments/bank-references.ts';
import { lockStock, payOut, reserve, returnToStock, tradeSubject } from './trade-accounts.ts';
import { STOCK_WAIT_MS } from './trade-rules.ts';
import { tradeExpired, tradeNotFound, wrongTradeStatus } from './trades.errors.ts';
import { findTrade, lockTrade, lockTrader } from './trades.queries.ts';
import { type TradeRow, type TraderRow, traders, trades } from './trades.tables.ts';

export const APPROVE = 'trade.approve';
/** What the buyer of a disputed trade reads. */
const WAITS_FOR_STOCK =
  'Your coins come as soon as the trader has them, within 3 days, or your money is returned.';
const NO_STOCK = 'The trader had no coins in time. Your money is returned.';

type DecideDeps = Pick<Deps, 'db' | 'newId' | 'notices' | 'settings'>;

interface Decision {
  tradeId: number;
  operatorId: string;
  /** The Idempotency-Key (P6). */
  key: string | undefined;
}

/**
 * Pays a trade that waits for operators out to its buyer (W4). When it needs a second operator (O3a), returns the request
 * and leaves the trade as it is. Refuses any trade without a proof, or that is decided or expired.
 */
export async function approveTrade(
  deps: DecideDeps,
  { tradeId, operatorId, bankReference, key }: Decision & { bankReference: string },
): Promise<ApprovalPending | undefined> {
  const { reply } = await inTransaction(deps.db, (tx) =>
    withStoredReply(
      tx,
      {
        userId: operatorId,
        route: 'admin/trades/approve',
        subject: String(tradeId),
        key,
        input: { bankReference },
      },
      async () => ({
        status: 200,
        reply: (await approveOrRequest(tx, deps, { tradeId, operatorId, bankReference })) ?? null,
      }),
    ),
  );
  return reply ?? undefined;
}

interface Approve {
  tradeId: number;
  operatorId: string;
  bankReference: string;
}

async function approveOrRequest(
  tx: Transaction,
  deps: DecideDeps,
  command: Approve,
): Promise<ApprovalPending | undefined> {
  const { tradeId, operatorId, bankReference } = command;
  const { trade, trader } = await lockOpen(tx, tradeId, operatorId);
  await refuseUsedReference(tx, bankReference);
  const move = {
    action: APPROVE,
    subject: tradeSubject(tradeId),
    details: { bid_points: trade.bidPoints, name: trader.name, bank_reference: bankReference },
    operatorId,
    user: { id: trade.userId, realm: 0 },
    amount: trade.bidPoints,
    isCredit: true,
  };
  return moveOrRequest(tx, deps, move, () => approve(tx, deps, trade, command));
}

/** Executes an approval that a second operator confirmed. The trade's operator is the one who requested it. */
export const approveApproved = (deps: Pick<Deps, 'newId' | 'notices'>) => ({
  [APPROVE]: {
    async apply(
      tx: Transaction,
      { subject, details, requestedBy }: LockedApproval,
    ): Promise<Record<string, unknown>> {
      const { trade } = await lockUndecided(tx, Number(subject.id));
      const bankReference = String(details.bank_reference);
      return { transfer_id: await approve(tx, deps, trade, { operatorId: requestedBy, bankReference }) };
    },
  },
});

async function approve(
  tx: Transaction,
  deps: Pick<Deps, 'newId' | 'notices'>,
  trade: TradeRow,
  { operatorId, bankReference }: Omit<Approve, 'tradeId'>,
): Promise<string> {
  await takeBankReference(tx, bankReference, tradeSubject(trade.id));
  if (trade.status === 'disputed' && !(await reserveAgain(tx, deps, trade))) {
    const stockUntil = new Date((await tx.clock()).getTime() + STOCK_WAIT_MS);
    const paymentId = deps.newId();
    const waiting = { decidedBy: operatorId, bankReference, stockUntil, paymentId };
    await tx.orm.update(trades).set(waiting).where(eq(trades.id, trade.id));
    await notify(tx, deps, trade, { status: 'approved', reason: WAITS_FOR_STOCK });
    return paymentId;
  }
  await writeDecision(tx, trade, { status: 'approved', decidedBy: operatorId, bankReference });
  const transferId = await payOut(tx, deps, trade);
  await notify(tx, deps, trade, { status: 'approved' });
  return transferId;
}

/** A disputed trade has no coins in escrow. Reserves them again; false when the trader has too few. */
async function reserveAgain(tx: Transaction, deps: Pick<Deps, 'newId'>, trade: TradeRow): Promise<boolean> {
  const stock = await lockStock(tx, deps, trade.traderId);
  if (stock.balance < trade.bidPoints) return false;
  await reserve(tx, deps, trade, stock, 'dispute');
  return true;
}

/**
 * Pays an approved dispute as soon as its trader has the coins. When none came in time, the dispute is rejected, and the
 * operators return the money. The row decides under its lock, so several servers may try at once.
 */
export async function payFromStock(
  deps: Pick<Deps, 'db' | 'newId' | 'notices'>,
  tradeId: number,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const found = await findTrade(tx, tradeId);
    if (!found) return;
    await lockUser(tx, found.userId);
    await lockTrader(tx, found.traderId);
    const trade = await lockTrade(tx, tradeId);
    if (trade?.status !== 'disputed' || trade.stockUntil === null) return;
    if (await reserveAgain(tx, deps, trade)) {
      await writeDecision(tx, trade, { status: 'approved' });
      await payOut(tx, deps, trade);
      await notify(tx, deps, trade, { status: 'approved' });
    } else if (trade.stockUntil <= (await tx.clock())) {
      await writeDecision(tx, trade, { status: 'rejected', reason: NO_STOCK });
      await notify(tx, deps, trade, { status: 'rejected', reason: NO_STOCK });
    }
  });
}

/** Returns the coins of a pending trade to the trader's stock; the buyer reads the reason. A disputed one holds none. */
export async function rejectTrade(
  deps: Omit<DecideDeps, 'settings'>,
  { tradeId, operatorId, reason, key }: Decision & { reason: string },
): Promise<void> {
  await inTransaction(deps.db, (tx) =>
    withStoredReply(
      tx,
      { userId: operatorId, route: 'admin/trades/reject', subject: String(tradeId), key, input: { reason } },
      async () => {
        const { trade, trader } = await lockOpen(tx, tradeId, operatorId);
        // A rejection leaves the seller both the money and the coins, also after the trader was linked to another user.
        if (trader.userId === operatorId || trade.sellerId === operatorId) {
          throw new Refusal(
            'OWN_BENEFIT',
            'This trade is with your own account. Another operator has to reject it.',
          );
        }
        await writeDecision(tx, trade, { status: 'rejected', decidedBy: operatorId, reason });
        if (trade.status === 'pending') await returnToStock(tx, deps, trade);
        await notify(tx, deps, trade, { status: 'rejected', reason });
        const subject = tradeSubject(tradeId);
        await writeAudit(tx, { operatorId, action: 'trade.reject', subject, details: { reason } });
        return { status: 200, reply: null };
      },
    ),
  );
}

interface OpenTrade {
  trade: TradeRow;
  trader: TraderRow;
}

/** Locks the operator and the buyer, then the trade. The buyer of a trade never changes. */
async function lockOpen(tx: Transaction, tradeId: number, operatorId: string): Promise<OpenTrade> {
  const found = await findTrade(tx, tradeId);
  if (!found) throw tradeNotFound();
  await lockOperatorAndOwner(tx, operatorId, found.userId);
  return lockUndecided(tx, tradeId);
}

/** Locks the trader, then the trade, and refuses a trade without a proof, or that is decided or expired. */
async function lockUndecided(tx: Transaction, tradeId: number): Promise<OpenTrade> {
  const found = await findTrade(tx, tradeId);
  const trader = found && (await lockTrader(tx, found.traderId));
  const trade = await lockTrade(tx, tradeId);
  if (!trade || !trader) throw tradeNotFound();
  if (trade.status === 'expired') throw tradeExpired();
  if (trade.stockUntil) throw wrongTradeStatus('approved');
  if (trade.status !== 'pending' && trade.status !== 'disputed') throw wrongTradeStatus(trade.status);
  return { trade, trader };
}

async function writeDecision(
  tx: Transaction,
  trade: TradeRow,
  decision: Pick<TradeRow, 'status'> & Partial<Pick<TradeRow, 'decidedBy' | 'reason' | 'bankReference'>>,
): Promise<void> {
  await tx.orm
    .update(trades)
    .set({ ...decision, decidedAt: sql`clock_timestamp()` })
    .where(eq(trades.id, trade.id));
  const approved = decision.status === 'approved' ? 1 : 0;
  // The first rejection of a disputed trade was counted.
  const decided = trade.disputedFrom === 'rejected' ? 0 : 1;
  await tx.orm
    .update(traders)
    .set({
      approvedTrades: sql`${traders.approvedTrades} + ${approved}`,
      decidedTrades: sql`${traders.decidedTrades} + ${decided}`,
    })
    .where(eq(traders.id, trade.traderId));
}

async function notify(
  tx: Transaction,
  deps: Pick<Deps, 'notices'>,
  { id, userId, bidPoints }: TradeRow,
  { status, reason = null }: { status: string; reason?: string | null },
): Promise<void> {
  const details = { status, amount: bidPoints, reason };
  await deps.notices.write(tx, [{ userId, kind: 'trade', subject: tradeSubject(id), details }]);
}
