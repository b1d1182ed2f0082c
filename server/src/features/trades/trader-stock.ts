import type { ApprovalPending } from '@copup/shared/admin.ts';
import { stockCalls } from '@copup/shared/calls/trades.ts';
import { inCoins } from '@copup/shared/coins.ts';
import { TraderStockBody } from '@copup/shared/trades.ts';
import type { Transaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import type { LockedApproval } from '../../operators/approved-action.ts';
import { decideOnce } from '../../operators/decide-once.ts';
import { moveOrRequest } from '../../operators/move-or-request.ts';
import { lockOperatorAndOwner } from '../../operators/operator-moves.ts';
import { lockStock, moveStock, traderSubject } from './trade-accounts.ts';
import { traderNotFound } from './trades.errors.ts';
import { findTrader, lockTrader } from './trades.queries.ts';
import type { TraderRow } from './trades.tables.ts';

export const ACTION = 'trader.stock';

interface ChangeStock {
  traderId: number;
  operatorId: string;
  body: TraderStockBody;
  /** The Idempotency-Key (P6). */
  key: string | undefined;
}

/**
 * Funds a trader's stock from issuance, or withdraws from it (W16). When it needs a second operator (O3a), returns the
 * request and moves nothing.
 */
export function changeStock(
  deps: Pick<Deps, 'db' | 'newId' | 'settings'>,
  { traderId, operatorId, body, key }: ChangeStock,
): Promise<ApprovalPending | undefined> {
  const request = { userId: operatorId, route: 'admin/traders/stock', subject: String(traderId), key };
  return decideOnce(deps, { ...request, input: body }, (tx) =>
    changeOrRequest(tx, deps, { traderId, operatorId, body }),
  );
}

async function changeOrRequest(
  tx: Transaction,
  deps: Pick<Deps, 'newId' | 'settings'>,
  { traderId, operatorId, body }: Omit<ChangeStock, 'key'>,
): Promise<ApprovalPending | undefined> {
  const ownerId = (await findTrader(tx, traderId))?.userId ?? null;
  await lockOperatorAndOwner(tx, operatorId, ownerId ?? operatorId);
  const trader = await lockExisting(tx, traderId);
  const move = {
    action: ACTION,
    subject: traderSubject(traderId),
    details: body,
    requested: { name: trader.name },
    operatorId,
    user: ownerId === null ? null : { id: ownerId, realm: 0 },
    amount: Math.abs(body.bid_points),
    isCredit: body.bid_points > 0,
    isRepeatable: true,
  };
  return moveOrRequest(tx, deps, move, () => changeLocked(tx, deps, traderId, body.bid_points));
}

/** Executes a change of a stock that a second operator approved. */
export const stockApproved = (deps: Pick<Deps, 'newId'>) => ({
  [ACTION]: {
    right: stockCalls.calls['POST /admin/traders/:id/stock'].right,
    async apply(tx: Transaction, { subject, details }: LockedApproval): Promise<Record<string, unknown>> {
      const { id } = await lockExisting(tx, Number(subject.id));
      const { bid_points } = TraderStockBody.parse(details);
      return { transfer_id: await changeLocked(tx, deps, id, bid_points) };
    },
  },
});

/** Locks a trader. Throws TRADER_NOT_FOUND. */
async function lockExisting(tx: Transaction, id: number): Promise<TraderRow> {
  const trader = await lockTrader(tx, id);
  if (!trader) throw traderNotFound();
  return trader;
}

async function changeLocked(
  tx: Transaction,
  deps: Pick<Deps, 'newId'>,
  traderId: number,
  points: number,
): Promise<string> {
  const stock = await lockStock(tx, deps, traderId);
  if (stock.balance + points < 0) {
    throw new Refusal('NOT_ENOUGH_COINS', `The stock has ${inCoins(stock.balance)}.`, {
      details: { stock: stock.balance },
    });
  }
  return moveStock(tx, deps, stock, points);
}
