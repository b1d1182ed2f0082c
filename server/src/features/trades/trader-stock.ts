import type { ApprovalPending } from '@copup/shared/admin.ts';
import { inCoins } from '@copup/shared/coins.ts';
import { TraderStockBody } from '@copup/shared/trades.ts';
import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import { withStoredReply } from '../../db/with-stored-reply.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import type { LockedApproval } from '../../operators/approved-action.ts';
import {
  findApprovalReason,
  lockOperatorAndOwner,
  noteOperatorMove,
  refuseOwnWallet,
} from '../../operators/operator-moves.ts';
import { requestApproval } from '../../operators/request-approval.ts';
import { writeAudit } from '../../operators/write-audit.ts';
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
export async function changeStock(
  deps: Pick<Deps, 'db' | 'newId' | 'settings'>,
  { traderId, operatorId, body, key }: ChangeStock,
): Promise<ApprovalPending | undefined> {
  const { reply } = await inTransaction(deps.db, (tx) =>
    withStoredReply(
      tx,
      { userId: operatorId, route: 'admin/traders/stock', subject: String(traderId), key, input: body },
      async () => ({
        status: 200,
        reply: (await changeOrRequest(tx, deps, { traderId, operatorId, body })) ?? null,
      }),
    ),
  );
  return reply ?? undefined;
}

async function changeOrRequest(
  tx: Transaction,
  deps: Pick<Deps, 'newId' | 'settings'>,
  { traderId, operatorId, body }: Omit<ChangeStock, 'key'>,
): Promise<ApprovalPending | undefined> {
  const ownerId = (await findTrader(tx, traderId))?.userId ?? null;
  await lockOperatorAndOwner(tx, operatorId, ownerId ?? operatorId);
  const trader = await lockExisting(tx, traderId);
  const isCredit = body.bid_points > 0;
  if (isCredit && ownerId !== null) await refuseOwnWallet(tx, operatorId, ownerId);
  const user = ownerId === null ? null : { id: ownerId, realm: 0 };
  const move = { operatorId, user, amount: Math.abs(body.bid_points), isCredit };
  const why = await findApprovalReason(tx, deps, move);
  const subject = traderSubject(traderId);
  if (why) {
    const details = { ...body, name: trader.name };
    return requestApproval(tx, { action: ACTION, subject, beneficiaryId: ownerId, why, details, operatorId });
  }
  const transferId = await changeLocked(tx, deps, traderId, body.bid_points);
  await noteOperatorMove(tx, move, transferId);
  await writeAudit(tx, {
    operatorId,
    action: ACTION,
    subject,
    details: { ...body, transfer_id: transferId },
  });
  return undefined;
}

/** Executes a change of a stock that a second operator approved. */
export const stockApproved = (deps: Pick<Deps, 'newId'>) => ({
  [ACTION]: {
    async apply(tx: Transaction, { subject, details }: LockedApproval): Promise<Record<string, unknown>> {
      const { id } = await lockExisting(tx, Number(subject.id));
      const { bid_points } = TraderStockBody.parse(details);
      return { transfer_id: await changeLocked(tx, deps, id, bid_points) };
    },
  },
});

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
