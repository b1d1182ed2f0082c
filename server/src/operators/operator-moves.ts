import type { ApprovalReason } from '@copup/shared/admin.ts';
import { lockUsers } from '../accounts/users.queries.ts';
import type { UserRow } from '../accounts/users.tables.ts';
import type { Transaction } from '../db/in-transaction.ts';
import type { Deps } from '../deps.ts';
import { invariant, Refusal } from '../errors.ts';
import { isSamePromotion, type Operators } from './approval-rules.ts';
import { readOperators } from './operators.queries.ts';
import { operatorMoves } from './operators.tables.ts';

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
  return (await lockOperatorAndOwners(tx, operatorId, [ownerId])).get(ownerId);
}

/** Does the same for several owners, in the order of their ids. */
export async function lockOperatorAndOwners(
  tx: Transaction,
  operatorId: string,
  ownerIds: readonly string[],
): Promise<Map<string, UserRow>> {
  const locked = await lockUsers(tx, [operatorId, ...ownerIds]);
  if (locked.get(operatorId)?.role !== 1) throw new Refusal('FORBIDDEN', 'This is for operators.');
  return locked;
}

/**
 * Returns why the move needs a second operator (O3a), undefined when it needs none: with it, the operator's unapproved
 * moves, or the wallet's receipts by such moves, would exceed the threshold in 24 hours or in 30 days. Load-test realms
 * are exempt. Lock both before.
 */
export async function findApprovalReason(
  tx: Transaction,
  deps: Pick<Deps, 'settings'>,
  { operatorId, user, amount, isCredit }: OperatorMove,
): Promise<ApprovalReason | undefined> {
  if (user && user.realm !== 0) return undefined;
  const credits = user && isCredit ? [{ userId: user.id, amount }] : [];
  return findReason(tx, deps, { operatorId, amount, credits });
}

/** Does the same for a move to several wallets of realm 0; `amount` is its total. */
export async function findReason(
  tx: Transaction,
  { settings }: Pick<Deps, 'settings'>,
  { operatorId, amount, credits }: Pick<CreditsMove, 'operatorId' | 'amount' | 'credits'>,
): Promise<ApprovalReason | undefined> {
  const ofDay = await settings.read(tx, 'secondOperatorAboveCoins');
  const ofMonth = await settings.read(tx, 'secondOperatorAbove30DaysCoins');
  if (amount > Math.min(ofDay, ofMonth)) return 'amount';
  const sums = await sumMoves(tx, operatorId, credits);
  if (sums.operatorDay + amount > ofDay) return 'operator_sum';
  if (sums.walletDay > ofDay) return 'wallet_sum';
  if (sums.operatorMonth + amount > ofMonth) return 'operator_month';
  return sums.walletMonth > ofMonth ? 'wallet_month' : undefined;
}

interface Sums {
  operatorDay: number;
  operatorMonth: number;
  /** Of the wallet that then has received most, with its credits. */
  walletDay: number;
  walletMonth: number;
}

async function sumMoves(tx: Transaction, operatorId: string, credits: readonly Credit[]): Promise<Sums> {
  const sums = `coalesce(sum(amount) FILTER (WHERE at > statement_timestamp() - interval '24 hours'), 0) AS day,
    coalesce(sum(amount), 0) AS month FROM operator_moves WHERE at > statement_timestamp() - interval '30 days'`;
  const { rows } = await tx.client.query<Sums>({
    name: 'operator-moves-sums',
    text: `WITH credits AS (
        SELECT user_id, sum(amount) AS amount FROM unnest($2::uuid[], $3::bigint[]) AS c (user_id, amount) GROUP BY user_id)
      SELECT o.day::bigint AS "operatorDay", o.month::bigint AS "operatorMonth",
        coalesce(w.day, 0)::bigint AS "walletDay", coalesce(w.month, 0)::bigint AS "walletMonth"
      FROM (SELECT ${sums} AND operator_id = $1) AS o,
        (SELECT max(c.amount + r.day) AS day, max(c.amount + r.month) AS month FROM credits c,
          LATERAL (SELECT ${sums} AND user_id = c.user_id AND is_credit) AS r) AS w`,
    values: [operatorId, credits.map(({ userId }) => userId), credits.map((credit) => credit.amount)],
  });
  invariant(rows[0], 'the sums of an operator returned no row');
  return rows[0];
}

/**
 * Counts a move that needed no second operator; an id of its own stands for a transfer that follows later. Approved moves
 * are not counted.
 */
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
