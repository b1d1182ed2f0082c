import type { ApprovalPending } from '@copup/shared/admin.ts';
import { nearMissesCalls } from '@copup/shared/calls/heists.ts';
import { findNearMiss } from '@copup/shared/heist-proof.ts';
import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import type { ApprovedActions } from '../../operators/approved-action.ts';
import {
  findApprovalReason,
  lockOperatorAndOwner,
  noteOperatorMove,
  refuseOwnWallet,
} from '../../operators/operator-moves.ts';
import { requestApprovalOnce } from '../../operators/request-approval.ts';
import { writeAudit } from '../../operators/write-audit.ts';
import { isOver } from '../../subjects/subject-kind.ts';
import { lockSubject } from '../../subjects/subject-rows.ts';
import { heistEnded, heistNotFound, heistNotStarted, notNear } from './heists.errors.ts';
import { type HeistRow, heistSubject } from './heists.queries.ts';
import { heistKind } from './heists.subject.ts';

const ACTION = 'heist.accept-answer';

export interface AcceptAnswer {
  heistId: number;
  /** A user who gave the answer. */
  userId: string;
  operatorId: string;
  reason: string;
}

/**
 * Accepts a near miss before the end: it is correct for all users with the same normalized answer, also for later ones.
 * Returns the request when the prize needs a second operator (O3a). Does nothing when it is accepted already.
 */
export async function acceptAnswer(
  deps: Pick<Deps, 'db' | 'newId' | 'settings'>,
  { heistId, userId, operatorId, reason }: AcceptAnswer,
): Promise<ApprovalPending | undefined> {
  return inTransaction(deps.db, async (tx) => {
    const user = await lockOperatorAndOwner(tx, operatorId, userId);
    const heist = await lockStarted(tx, heistId);
    const typed = await findAnswer(tx, heistId, userId);
    if (!user || !typed || !findNearMiss(typed.normalized, heist.answers)) throw notNear();
    if (typed.acceptedBy !== null) return undefined;
    await refuseOwnWallet(tx, operatorId, userId);
    const subject = heistSubject(heistId);
    const details = { name: heist.name, answer: typed.normalized, reason };
    const move = { operatorId, user, amount: heist.prize, isCredit: true };
    const why = await findApprovalReason(tx, deps, move);
    if (why) {
      const request = { action: ACTION, subject, beneficiaryId: userId, why, details, operatorId };
      return requestApprovalOnce(tx, { ...request, distinctBy: 'answer' });
    }
    await accept(tx, heistId, typed.normalized, operatorId);
    // The prize is paid at the end, to this user at most.
    await noteOperatorMove(tx, move, deps.newId());
    await writeAudit(tx, { operatorId, action: ACTION, subject, realm: heist.realm, details });
    return undefined;
  });
}

/** Accepts a near miss that a second operator approved. */
export const acceptApproved = (): ApprovedActions => ({
  [ACTION]: {
    right: nearMissesCalls.calls['POST /admin/heists/:id/accept-answer'].right,
    async apply(tx, { subject, details, requestedBy }) {
      const heistId = Number(subject.id);
      await lockStarted(tx, heistId);
      return { users: await accept(tx, heistId, String(details.answer), requestedBy) };
    },
  },
});

/** Locks the heist, which must take answers by the database's clock (P7). */
async function lockStarted(tx: Transaction, heistId: number): Promise<HeistRow> {
  const heist = await lockSubject<HeistRow>(tx, heistKind, heistId);
  const now = await tx.clock();
  if (!heist) throw heistNotFound();
  if (heist.status === 'started' && !isOver(heist, now)) return heist;
  throw now < heist.startsAt ? heistNotStarted() : heistEnded();
}

/** Finds a user's answer, and the operator who accepted it, if any. */
async function findAnswer(
  tx: Transaction,
  heistId: number,
  userId: string,
): Promise<{ normalized: string; acceptedBy: string | null } | undefined> {
  const { rows } = await tx.client.query<{ normalized: string; acceptedBy: string | null }>({
    name: 'heist-answer-to-accept',
    // Another user may have given the same answer before it was accepted.
    text: `SELECT a.normalized, (SELECT s.accepted_by FROM heist_answers s WHERE s.heist_id = a.heist_id
        AND s.normalized = a.normalized AND s.accepted_by IS NOT NULL LIMIT 1) AS "acceptedBy"
      FROM heist_answers a WHERE a.heist_id = $1 AND a.user_id = $2`,
    values: [heistId, userId],
  });
  return rows[0];
}

/** Returns how many users gave the answer so far. */
async function accept(
  tx: Transaction,
  heistId: number,
  normalized: string,
  operatorId: string,
): Promise<number> {
  const { rowCount } = await tx.client.query({
    name: 'heist-answers-accept',
    text: `UPDATE heist_answers SET accepted_by = $3
      WHERE heist_id = $1 AND normalized = $2 AND accepted_by IS NULL`,
    values: [heistId, normalized, operatorId],
  });
  if (rowCount === 0) throw new Refusal('ALREADY_DECIDED', 'This answer is accepted already.');
  return rowCount ?? 0;
}
