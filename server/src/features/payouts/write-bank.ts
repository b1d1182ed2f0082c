import type { EditBankBody, NewBankBody } from '@copup/shared/payouts.ts';
import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { inTransaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { invariant, Refusal } from '../../errors.ts';
import { writeAudit } from '../../operators/write-audit.ts';
import { type BankRow, findBankById } from './banks.queries.ts';
import { bankNotFound } from './payouts.errors.ts';
import { banks } from './payouts.tables.ts';

/** Adds a bank. Audited. */
export async function createBank(
  { db }: Pick<Deps, 'db'>,
  operatorId: string,
  body: z.output<typeof NewBankBody>,
): Promise<BankRow> {
  return inTransaction(db, async (tx) => {
    const { code, name, is_open: isOpen, note = null } = body;
    const [bank] = await tx.orm
      .insert(banks)
      .values({ code, name, isOpen, note })
      .onConflictDoNothing()
      .returning();
    if (!bank) {
      throw new Refusal('VALIDATION_FAILED', 'Another bank has this code.', {
        issues: [{ path: 'code', message: 'is the code of another bank' }],
      });
    }
    const subject = { kind: 'bank', id: String(bank.id) };
    await writeAudit(tx, { operatorId, action: 'bank.create', subject, details: body });
    return bank;
  });
}

/** Changes the given fields. A closed bank refuses new payouts; open payouts are decided as before. Audited. */
export async function editBank(
  { db }: Pick<Deps, 'db'>,
  operatorId: string,
  id: number,
  body: z.output<typeof EditBankBody>,
): Promise<BankRow> {
  return inTransaction(db, async (tx) => {
    if (!(await findBankById(tx, id))) throw bankNotFound();
    const { name, is_open: isOpen, note } = body;
    const [bank] = await tx.orm
      .update(banks)
      .set({
        ...(name !== undefined && { name }),
        ...(isOpen !== undefined && { isOpen }),
        ...(note !== undefined && { note }),
        updatedAt: sql`clock_timestamp()`,
      })
      .where(eq(banks.id, id))
      .returning();
    invariant(bank, 'the update of a bank returned no row');
    await writeAudit(tx, {
      operatorId,
      action: 'bank.update',
      subject: { kind: 'bank', id: String(id) },
      details: body,
    });
    return bank;
  });
}
