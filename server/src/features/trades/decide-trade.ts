import type { ApprovalPending } from '@copup/shared/admin.ts';
import { eq, sql } from 'drizzle-orm';
import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import { withStoredReply } from '../../db/with-stored-reply.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import type { LockedApproval } from '../../operators/approved-action.ts';
import { moveOrRequest } from '../../operators/move-or-request.ts';
import { lockOperatorAndOwner } from '../../operators/operator-moves.ts';
import { writeAudit } from '../../operators/write-audit.ts';
import { takeBankReference } from '../../payments/bank-references.ts';
import { payOut, returnToStock, tradeSubject } from './trade-accounts.ts';
import { tradeExpired, tradeNotFound, wrongTradeStatus } from './trades.errors.ts';
import { findTrade, lockTrade, lockTrader } from './trades.queries.ts';
import { type TradeRow, type TraderRow, traders, trades } from './trades.tables.ts';

const APPROVE = 'trade.approve';

type DecideDeps = Pick<Deps, 'db' | 'newId' | 'notices' | 'settings'>;

interface Decision {
  tradeId: number;
  operatorId: string;
  /** The Idempotency-Key (P6). */
  key: string | undefined;
}

/**
 * Pays a pending trade out to its buyer (W4). When it needs a second operator (O3a), returns the request and leaves the
 * trade pending. Refuses any trade that is decided or expired.
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
      const { trade } = await lockPending(tx, Number(subject.id));
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
  await writeDecision(tx, trade, { status: 'approved', decidedBy: operatorId, bankReference });
  const transferId = await payOut(tx, deps, trade);
  await notify(tx, deps, trade, { status: 'approved' });
  return transferId;
}

/** Returns the coins of a pending trade to the trader's stock; the buyer reads the reason. */
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
        // A rejection leaves the trader both the money and the coins.
        if (trader.userId === operatorId) {
          throw new Refusal(
            'OWN_BENEFIT',
            'This trade is with your own account. Another operator has to reject it.',
          );
        }
        await writeDecision(tx, trade, { status: 'rejected', decidedBy: operatorId, reason });
        await returnToStock(tx, deps, trade);
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
  return lockPending(tx, tradeId);
}

/** Locks the trader, then the trade, and refuses a trade that is decided or whose time is over. */
async function lockPending(tx: Transaction, tradeId: number): Promise<OpenTrade> {
  const found = await findTrade(tx, tradeId);
  const trader = found && (await lockTrader(tx, found.traderId));
  const trade = await lockTrade(tx, tradeId);
  if (!trade || !trader) throw tradeNotFound();
  if (trade.status === 'expired') throw tradeExpired();
  if (trade.status !== 'pending') throw wrongTradeStatus(trade.status);
  if (trade.expiresAt <= (await tx.clock())) throw tradeExpired();
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
  await tx.orm
    .update(traders)
    .set({
      approvedTrades: sql`${traders.approvedTrades} + ${approved}`,
      decidedTrades: sql`${traders.decidedTrades} + 1`,
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
