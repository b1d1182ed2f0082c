import type { PayWith } from '@copup/shared/entry-payments.ts';
import { type PaidFee, splitFee } from '@copup/shared/prize-shares.ts';
import type { Database } from '../db/database.ts';
import type { Transaction } from '../db/in-transaction.ts';
import { invariant } from '../errors.ts';
import { notYetLocked, rememberDebtors, rememberLocked } from './accounts.ts';

/** L1. Whole coins; `task` counts task coins. `version` is the number of postings so far. */
export interface Wallet {
  userId: string;
  realm: number;
  available: number;
  held: number;
  bonus: number;
  task: number;
  version: number;
  /** Whether the player has set a limit or taken a break (G1, G2): see `responsible-play`. */
  isRestricted: boolean;
  /** Whether a receivable of the user is open: coins that become available repay it first (X5). */
  owes: boolean;
  /** Whether it may contain young coins (X17): see `young-coins`. */
  hasLots: boolean;
}

const columns =
  'user_id AS "userId", realm, available, held, bonus, task, version, is_restricted AS "isRestricted", owes, has_lots AS "hasLots"';

/**
 * Locks the wallets in the order of their ids (L5), regardless of the order given, and returns their current rows. Lock
 * the subject first. A user without a wallet is absent from the result.
 */
export async function lockWallets(tx: Transaction, userIds: readonly string[]): Promise<Map<string, Wallet>> {
  const { rows } = await tx.client.query<Wallet>({
    name: 'lock-wallets',
    text: `SELECT ${columns} FROM wallets WHERE user_id = ANY($1::uuid[]) ORDER BY user_id FOR NO KEY UPDATE`,
    values: [userIds],
  });
  rememberWallets(tx, rows);
  return new Map(rows.map((row) => [row.userId, row]));
}

/** Remembers, until the end of the transaction, which wallets it has locked and whose users owe coins. */
export function rememberWallets(tx: Transaction, wallets: readonly Pick<Wallet, 'userId' | 'owes'>[]): void {
  rememberLocked(
    tx,
    wallets.map(({ userId }) => userId),
  );
  const debtors = wallets.filter(({ owes }) => owes);
  if (debtors.length === 0) return;
  rememberDebtors(
    tx,
    debtors.map(({ userId }) => userId),
  );
}

/** Does the same for those of the wallets that no other transaction has locked, without waiting. */
export async function lockFreeWallets(
  tx: Transaction,
  userIds: readonly string[],
): Promise<Map<string, Wallet>> {
  const { rows } = await tx.client.query<Wallet>({
    name: 'lock-free-wallets',
    text: `SELECT ${columns} FROM wallets WHERE user_id = ANY($1::uuid[]) ORDER BY user_id
      FOR NO KEY UPDATE SKIP LOCKED`,
    values: [userIds],
  });
  rememberWallets(tx, rows);
  return new Map(rows.map((row) => [row.userId, row]));
}

/** Reads balances without a lock, for display. A decision must read them again under a lock. */
export async function readWallets(
  source: Database | Transaction,
  userIds: readonly string[],
): Promise<Map<string, Wallet>> {
  const { rows } = await ('client' in source ? source.client : source.pool).query<Wallet>({
    name: 'read-wallets',
    text: `SELECT ${columns} FROM wallets WHERE user_id = ANY($1::uuid[])`,
    values: [userIds],
  });
  return new Map(rows.map((row) => [row.userId, row]));
}

/** Creates empty wallets for new users. Coins arrive only by transfers. */
export async function createWallets(
  tx: Transaction,
  owners: readonly { userId: string; realm: number }[],
): Promise<void> {
  await tx.client.query({
    name: 'create-wallets',
    text: 'INSERT INTO wallets (user_id, realm) SELECT * FROM unnest($1::uuid[], $2::integer[])',
    values: [owners.map((owner) => owner.userId), owners.map((owner) => owner.realm)],
  });
}

/** Locks those wallets that the transaction has not locked yet. */
export async function lockMissingWallets(tx: Transaction, userIds: Iterable<string>): Promise<void> {
  const missing = notYetLocked(tx, userIds);
  if (missing.length > 0) await lockWallets(tx, missing);
}

/**
 * Splits the payment of a fee or ticket: bonus coins first, then available ones, or available ones only (L6, X7).
 * Returns undefined when these do not suffice. A price of 0 is paid with 0 coins.
 */
export function splitSpend(
  wallet: PaidFee,
  amount: number,
  payWith: PayWith = 'bonus_first',
): PaidFee | undefined {
  invariant(Number.isSafeInteger(amount) && amount >= 0, `${String(amount)} is not a price in coins`);
  const spend = splitFee(wallet, amount, payWith);
  return spend.available <= wallet.available ? spend : undefined;
}
