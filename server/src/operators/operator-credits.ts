import type { ApprovalPending, ApprovalReason } from '@copup/shared/admin.ts';
import { eq } from 'drizzle-orm';
import type { Transaction } from '../db/in-transaction.ts';
import type { Deps } from '../deps.ts';
import { findApprovalReason, refuseOwnWallet } from './operator-moves.ts';
import { readOperators } from './operators.queries.ts';
import { approvals } from './operators.tables.ts';
import { type ApprovalRequest, requestApprovalOnce } from './request-approval.ts';

export interface Credit {
  userId: string;
  amount: number;
}

/** An operator's action that moves coins to several wallets at once: a settlement or refunds (O3a). */
export interface CreditsMove {
  operatorId: string;
  realm: number;
  /** Coins that the action moves in total: the credits and what goes elsewhere, such as the fee of a bet. */
  amount: number;
  /** Who receives what. */
  credits: readonly Credit[];
}

/**
 * Checks such an action before it is executed: throws OWN_WALLET when it credits the operator or an account of the same
 * promotion chain, and requests the approval of a second operator when the amount, the operator's sum or the sum of one
 * wallet exceeds the threshold in 24 hours. Returns undefined when it may be executed. Lock the operator before.
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

async function findReason(
  tx: Transaction,
  deps: Pick<Deps, 'settings'>,
  { operatorId, amount, credits }: CreditsMove,
): Promise<ApprovalReason | undefined> {
  const why = await findApprovalReason(tx, deps, { operatorId, user: null, amount, isCredit: true });
  if (why) return why;
  const threshold = await deps.settings.read(tx, 'secondOperatorAboveCoins');
  const { rows } = await tx.client.query<{ highest: number }>({
    name: 'operator-credits-highest',
    text: `WITH credits AS (
        SELECT user_id, sum(amount)::bigint AS amount FROM unnest($1::uuid[], $2::bigint[]) AS c (user_id, amount) GROUP BY user_id)
      SELECT coalesce(max(c.amount + (SELECT coalesce(sum(m.amount), 0) FROM operator_moves m
        WHERE m.user_id = c.user_id AND m.is_credit AND m.at > statement_timestamp() - interval '24 hours')), 0)::bigint AS highest
      FROM credits c`,
    values: [credits.map(({ userId }) => userId), credits.map((credit) => credit.amount)],
  });
  return (rows[0]?.highest ?? 0) > threshold ? 'wallet_sum' : undefined;
}
