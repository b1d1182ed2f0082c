import type { BuyReply } from '@copup/shared/trades.ts';
import { lockUser } from '../../accounts/users.queries.ts';
import { eq } from '../../db/drizzle.ts';
import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import { withStoredReply } from '../../db/with-stored-reply.ts';
import type { Deps } from '../../deps.ts';
import { invariant, Refusal } from '../../errors.ts';
import { invalidateUserRooms } from '../../notifications/notices.ts';
import type { Viewer } from '../../sessions/sessions.ts';
import type { Proof } from '../../uploads/uploads.ts';
import { EXPIRE_JOB } from './end-reservations.ts';
import { takeProof } from './proofs.ts';
import { lockStock, reserve } from './trade-accounts.ts';
import { assertAllowed, lowestPriceKobo, type Purchase } from './trade-rules.ts';
import { tradeExpired, tradeOpen, traderNotFound, tradeWait } from './trades.errors.ts';
import { findOpenTrade, findUnprovedWait, lockTrade, lockTrader } from './trades.queries.ts';
import { type TradeRow, type TraderRow, trades } from './trades.tables.ts';
import { toTrade } from './trades.wire.ts';

export interface Reserve extends Purchase {
  traderId: number;
  viewer: Pick<Viewer, 'userId' | 'realm'>;
  /** The Idempotency-Key (P6). */
  key: string | undefined;
}
export interface Buy extends Reserve {
  screenshot: Proof;
}

type BuyDeps = Pick<Deps, 'clock' | 'db' | 'jobs' | 'newId' | 'settings'>;

const MS_PER_MIN = 60_000;

/**
 * Moves the coins of a new trade to its escrow, and fixes its price and the account to pay, until its proof is handed in
 * or its time is over (W4). Throws TRADE_WAIT after two reservations without a proof.
 */
export const reserveTrade = (deps: BuyDeps, command: Reserve): Promise<BuyReply> =>
  run(deps, command, 'trade/reserve', {}, async (tx) => {
    const { buyer, trader } = await lockBuyerAndTrader(tx, command);
    const open = await findOpenTrade(tx, buyer.id);
    if (open) throw tradeOpen(open.id);
    const until = await findUnprovedWait(tx, buyer.id);
    if (until) throw tradeWait(until);
    const trade = await insertReserved(tx, deps, command, trader);
    return { message: 'Coins reserved!', trade: toTrade(trade, trader.name) };
  });

/**
 * Hands in the proof of the open reservation; without one, reserves the coins and hands it in at once (W4). The trade then
 * waits for an operator, without an end.
 */
export const buy = (deps: BuyDeps, command: Buy): Promise<BuyReply> => {
  const input = { screenshot: command.screenshot.hash.toString('hex') };
  return run(deps, command, 'trade/buy', input, async (tx) => {
    const { traderId, points, totalKobo } = command;
    const { buyer, trader } = await lockBuyerAndTrader(tx, command);
    const open = await findOpenTrade(tx, buyer.id);
    const isReserved =
      open?.status === 'reserved' &&
      open.traderId === traderId &&
      open.bidPoints === points &&
      open.priceKobo === totalKobo;
    if (open && !isReserved) throw tradeOpen(open.id);
    const reserved = open ? await lockTrade(tx, open.id) : await insertReserved(tx, deps, command, trader);
    invariant(reserved, 'a trade has disappeared');
    const now = await tx.clock();
    if (reserved.status !== 'reserved' || now >= reserved.expiresAt) throw tradeExpired();
    await takeProof(tx, reserved.id, command.screenshot, { isEvidence: false });
    const proved = { status: 'pending', provedAt: now } as const;
    await tx.orm.update(trades).set(proved).where(eq(trades.id, reserved.id));
    return { message: 'Purchase request sent!', trade: toTrade({ ...reserved, ...proved }, trader.name) };
  });
};

/** Runs a command once for each key (P6), and schedules the end of its reservation. */
async function run(
  deps: BuyDeps,
  { traderId, viewer, points, totalKobo, key }: Reserve,
  route: string,
  input: object,
  execute: (tx: Transaction) => Promise<BuyReply>,
): Promise<BuyReply> {
  if (viewer.realm !== 0) throw new Refusal('FORBIDDEN', 'Players of a load test cannot trade.');
  const { userId } = viewer;
  const { reply } = await inTransaction(deps.db, (tx) =>
    withStoredReply(
      tx,
      { userId, route, subject: String(traderId), key, input: { points, totalKobo, ...input } },
      async () => {
        const reply = await execute(tx);
        // No wallet changed; the user's other devices show the open trade.
        await invalidateUserRooms(tx, [userId]);
        return { status: 200, reply };
      },
    ),
  );
  const { id, status, expires_at } = reply.trade;
  if (status === 'reserved') deps.jobs.scheduleJob(EXPIRE_JOB, String(id), new Date(expires_at));
  return reply;
}

/** Locks the buyer, then the trader, so that one user has one open trade and a stock is never sold twice. */
async function lockBuyerAndTrader(tx: Transaction, { viewer, traderId }: Reserve) {
  const buyer = await lockUser(tx, viewer.userId);
  if (!buyer || buyer.deletedAt) throw new Refusal('SESSION_ENDED', 'Please sign in again.');
  if (buyer.role === 1) throw new Refusal('OPERATORS_CANNOT_PLAY', 'Operators cannot take part.');
  const trader = await lockTrader(tx, traderId);
  if (!trader) throw traderNotFound();
  if (trader.userId === buyer.id) throw new Refusal('OWN_TRADE', 'You cannot buy from yourself.');
  return { buyer, trader };
}

async function insertReserved(
  tx: Transaction,
  deps: BuyDeps,
  { viewer, points, totalKobo }: Reserve,
  trader: TraderRow,
): Promise<TradeRow> {
  const lowest = lowestPriceKobo(deps.settings.get('payoutPriceRatioPercent'));
  // As in the list: a price below the lowest is not offered.
  if (!trader.isActive || trader.priceKobo < lowest) throw traderNotFound();
  const stock = await lockStock(tx, deps, trader.id);
  assertAllowed({ points, totalKobo }, trader, stock.balance);
  const now = await tx.clock();
  const reservedMs = (await deps.settings.read(tx, 'tradeReservationMinutes')) * MS_PER_MIN;
  const { paymentMethod, bankName, accountName, accountNumber } = trader;
  const [trade] = await tx.orm
    .insert(trades)
    .values({
      traderId: trader.id,
      userId: viewer.userId,
      sellerId: trader.userId,
      bidPoints: points,
      priceKobo: totalKobo,
      paymentMethod,
      bankName,
      accountName,
      accountNumber,
      expiresAt: new Date(now.getTime() + reservedMs),
      createdAt: now,
    })
    .returning();
  invariant(trade, 'the insert of a trade returned no row');
  await reserve(tx, deps, trade, stock);
  return trade;
}
