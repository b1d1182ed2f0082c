import type { ApprovalPending } from '@copup/shared/admin.ts';
import { KOBO_PER_NAIRA } from '@copup/shared/coins.ts';
import type { EditTraderBody, NewTraderBody } from '@copup/shared/trades.ts';
import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { findUser } from '../../accounts/users.queries.ts';
import { hashInput } from '../../db/hash-input.ts';
import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { invariant, Refusal } from '../../errors.ts';
import type { ApprovedActions } from '../../operators/approved-action.ts';
import { lockOperatorAndOwner } from '../../operators/operator-moves.ts';
import { requestApprovalOnce } from '../../operators/request-approval.ts';
import { withdrawApprovals } from '../../operators/withdraw-approvals.ts';
import { writeAudit } from '../../operators/write-audit.ts';
import { lockStock, traderSubject } from './trade-accounts.ts';
import { lowestPriceKobo } from './trade-rules.ts';
import { ACTION as STOCK } from './trader-stock.ts';
import { traderNotFound } from './trades.errors.ts';
import { lockTrader } from './trades.queries.ts';
import { type TraderRow, traders, trades } from './trades.tables.ts';

type WriteDeps = Pick<Deps, 'db' | 'newId' | 'settings'>;
type Edit = z.output<typeof EditTraderBody>;
type Draft = Pick<
  TraderRow,
  | 'name'
  | 'userId'
  | 'priceKobo'
  | 'minPoints'
  | 'maxPoints'
  | 'paymentMethod'
  | 'accountName'
  | 'accountNumber'
  | 'isActive'
>;

/** Creates a trader with an empty stock (W16). Returns their id. */
export async function createTrader(
  deps: WriteDeps,
  operatorId: string | null,
  body: z.output<typeof NewTraderBody>,
): Promise<number> {
  return inTransaction(deps.db, async (tx) => {
    const draft = { userId: null, ...toDraft(body) } as Draft;
    await assertPossible(tx, deps, draft);
    const [row] = await tx.orm.insert(traders).values(draft).returning({ id: traders.id });
    invariant(row, 'the insert of a trader returned no row');
    await lockStock(tx, deps, row.id);
    if (operatorId !== null) await audit(tx, operatorId, 'trader.create', row.id, body);
    return row.id;
  });
}

/** Fields that decide who receives the buyers' money. */
const PAYEE = ['userId', 'paymentMethod', 'accountName', 'accountNumber'] as const;
const EDIT = 'trader.payee';

/**
 * Changes the given fields of a trader. Open trades keep their price and account. An edit that changes the linked user or
 * the account needs a second operator (W16): then it is requested as a whole, and nothing changes.
 */
export async function editTrader(
  deps: WriteDeps,
  { id, operatorId }: { id: number; operatorId: string },
  body: Edit,
): Promise<ApprovalPending | undefined> {
  return inTransaction(deps.db, async (tx) => {
    await lockOperatorAndOwner(tx, operatorId, operatorId);
    const trader = await lockTrader(tx, id);
    if (!trader) throw traderNotFound();
    const changes = toDraft(body);
    await assertPossible(tx, deps, { ...trader, ...changes });
    const payee = PAYEE.filter((field) => changes[field] !== undefined && changes[field] !== trader[field]);
    if (payee.length > 0) return requestPayee(tx, deps, { trader, changes, operatorId });
    await write(tx, id, changes);
    await audit(tx, operatorId, 'trader.edit', id, body);
    return undefined;
  });
}

const write = (tx: Transaction, id: number, changes: Partial<Draft> & { pendingChange?: null }) =>
  tx.orm
    .update(traders)
    .set({ ...changes, updatedAt: sql`clock_timestamp()` })
    .where(eq(traders.id, id));

/** The values stay with the trader, since the operators' log, which has the request, has no account numbers. */
async function requestPayee(
  tx: Transaction,
  { newId }: WriteDeps,
  { trader, changes, operatorId }: { trader: TraderRow; changes: Partial<Draft>; operatorId: string },
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
export const payeeApproved = (deps: WriteDeps): ApprovedActions => ({
  [EDIT]: {
    async apply(tx, { subject, details, requestedBy: operatorId }) {
      const trader = await lockTrader(tx, Number(subject.id));
      if (trader?.pendingChange?.id !== details.change_id || !trader?.pendingChange) throw traderNotFound();
      const { id: changeId, ...changes } = trader.pendingChange;
      await assertPossible(tx, deps, { ...trader, ...changes });
      await write(tx, trader.id, { ...changes, pendingChange: null });
      const open = await tx.orm.select({ id: trades.id }).from(trades).where(eq(trades.traderId, trader.id));
      const subjectIds = open.map(({ id }) => String(id));
      await withdrawApprovals(tx, { action: 'trade.approve', subjectIds, operatorId });
      await withdrawApprovals(tx, { action: STOCK, subjectIds: [subject.id], operatorId });
      return {};
    },
  },
});

/** Converts the fields that are present. */
function toDraft(body: Edit): Partial<Draft> {
  const draft: { [Field in keyof Draft]: Draft[Field] | undefined } = {
    name: body.name,
    userId: body.user_id,
    priceKobo: body.price === undefined ? undefined : Math.round(body.price * KOBO_PER_NAIRA),
    minPoints: body.min,
    maxPoints: body.max,
    paymentMethod: body.payment_method,
    accountName: body.account_name,
    accountNumber: body.account_number,
    isActive: body.is_active,
  };
  return Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== undefined));
}

async function assertPossible(tx: Transaction, { settings }: WriteDeps, draft: Draft): Promise<void> {
  if (draft.minPoints > draft.maxPoints) {
    throw new Refusal('VALIDATION_FAILED', 'The smallest amount is above the largest.', {
      issues: [{ path: 'min', message: 'must not be above the largest amount' }],
    });
  }
  const lowest = lowestPriceKobo(await settings.read(tx, 'payoutPriceRatioPercent'));
  if (draft.priceKobo < lowest) {
    const price = lowest / KOBO_PER_NAIRA;
    throw new Refusal('PRICE_TOO_LOW', `A coin must cost at least ${price} naira.`, {
      issues: [{ path: 'price', message: `must be at least ${price}` }],
      details: { lowest: price },
    });
  }
  if (draft.userId !== null) {
    const user = await findUser(tx, draft.userId);
    if (!user || user.deletedAt || user.realm !== 0) throw new Refusal('USER_NOT_FOUND', 'User not found.');
    if (user.role === 1) {
      throw new Refusal('VALIDATION_FAILED', 'An operator cannot be a trader.', {
        issues: [{ path: 'user_id', message: 'must not be an operator' }],
      });
    }
  }
}

/** Account numbers are not written to the log; it names the fields that changed. */
async function audit(
  tx: Transaction,
  operatorId: string,
  action: string,
  id: number,
  { account_number, ...body }: Edit,
): Promise<void> {
  const details = { ...body, ...(account_number !== undefined && { account_number: 'changed' }) };
  await writeAudit(tx, { operatorId, action, subject: traderSubject(id), details });
}
