import type { ApprovalPending } from '@copup/shared/admin.ts';
import { eq } from '../db/drizzle.ts';
import type { Transaction } from '../db/in-transaction.ts';
import type { Deps } from '../deps.ts';
import { type Credit, type CreditsMove, findReason, refuseOwnWallet } from './operator-moves.ts';
import { readOperators } from './operators.queries.ts';
import { approvals } from './operators.tables.ts';
import { type ApprovalRequest, requestApprovalOnce } from './request-approval.ts';

/**
 * Checks an action that credits several wallets before it is executed: throws OWN_WALLET when it credits the operator or
 * an account of the same promotion chain, and requests the approval of a second operator when the amount, the operator's
 * sum or the sum of one wallet exceeds a threshold. Returns undefined when it may be executed. Lock the operator and the
 * users before.
 */
export async function checkCredits(
  tx: Transaction,
  deps: Pick<Deps, 'settings'>,
  move: CreditsMove,
  request: Pick<ApprovalRequest, 'action' | 'subject' | 'details'>,
): Promise<ApprovalPending | undefined> {
  const { operatorId, realm } = move;
  if (realm !== 0 || move.amount === 0) return undefined;
  await refuseOwnCredits(tx, operatorId, move.credits);
  const why = await findReason(tx, deps, move);
  if (!why) return undefined;
  const beneficiaryId = (await findOperators(tx, move.credits))[0] ?? null;
  return requestApprovalOnce(tx, { ...request, operatorId, beneficiaryId, why });
}

/** Does the first part of the check for the operator who approves, since the credits may have changed meanwhile. */
export async function refuseApproverCredits(
  tx: Transaction,
  approvalId: number,
  credits: readonly Credit[],
): Promise<void> {
  const [row] = await tx.orm
    .select({ decidedBy: approvals.decidedBy })
    .from(approvals)
    .where(eq(approvals.id, approvalId));
  if (row?.decidedBy) await refuseOwnCredits(tx, row.decidedBy, credits);
}

/**
 * Counts the coins of an action that needed no second operator: each credit, and the rest as a move to no user. Each has
 * an id of its own in place of a transfer's.
 */
export async function noteCredits(
  tx: Transaction,
  { newId }: Pick<Deps, 'newId'>,
  { operatorId, realm, amount, credits }: CreditsMove,
): Promise<void> {
  if (realm !== 0) return;
  const rest = amount - credits.reduce((sum, credit) => sum + credit.amount, 0);
  const moves: { userId: string | null; amount: number }[] = [...credits];
  if (rest > 0) moves.push({ userId: null, amount: rest });
  if (moves.length === 0) return;
  await tx.client.query({
    name: 'operator-credits-note',
    text: `INSERT INTO operator_moves (transfer_id, operator_id, user_id, amount, is_credit)
      SELECT id, $2, user_id, amount, user_id IS NOT NULL
      FROM unnest($1::uuid[], $3::uuid[], $4::bigint[]) AS m (id, user_id, amount)`,
    values: [
      moves.map(() => newId()),
      operatorId,
      moves.map(({ userId }) => userId),
      moves.map((move) => move.amount),
    ],
  });
}

async function refuseOwnCredits(
  tx: Transaction,
  operatorId: string,
  credits: readonly Credit[],
): Promise<void> {
  for (const userId of await findOperators(tx, credits)) await refuseOwnWallet(tx, operatorId, userId);
}

/** Returns the credited users who are or were operators: a player may have become one. */
async function findOperators(tx: Transaction, credits: readonly Credit[]): Promise<string[]> {
  const operators = await readOperators(tx);
  return [...new Set(credits.map(({ userId }) => userId))].filter((id) => operators.has(id));
}
