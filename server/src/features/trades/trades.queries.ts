import type { Database } from '../../db/database.ts';
import { and, desc, eq, inArray } from '../../db/drizzle.ts';
import type { Transaction } from '../../db/in-transaction.ts';
import { Keyset, type Page, type PageQuery } from '../../db/keyset.ts';
import { invariant } from '../../errors.ts';
import { type TradeRow, type TraderRow, traders, tradeScreenshots, trades } from './trades.tables.ts';

type Source = Database | Transaction;

const cheapestFirst = new Keyset('ASC', { priceKobo: ['t.price_kobo', 'int'], id: ['t.id', 'int'] });

/** A trader with the coins in their stock. */
export interface StockedTrader extends Omit<TraderRow, 'pendingChange' | 'bankName'> {
  available: number;
}
const traderColumns = `t.id, t.name, t.user_id AS "userId", t.price_kobo AS "priceKobo", t.min_points AS "minPoints",
  t.max_points AS "maxPoints", t.payment_method AS "paymentMethod", t.account_name AS "accountName",
  t.account_number AS "accountNumber", t.is_active AS "isActive", t.approved_trades AS "approvedTrades",
  t.decided_trades AS "decidedTrades", t.created_at AS "createdAt", t.updated_at AS "updatedAt"`;

/** Lists the active traders from this price on, cheapest first, each with its stock. */
export async function listTraders(
  db: Database,
  lowestKobo: number,
  page: PageQuery,
): Promise<Page<StockedTrader>> {
  const { rows } = await db.pool.query<StockedTrader>({
    name: 'traders-list',
    text: `SELECT ${traderColumns}, f.balance AS available FROM traders t
      JOIN funds f ON f.kind = 'stock' AND f.realm = 0 AND f.unit = 'coin' AND f.subject_kind = 'trader'
        AND f.subject_id = t.id::text
      WHERE t.is_active AND t.price_kobo >= $1 AND ${cheapestFirst.page(2)}`,
    values: [lowestKobo, ...cheapestFirst.values(page)],
  });
  return cheapestFirst.cut(rows, page);
}

export async function findTrader(source: Source, id: number): Promise<TraderRow | undefined> {
  const [row] = await source.orm.select().from(traders).where(eq(traders.id, id));
  return row;
}

/** Returns the trader of a trade. */
export async function getTrader(source: Source, id: number): Promise<TraderRow> {
  const trader = await findTrader(source, id);
  invariant(trader, 'a trade has no trader');
  return trader;
}

/** Locks the trader: their price, limits and counts. Lock users before, trades and funds after. */
export async function lockTrader(tx: Transaction, id: number): Promise<TraderRow | undefined> {
  const [row] = await tx.orm.select().from(traders).where(eq(traders.id, id)).for('no key update');
  return row;
}

export async function findTrade(source: Source, id: number): Promise<TradeRow | undefined> {
  const [row] = await source.orm.select().from(trades).where(eq(trades.id, id));
  return row;
}

/** Locks a trade, after its user and trader; undefined for an unknown id. */
export async function lockTrade(tx: Transaction, id: number): Promise<TradeRow | undefined> {
  const [row] = await tx.orm.select().from(trades).where(eq(trades.id, id)).for('no key update');
  return row;
}

/** Finds the user's open trade. A user has at most one (W4). */
export async function findOpenTrade(tx: Transaction, userId: string): Promise<TradeRow | undefined> {
  const [row] = await tx.orm
    .select()
    .from(trades)
    .where(and(eq(trades.userId, userId), inArray(trades.status, ['reserved', 'pending'])));
  return row;
}

/**
 * Returns until when the user cannot reserve: 24 hours from the end of the second of two reservations within 24 hours
 * that had no proof. Undefined when they can.
 */
export async function findUnprovedWait(tx: Transaction, userId: string): Promise<Date | undefined> {
  const { rows } = await tx.client.query<{ until: Date }>({
    name: 'trades-unproved-wait',
    text: `SELECT max(ended) + interval '24 hours' AS until FROM (
        SELECT decided_at AS ended FROM trades WHERE user_id = $1 AND status = 'expired' AND proved_at IS NULL
        ORDER BY id DESC LIMIT 2
      ) AS last
      HAVING count(*) = 2 AND max(ended) - min(ended) < interval '24 hours'
        AND max(ended) + interval '24 hours' > statement_timestamp()`,
    values: [userId],
  });
  return rows[0]?.until;
}

/** Finds the user's last trade, which is the open one if there is one, and the name of its trader. */
export async function findLastTrade(
  source: Source,
  userId: string,
): Promise<{ trade: TradeRow; trader: string } | undefined> {
  const [row] = await source.orm
    .select({ trade: trades, trader: traders.name })
    .from(trades)
    .innerJoin(traders, eq(traders.id, trades.traderId))
    .where(eq(trades.userId, userId))
    .orderBy(desc(trades.id))
    .limit(1);
  return row;
}

/** Finds the screenshot of the proof, or that of the dispute; undefined once it was erased. */
export async function findScreenshot(
  db: Database,
  tradeId: number,
  isEvidence: boolean,
): Promise<Buffer | undefined> {
  const [row] = await db.orm
    .select({ picture: tradeScreenshots.picture })
    .from(tradeScreenshots)
    .where(and(eq(tradeScreenshots.tradeId, tradeId), eq(tradeScreenshots.isEvidence, isEvidence)));
  return row?.picture;
}

/** Lists reserved trades past their time, the longest overdue first. */
export async function listOverdue(db: Database, limit: number): Promise<number[]> {
  const { rows } = await db.pool.query<{ id: number }>({
    name: 'trades-overdue',
    text: `SELECT id FROM trades WHERE status = 'reserved' AND expires_at <= statement_timestamp()
      ORDER BY expires_at, id LIMIT $1`,
    values: [limit],
  });
  return rows.map(({ id }) => id);
}

/** Lists approved disputes whose trader has the coins now, or whose wait is over, the oldest of each trader first. */
export async function listWaitingForStock(db: Database, limit: number): Promise<number[]> {
  const { rows } = await db.pool.query<{ id: number }>({
    name: 'trades-waiting-for-stock',
    text: `SELECT t.id FROM trades t JOIN funds f ON f.kind = 'stock' AND f.realm = 0 AND f.unit = 'coin'
        AND f.subject_kind = 'trader' AND f.subject_id = t.trader_id::text
      WHERE t.status = 'disputed' AND t.stock_until IS NOT NULL
        AND (f.balance >= t.bid_points OR t.stock_until <= statement_timestamp())
      ORDER BY t.id LIMIT $1`,
    values: [limit],
  });
  return rows.map(({ id }) => id);
}
