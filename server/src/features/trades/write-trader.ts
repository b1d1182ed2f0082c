import { KOBO_PER_NAIRA } from '@copup/shared/coins.ts';
import type { EditTraderBody, NewTraderBody } from '@copup/shared/trades.ts';
import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { findUser } from '../../accounts/users.queries.ts';
import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { invariant, Refusal } from '../../errors.ts';
import { writeAudit } from '../../operators/write-audit.ts';
import { lockStock, traderSubject } from './trade-accounts.ts';
import { lowestPriceKobo } from './trade-rules.ts';
import { traderNotFound } from './trades.errors.ts';
import { lockTrader } from './trades.queries.ts';
import { type TraderRow, traders } from './trades.tables.ts';

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

/** Changes the given fields of a trader. Open trades keep their price. */
export async function editTrader(
  deps: WriteDeps,
  { id, operatorId }: { id: number; operatorId: string },
  body: Edit,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const trader = await lockTrader(tx, id);
    if (!trader) throw traderNotFound();
    const changes = toDraft(body);
    await assertPossible(tx, deps, { ...trader, ...changes });
    await tx.orm
      .update(traders)
      .set({ ...changes, updatedAt: sql`clock_timestamp()` })
      .where(eq(traders.id, id));
    await audit(tx, operatorId, 'trader.edit', id, body);
  });
}

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
