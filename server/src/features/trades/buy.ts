import type { BuyReply } from '@copup/shared/trades.ts';
import { lockUser } from '../../accounts/users.queries.ts';
import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import { brokenConstraint, sqlState, UNIQUE_VIOLATION } from '../../db/pg-errors.ts';
import { withStoredReply } from '../../db/with-stored-reply.ts';
import type { Deps } from '../../deps.ts';
import { invariant, Refusal } from '../../errors.ts';
import { invalidateUserRooms } from '../../notifications/notices.ts';
import type { Viewer } from '../../sessions/sessions.ts';
import type { Proof } from '../../uploads/uploads.ts';
import { EXPIRE_JOB } from './expire-trades.ts';
import { lockStock, reserve } from './trade-accounts.ts';
import { assertAllowed, lowestPriceKobo, type Purchase } from './trade-rules.ts';
import { screenshotUsed, tradeOpen, traderNotFound } from './trades.errors.ts';
import { findOpenTradeId, isScreenshotUsed, lockTrader } from './trades.queries.ts';
import { tradeScreenshots, trades } from './trades.tables.ts';
import { toTrade } from './trades.wire.ts';

export interface Buy extends Purchase {
  traderId: number;
  viewer: Pick<Viewer, 'userId' | 'realm'>;
  screenshot: Proof;
  /** The Idempotency-Key (P6). */
  key: string | undefined;
}

type BuyDeps = Pick<Deps, 'db' | 'jobs' | 'newId' | 'settings'>;

const MS_PER_MIN = 60_000;

/**
 * Creates a pending trade and reserves its coins in escrow (W4). Locks the buyer, then the trader, then the stock, so
 * that one user has one open trade and a stock is never sold twice. The same Idempotency-Key returns the first reply.
 */
export async function buy(deps: BuyDeps, command: Buy): Promise<BuyReply> {
  const { traderId, viewer, points, totalKobo, screenshot, key } = command;
  if (viewer.realm !== 0) throw new Refusal('FORBIDDEN', 'Players of a load test cannot trade.');
  const input = { points, totalKobo, screenshot: screenshot.hash.toString('hex') };
  try {
    const { reply } = await inTransaction(deps.db, (tx) =>
      withStoredReply(
        tx,
        { userId: viewer.userId, route: 'trade/buy', subject: String(traderId), key, input },
        async () => ({ status: 200, reply: await buyLocked(tx, deps, command) }),
      ),
    );
    deps.jobs.scheduleJob(EXPIRE_JOB, String(reply.trade.id), new Date(reply.trade.expires_at));
    return reply;
  } catch (error) {
    // Two purchases with one screenshot at once: the other one's row was not visible to the check.
    const isSameScreenshot =
      sqlState(error) === UNIQUE_VIOLATION && brokenConstraint(error) === 'trades_screenshot_once';
    throw isSameScreenshot ? screenshotUsed(error) : error;
  }
}

async function buyLocked(tx: Transaction, deps: BuyDeps, command: Buy): Promise<BuyReply> {
  const { traderId, viewer, points, totalKobo, screenshot } = command;
  const buyer = await lockUser(tx, viewer.userId);
  if (!buyer || buyer.deletedAt) throw new Refusal('SESSION_ENDED', 'Please sign in again.');
  if (buyer.role === 1) throw new Refusal('OPERATORS_CANNOT_PLAY', 'Operators cannot take part.');
  const trader = await lockTrader(tx, traderId);
  const lowest = lowestPriceKobo(deps.settings.get('payoutPriceRatioPercent'));
  // As in the list: a price below the lowest is not offered.
  if (!trader?.isActive || trader.priceKobo < lowest) throw traderNotFound();
  if (trader.userId === buyer.id) throw new Refusal('OWN_TRADE', 'You cannot buy from yourself.');
  const openId = await findOpenTradeId(tx, buyer.id);
  if (openId !== undefined) throw tradeOpen(openId);
  if (await isScreenshotUsed(tx, screenshot.hash)) throw screenshotUsed();
  const stock = await lockStock(tx, deps, trader.id);
  assertAllowed({ points, totalKobo }, trader, stock.balance);
  const now = await tx.clock();
  const reservedMs = (await deps.settings.read(tx, 'tradeReservationMinutes')) * MS_PER_MIN;
  const [trade] = await tx.orm
    .insert(trades)
    .values({
      traderId: trader.id,
      userId: buyer.id,
      bidPoints: points,
      priceKobo: totalKobo,
      screenshotHash: screenshot.hash,
      expiresAt: new Date(now.getTime() + reservedMs),
      createdAt: now,
    })
    .returning();
  invariant(trade, 'the insert of a trade returned no row');
  await tx.orm.insert(tradeScreenshots).values({ tradeId: trade.id, picture: screenshot.webp });
  await reserve(tx, deps, trade, stock);
  // No wallet changed; the user's other devices show the open trade.
  await invalidateUserRooms(tx, [buyer.id]);
  return { message: 'Purchase request sent!', trade: toTrade(trade, trader.name) };
}
