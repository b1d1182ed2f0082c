import type { ApprovalPending } from '@copup/shared/admin.ts';
import { tradersCalls } from '@copup/shared/calls/trades.ts';
import { KOBO_PER_NAIRA } from '@copup/shared/coins.ts';
import type { AdminTrader } from '@copup/shared/trades.ts';
import { findUser } from '../../accounts/users.queries.ts';
import { eq } from '../../db/drizzle.ts';
import type { Transaction } from '../../db/in-transaction.ts';
import { hashInput } from '../../db/with-stored-reply.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import type { ApprovedActions } from '../../operators/approved-action.ts';
import { searchPattern } from '../../operators/operator-list.ts';
import { lockOperatorAndOwner } from '../../operators/operator-moves.ts';
import { requestApprovalOnce } from '../../operators/request-approval.ts';
import { withdrawApprovals } from '../../operators/withdraw-approvals.ts';
import type { RecordAdmin, Stored } from '../../records/record-admin.ts';
import { updateRecord } from '../../records/write-record.ts';
import { lockStock, traderSubject } from './trade-accounts.ts';
import { lowestPriceKobo, ratingOf } from './trade-rules.ts';
import { ACTION as STOCK } from './trader-stock.ts';
import { traderNotFound } from './trades.errors.ts';
import { lockTrader } from './trades.queries.ts';
import { type TraderRow, traders, trades } from './trades.tables.ts';

type TraderDeps = Pick<Deps, 'db' | 'newId' | 'settings'>;

export type ListedTrader = Omit<Stored<AdminTrader>, 'trades' | 'rating'> & {
  approved_trades: number;
  decided_trades: number;
};

/** /api/admin/traders: traders and their prices (W16). Open trades keep their price and account. */
export const traderRecord = (deps: TraderDeps): RecordAdmin<TraderRow, ListedTrader> => ({
  name: 'trader',
  table: traders,
  columns: { price: 'priceKobo', min: 'minPoints', max: 'maxPoints' },
  calls: tradersCalls,
  notFound: traderNotFound,
  more: `u.username::text, f.balance AS stock,
    (SELECT coalesce(sum(o.bid_points), 0)::bigint FROM trades o WHERE o.trader_id = t.id AND o.status IN ('reserved', 'pending')) AS reserved,
    t.approved_trades, t.decided_trades`,
  joined: `JOIN funds f ON f.kind = 'stock' AND f.realm = 0 AND f.unit = 'coin' AND f.subject_kind = 'trader'
    AND f.subject_id = t.id::text LEFT JOIN users u ON u.id = t.user_id`,
  orders: { name: ['t.name', 't.id'], price: ['t.price_kobo', 't.id'] },
  search: (text) => ({ sql: 't.name ILIKE ?', values: [searchPattern(text)] }),
  toReply: ({ approved_trades, decided_trades, ...row }) => ({
    ...row,
    trades: approved_trades,
    rating: ratingOf({ approvedTrades: approved_trades, decidedTrades: decided_trades }),
  }),
  secret: 'account_number',
  lock: (tx, operatorId) => lockOperatorAndOwner(tx, operatorId, operatorId),
  check: (tx, after) => assertPossible(tx, deps, after),
  async request(tx, { before, changes, operatorId }) {
    return PAYEE.some((field) => field in changes)
      ? requestPayee(tx, deps, { trader: before, changes, operatorId })
      : undefined;
  },
  created: (tx, { id }) => lockStock(tx, deps, id),
});

/** Fields that decide who receives the buyers' money. An edit that changes one needs a second operator (W16). */
const PAYEE = ['userId', 'paymentMethod', 'bankName', 'accountName', 'accountNumber'] as const;
const EDIT = 'trader.payee';

/** The values stay with the trader, since the operators' log, which has the request, has no account numbers. */
async function requestPayee(
  tx: Transaction,
  { newId }: TraderDeps,
  { trader, changes, operatorId }: { trader: TraderRow; changes: Partial<TraderRow>; operatorId: string },
): Promise<ApprovalPending> {
  const { id: waitingId, ...waiting } = trader.pendingChange ?? {};
  const isSame = waitingId !== undefined && hashInput(waiting).equals(hashInput(changes));
  const change = { ...changes, id: isSame ? waitingId : newId() };
  const { userId, accountNumber, ...shown } = { ...trader, ...changes };
  const pending = await requestApprovalOnce(tx, {
    action: EDIT,
    subject: traderSubject(trader.id),
    beneficiaryId: userId,
    why: 'always',
    details: {
      change_id: change.id,
      name: shown.name,
      user_id: userId,
      payment_method: shown.paymentMethod,
      bank_name: shown.bankName,
      account_name: shown.accountName,
      account_number: `••••••${accountNumber.slice(-4)}`,
    },
    operatorId,
  });
  await tx.orm.update(traders).set({ pendingChange: change }).where(eq(traders.id, trader.id));
  return pending;
}

/**
 * Executes such an edit that a second operator approved. Requests that wait for an approval of this trader's trades or
 * stock return to the queue: they were checked against the former account.
 */
export const payeeApproved = (deps: TraderDeps): ApprovedActions => ({
  [EDIT]: {
    right: 'payments',
    async apply(tx, { subject, details, requestedBy: operatorId }) {
      const trader = await lockTrader(tx, Number(subject.id));
      if (trader?.pendingChange?.id !== details.change_id || !trader?.pendingChange) throw traderNotFound();
      const { id: changeId, ...changes } = trader.pendingChange;
      await assertPossible(tx, deps, { ...trader, ...changes });
      await updateRecord(tx, { table: traders }, trader.id, { ...changes, pendingChange: null });
      const open = await tx.orm.select({ id: trades.id }).from(trades).where(eq(trades.traderId, trader.id));
      const subjectIds = open.map(({ id }) => String(id));
      await withdrawApprovals(tx, { action: 'trade.approve', subjectIds, operatorId });
      await withdrawApprovals(tx, { action: STOCK, subjectIds: [subject.id], operatorId });
      return {};
    },
  },
});

async function assertPossible(
  tx: Transaction,
  { settings }: TraderDeps,
  { minPoints, maxPoints, priceKobo, userId }: TraderRow,
): Promise<void> {
  if (minPoints > maxPoints) {
    throw new Refusal('VALIDATION_FAILED', 'The smallest amount is above the largest.', {
      issues: [{ path: 'min', message: 'must not be above the largest amount' }],
    });
  }
  const lowest = lowestPriceKobo(await settings.read(tx, 'payoutPriceRatioPercent'));
  if (priceKobo < lowest) {
    const price = lowest / KOBO_PER_NAIRA;
    throw new Refusal('PRICE_TOO_LOW', `A coin must cost at least ${price} naira.`, {
      issues: [{ path: 'price', message: `must be at least ${price}` }],
      details: { lowest: price },
    });
  }
  if (!userId) return;
  const user = await findUser(tx, userId);
  if (!user || user.deletedAt || user.realm !== 0) throw new Refusal('USER_NOT_FOUND', 'User not found.');
  if (user.role === 1) {
    throw new Refusal('VALIDATION_FAILED', 'An operator cannot be a trader.', {
      issues: [{ path: 'user_id', message: 'must not be an operator' }],
    });
  }
}
