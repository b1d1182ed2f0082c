import type { BuyReply } from '@copup/shared/trades.ts';
import { eq } from '../../db/drizzle.ts';
import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import { outageOf } from '../../db/pg-errors.ts';
import { purgeOld } from '../../db/purge.ts';
import { withStoredReply } from '../../db/with-stored-reply.ts';
import type { Deps } from '../../deps.ts';
import type { DefinedJobs } from '../../jobs/jobs.ts';
import { invalidateUserRooms } from '../../notifications/notices.ts';
import { returnToStock, tradeSubject } from './trade-accounts.ts';
import { payFromStock } from './trade-kind.ts';
import { tradeNotFound, wrongTradeStatus } from './trades.errors.ts';
import { getTrader, listOverdue, listWaitingForStock, lockTrade } from './trades.queries.ts';
import { type TradeRow, trades } from './trades.tables.ts';
import { toTrade } from './trades.wire.ts';

/** The scheduled job of one trade. Its id is the trade's. */
export const EXPIRE_JOB = 'trade-expire';
const BATCH = 100;
const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;
const TRADE_ID = /^[1-9]\d{0,8}$/;

type ExpireDeps = Pick<Deps, 'db' | 'log' | 'newId' | 'notices'>;

/**
 * Returns the coins of a reserved trade whose time is over to the trader's stock, once, and notifies the buyer (W4). The
 * row decides under its lock, so several servers, an operator and a repeated job may try at once. Returns when to try
 * again if the time is not over.
 */
export async function expireTrade(deps: ExpireDeps, tradeId: number): Promise<Date | undefined> {
  return inTransaction(deps.db, async (tx) => {
    const trade = await lockTrade(tx, tradeId);
    if (trade?.status !== 'reserved') return undefined;
    const now = await tx.clock();
    if (now < trade.expiresAt) return trade.expiresAt;
    await end(tx, deps, trade, now);
    const details = { status: 'expired', amount: trade.bidPoints, reason: null };
    const subject = tradeSubject(trade.id);
    await deps.notices.write(tx, [{ userId: trade.userId, kind: 'trade', subject, details }]);
    return undefined;
  });
}

export interface Cancel {
  tradeId: number;
  userId: string;
  /** The Idempotency-Key (P6). */
  key: string | undefined;
}

/**
 * Ends the user's own reservation before its time, and returns its coins to the trader's stock at once (W4). It counts as
 * one without a proof, and a proof is possible as after the end of the time. Throws WRONG_STATUS.
 */
export async function cancelTrade(
  deps: Pick<Deps, 'db' | 'newId' | 'settings'>,
  { tradeId, userId, key }: Cancel,
): Promise<BuyReply> {
  const { reply } = await inTransaction(deps.db, (tx) =>
    withStoredReply(
      tx,
      { userId, route: 'trade/cancel', subject: String(tradeId), key, input: {} },
      async () => {
        const trade = await lockTrade(tx, tradeId);
        if (trade?.userId !== userId) throw tradeNotFound();
        if (trade.status !== 'reserved') throw wrongTradeStatus(trade.status);
        const ended = await end(tx, deps, trade, await tx.clock());
        await invalidateUserRooms(tx, [userId]);
        const { name } = await getTrader(tx, trade.traderId);
        const days = await deps.settings.read(tx, 'tradeDisputeDays');
        return {
          status: 200,
          reply: { message: 'Reservation cancelled.', trade: toTrade(ended, name, days) },
        };
      },
    ),
  );
  return reply;
}

/** Returns the coins of a reserved trade, which is locked, to the stock. */
async function end(
  tx: Transaction,
  deps: Pick<Deps, 'newId'>,
  trade: TradeRow,
  decidedAt: Date,
): Promise<TradeRow> {
  const expired = { status: 'expired', decidedAt } as const;
  await tx.orm.update(trades).set(expired).where(eq(trades.id, trade.id));
  await returnToStock(tx, deps, trade);
  return { ...trade, ...expired };
}

/** Expires every reservation whose time is over, and pays the approved disputes that waited for coins. */
export async function expireOverdue(deps: ExpireDeps): Promise<void> {
  await each(deps, await listOverdue(deps.db, BATCH), expireTrade);
  await each(deps, await listWaitingForStock(deps.db, BATCH), payFromStock);
}

/** A trade that fails does not keep the others waiting. */
async function each(
  deps: ExpireDeps,
  ids: number[],
  step: (deps: ExpireDeps, id: number) => Promise<unknown>,
): Promise<void> {
  for (const id of ids) {
    try {
      await step(deps, id);
    } catch (error) {
      const outage = outageOf(error);
      if (outage === 'unavailable') throw error;
      if (outage === undefined) deps.log.error({ err: error, trade: id }, 'a trade could not be ended');
    }
  }
}

/** Defines the scheduled job of each trade, the periodic sweep that guarantees it, and the purge of old screenshots. */
export const tradeJobs = (deps: ExpireDeps): DefinedJobs => ({
  scheduled: {
    [EXPIRE_JOB]: async (id) => (TRADE_ID.test(id) ? expireTrade(deps, Number(id)) : undefined),
  },
  about: { [EXPIRE_JOB]: 'trade' },
  sweeps: [
    { name: 'trades-expire', everyMs: SECOND_MS, run: () => expireOverdue(deps) },
    {
      name: 'purge-trade-screenshots',
      everyMs: HOUR_MS,
      run: async () => {
        await purgeOld(deps.db, {
          table: 'trade_screenshots',
          age: 'created_at',
          before: "statement_timestamp() - interval '180 days'",
        });
      },
    },
  ],
});
