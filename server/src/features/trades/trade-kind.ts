import { tradesAdminCalls } from '@copup/shared/calls/trades.ts';
import type { TradeStatus } from '@copup/shared/trades.ts';
import { lockUser } from '../../accounts/users.queries.ts';
import { eq, sql } from '../../db/drizzle.ts';
import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import { notifyOwner } from '../../decisions/decide.ts';
import { type DecidedKind, rulesOf } from '../../decisions/decided-kind.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import { lockStock, payOut, reserve, returnToStock } from './trade-accounts.ts';
import { STOCK_WAIT_MS } from './trade-rules.ts';
import { tradeExpired, tradeNotFound, wrongTradeStatus } from './trades.errors.ts';
import { findTrade, lockTrade, lockTrader } from './trades.queries.ts';
import { type TradeRow, type TraderRow, traders, trades } from './trades.tables.ts';

/** What the buyer of a disputed trade reads. */
const WAITS_FOR_STOCK =
  'Your coins come as soon as the trader has them, within 3 days, or your money is returned.';
const NO_STOCK = 'The trader had no coins in time. Your money is returned.';

/** A trade with its trader, both locked. P2P is of the realm of real players only (O5). */
export type LockedTrade = TradeRow & { trader: TraderRow; realm: 0 };

/** Trades that wait for operators (W4). No trade without a proof, or that is decided or expired, is decided. */
export const tradeKind: DecidedKind<LockedTrade> = {
  name: 'trade',
  plural: 'trades',
  rules: rulesOf(tradesAdminCalls, {
    approve: {
      from: ['pending', 'disputed'],
      to: 'approved',
      logs: ({ bidPoints, trader }) => ({ bid_points: bidPoints, name: trader.name }),
      async postpone(tx, deps, trade, { operatorId: decidedBy, bankReference }) {
        if (trade.status !== 'disputed' || (await reserveAgain(tx, deps, trade))) return undefined;
        const stockUntil = new Date((await tx.clock()).getTime() + STOCK_WAIT_MS);
        const paymentId = deps.newId();
        const waiting = { decidedBy, bankReference, stockUntil, paymentId };
        await tx.orm.update(trades).set(waiting).where(eq(trades.id, trade.id));
        await notifyOwner(tx, deps, tradeKind, trade, { status: 'approved', reason: WAITS_FOR_STOCK });
        return paymentId;
      },
      move: payOut,
    },
    reject: {
      from: ['pending', 'disputed'],
      to: 'rejected',
      // A rejection leaves the seller both the money and the coins, also after the trader was linked to another user.
      async check(_tx, { trader, sellerId }, { operatorId }) {
        if (trader.userId === operatorId || sellerId === operatorId) {
          const text = 'This trade is with your own account. Another operator has to reject it.';
          throw new Refusal('OWN_BENEFIT', text);
        }
      },
      // A disputed trade holds no coins.
      async move(tx, deps, trade) {
        if (trade.status === 'pending') await returnToStock(tx, deps, trade);
        return undefined;
      },
    },
  }),
  notFound: tradeNotFound,
  wrongStatus: (status) => wrongTradeStatus(status as TradeStatus),
  findOwner: async (tx, id) => (await findTrade(tx, id))?.userId,
  async lock(tx, id) {
    const found = await findTrade(tx, id);
    const trader = found && (await lockTrader(tx, found.traderId));
    const trade = await lockTrade(tx, id);
    if (!trade || !trader) return undefined;
    if (trade.status === 'expired') throw tradeExpired();
    if (trade.stockUntil) throw wrongTradeStatus('approved');
    return { ...trade, trader, realm: 0 };
  },
  write: (tx, trade, { status, operatorId: decidedBy, reason, bankReference }) =>
    writeDecision(tx, trade, { status: status as TradeStatus, decidedBy, reason, bankReference }),
  notice: ({ bidPoints }) => ({ kind: 'trade', details: { amount: bidPoints, reason: null } }),
};

/** Reserves the coins of a disputed trade, which are not in escrow, again; false when the trader has too few. */
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
    const trader = await lockTrader(tx, found.traderId);
    const trade = await lockTrade(tx, tradeId);
    if (!trader || trade?.status !== 'disputed' || trade.stockUntil === null) return;
    const item: LockedTrade = { ...trade, trader, realm: 0 };
    if (await reserveAgain(tx, deps, trade)) {
      await writeDecision(tx, trade, { status: 'approved' });
      await payOut(tx, deps, trade);
      await notifyOwner(tx, deps, tradeKind, item, { status: 'approved' });
    } else if (trade.stockUntil <= (await tx.clock())) {
      const rejected = { status: 'rejected', reason: NO_STOCK } as const;
      await writeDecision(tx, trade, rejected);
      await notifyOwner(tx, deps, tradeKind, item, rejected);
    }
  });
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
