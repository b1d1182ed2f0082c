import type { ApprovalPending } from '@copup/shared/admin.ts';
import type { ConfirmExactReply, RecordKind } from '@copup/shared/reconciliation.ts';
import { and, eq, isNull } from '../../db/drizzle.ts';
import type { Transaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import type { AllFeatures } from '../../feature.ts';
import { decideOnce } from '../../operators/decide-once.ts';
import { findOpenRecord, lockOpenLine, writeExplanation } from './explain.ts';
import { notExact, recordDiffers, referenceMissing } from './reconciliation.errors.ts';
import { bankExplanations, lineProposals } from './reconciliation.tables.ts';
import { hasReference } from './statement-line.ts';

interface ConfirmDeps extends Pick<Deps, 'db'> {
  itemDecisions: AllFeatures['itemDecisions'];
}

interface Confirmation {
  lineId: number;
  kind: RecordKind;
  recordId: number;
  operatorId: string;
  bankReference?: string | undefined;
  /** The Idempotency-Key (P6). */
  key: string | undefined;
}

/** What a line decides of an open record. */
const actions: Partial<Record<RecordKind, string>> = { payment: 'approve', payout: 'pay', trade: 'approve' };

/**
 * Confirms that a line is of a record. That of an open record is its decision, by the same rules: when it needs a second operator (O3a),
 * returns the request and leaves the line open. `key` is the Idempotency-Key (P6).
 */
export function confirmLine(
  deps: ConfirmDeps,
  { key, ...confirmation }: Confirmation,
): Promise<ApprovalPending | undefined> {
  const { lineId, operatorId, ...input } = confirmation;
  const request = {
    userId: operatorId,
    route: 'admin/statement-lines/confirm',
    subject: String(lineId),
    key,
    input,
  };
  return decideOnce(deps, request, (tx) => confirmWithin(tx, deps, confirmation));
}

async function confirmWithin(
  tx: Transaction,
  { itemDecisions }: Pick<ConfirmDeps, 'itemDecisions'>,
  { lineId, kind, recordId, operatorId, bankReference: typed }: Omit<Confirmation, 'key'>,
): Promise<ApprovalPending | undefined> {
  // The line is locked before users and items; nothing locks it after them.
  const line = await lockOpenLine(tx, lineId);
  const record = await findOpenRecord(tx, kind, recordId);
  if (line.currency !== 'NGN' || line.amountKobo !== record.amount_kobo) {
    throw recordDiffers(line.amountKobo, record.amount_kobo);
  }
  const [action, decide] = [actions[kind], itemDecisions[kind]];
  if (record.is_open && action && decide) {
    const bankReference = hasReference(line.bankReference) ? line.bankReference : typed;
    if (bankReference === undefined || !hasReference(bankReference)) throw referenceMissing();
    const pending = await decide(tx, { id: recordId, action, operatorId, bankReference });
    if (pending) return pending;
  }
  await writeExplanation(tx, operatorId, { lineId, recordKind: kind, recordId, reason: 'matched', note: '' });
  return undefined;
}

/**
 * Confirms the exact proposals of lines, each in a transaction of its own, so that one refusal stops no other. A line that was confirmed
 * before counts as confirmed, so that the call may be repeated.
 */
export async function confirmExact(
  deps: ConfirmDeps,
  { lineIds, operatorId, key }: { lineIds: readonly number[]; operatorId: string; key: string | undefined },
): Promise<ConfirmExactReply> {
  const result = {
    confirmed: 0,
    waiting: 0,
    refused: [] as { line_id: number; code: string; message: string }[],
  };
  const { lineId: ofLine } = lineProposals;
  for (const lineId of new Set(lineIds)) {
    try {
      const [proposal] = await deps.db.orm.select().from(lineProposals).where(eq(ofLine, lineId));
      if (proposal?.isExact) {
        const { recordKind: kind, recordId } = proposal;
        const pending = await confirmLine(deps, { lineId, kind, recordId, operatorId, key });
        if (pending) result.waiting += 1;
        else result.confirmed += 1;
      } else if (await isMatched(deps, lineId)) result.confirmed += 1;
      else throw notExact();
    } catch (error) {
      if (!(error instanceof Refusal) || error.code === 'OUTCOME_UNKNOWN') throw error;
      result.refused.push({ line_id: lineId, code: error.code, message: error.message });
    }
  }
  return result;
}

async function isMatched({ db }: Pick<Deps, 'db'>, lineId: number): Promise<boolean> {
  const { lineId: ofLine, reason, withdrawnAt } = bankExplanations;
  const [row] = await db.orm
    .select({ reason })
    .from(bankExplanations)
    .where(and(eq(ofLine, lineId), eq(reason, 'matched'), isNull(withdrawnAt)));
  return row !== undefined;
}
