import { readRisks } from '../../accounts/refuse-at-risk.ts';
import { csvLine } from '../../csv.ts';
import { inArray } from '../../db/drizzle.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import { writeAudit } from '../../operators/write-audit.ts';
import { payoutNotFound } from './payouts.errors.ts';
import { selectPayouts } from './payouts.queries.ts';
import { payouts } from './payouts.tables.ts';
import { naira, onHold } from './payouts.wire.ts';
import { refuseWhileSending } from './sendings.queries.ts';

const HEADS = ['Account number', 'Account name', 'Bank code', 'Bank', 'Amount', 'Currency', 'Reference'];

/**
 * Returns a file of approved payouts as CSV, for the bank's own page of many transfers (W3). Throws WRONG_STATUS when one is not to be paid
 * now: paid already, of a load test, or of a user who is at risk; PAYOUT_SENDING when the provider sends it. Audited.
 */
export async function* exportBankFile(
  { db }: Pick<Deps, 'db'>,
  { ids, operatorId }: { ids: readonly number[]; operatorId: string },
): AsyncGenerator<string> {
  yield await inTransaction(db, async (tx) => {
    const rows = await selectPayouts(tx.orm)
      .where(inArray(payouts.id, [...ids]))
      .orderBy(payouts.id);
    if (rows.length < new Set(ids).size) throw payoutNotFound();
    const risks = await readRisks(
      tx,
      rows.map(({ userId }) => userId),
    );
    for (const { id, status, realm, userId } of rows) {
      if (status !== 'approved' || realm !== 0 || onHold(status, risks.get(userId)))
        throw new Refusal('WRONG_STATUS', `Payout ${id} is not to be paid now.`, { details: { id } });
      await refuseWhileSending(tx, id, 'pay');
    }
    const subject = { kind: 'list', id: 'payouts' };
    await writeAudit(tx, { operatorId, action: 'payout.bank-file', subject, details: { ids: [...ids] } });
    const lines = rows.map((row) => [
      ...[row.accountNumber, row.accountName, row.bankCode, row.bankName],
      ...[naira(row.bidPoints * row.rateKobo), 'NGN', `Copup ${row.id}`],
    ]);
    return [HEADS, ...lines].map(csvLine).join('');
  });
}
