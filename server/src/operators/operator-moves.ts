import type { ApprovalReason } from '@copup/shared/admin.ts';
import { lockUsers } from '../accounts/users.queries.ts';
import type { UserRow } from '../accounts/users.tables.ts';
import type { Transaction } from '../db/in-transaction.ts';
import type { Deps } from '../deps.ts';
import { Refusal } from '../errors.ts';
import { isSamePromotion, type Operators } from './approval-rules.ts';
import { readOperators } from './operators.queries.ts';
import { operatorMoves } from './operators.tables.ts';

/** A movement of coins by an operator to or from a user's wallet or a trader's stock, before it happens. */
export interface OperatorMove {
  operatorId: string;
  /** The owner; null for a stock that belongs to no user. Stocks are of realm 0. */
  user: Pick<UserRow, 'id' | 'realm'> | null;
  amount: number;
  isCredit: boolean;
}

/**
 * Locks the operator and the owner of the wallet, so that moves of one operator, and moves to one wallet, are added up
 * one after the other. Returns the owner, undefined when there is none. Throws FORBIDDEN when the operator's role was
 * removed meanwhile.
 */
export async function lockOperatorAndOwner(
  tx: Transaction,
  operatorId: string,
  ownerId: string,
): Promise<UserRow | undefined> {
  const locked = await lockUsers(tx, [operatorId, ownerId]);
  if (locked.get(operatorId)?.role !== 1) throw new Refusal('FORBIDDEN', 'This is for operators.');
  return locked.get(ownerId);
}

/**
 * Returns why the move needs a second operator (O3a), undefined when it needs none: with it, the operator's unapproved
 * moves, or the wallet's receipts by such moves, would exceed the threshold in 24 hours. Load-test realms are exempt.
 * Lock both before.
 */
export async function findApprovalReason(
  tx: Transaction,
  { settings }: Pick<Deps, 'settings'>,
  { operatorId, user, amount, isCredit }: OperatorMove,
): Promise<ApprovalReason | undefined> {
  if (user && user.realm !== 0) return undefined;
  const threshold = await settings.read(tx, 'secondOperatorAboveCoins');
  if (amount > threshold) return 'amount';
  const { byOperator, toWallet } = await sumMoves(tx, operatorId, user?.id ?? null);
  if (byOperator + amount > threshold) return 'operator_sum';
  if (isCredit && toWallet + amount > threshold) return 'wallet_sum';
  return undefined;
}

async function sumMoves(
  tx: Transaction,
  operatorId: string,
  userId: string | null,
): Promise<{ byOperator: number; toWallet: number }> {
  const since = `at > statement_timestamp() - interval '24 hours'`;
  const { rows } = await tx.client.query<{ byOperator: number; toWallet: number }>({
    name: 'operator-moves-sums',
    text: `SELECT
        (SELECT coalesce(sum(amount), 0)::bigint FROM operator_moves WHERE operator_id = $1 AND ${since}) AS "byOperator",
        (SELECT coalesce(sum(amount), 0)::bigint FROM operator_moves WHERE user_id = $2 AND is_credit AND ${since}) AS "toWallet"`,
    values: [operatorId, userId],
  });
  return rows[0] ?? { byOperator: 0, toWallet: 0 };
}

/** Counts a move that needed no second operator. Approved moves are not counted. */
export async function noteOperatorMove(
  tx: Transaction,
  { operatorId, user, amount, isCredit }: OperatorMove,
  transferId: string,
): Promise<void> {
  if (user && user.realm !== 0) return;
  const userId = user?.id ?? null;
  await tx.orm.insert(operatorMoves).values({ transferId, operatorId, userId, amount, isCredit });
}

/** Refuses a credit to the operator's own wallet and to that of an operator in the same promotion chain (O3a). */
export async function refuseOwnWallet(tx: Transaction, operatorId: string, userId: string): Promise<void> {
  const refusal = findOwnWalletRefusal(operatorId, userId, await readOperators(tx));
  if (refusal) throw refusal;
}

/** Returns the same refusal, for a caller that has read the operators. */
export function findOwnWalletRefusal(
  operatorId: string,
  userId: string,
  operators: Operators,
): Refusal | undefined {
  if (userId !== operatorId && !isSamePromotion(userId, operatorId, operators)) return undefined;
  return new Refusal(
    'OWN_WALLET',
    'An operator cannot credit their own wallet, nor one of a promoted account.',
  );
}
