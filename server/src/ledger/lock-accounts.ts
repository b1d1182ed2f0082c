import type { Transaction } from '../db/in-transaction.ts';
import { type Account, isFundKind, isWalletPart } from './accounts.ts';

// The ids that a transaction has locked, so that later postings do not lock them again, and those of them whose users owe
// coins. A lock is held until its transaction ends.
const lockedIds = new WeakMap<Transaction, Set<string>>();
const debtorIds = new WeakMap<Transaction, Set<string>>();

export const rememberLocked = (tx: Transaction, ids: Iterable<string>): void => add(lockedIds, tx, ids);

/** Remembers that these users owe coins (X5). */
export const rememberDebtors = (tx: Transaction, ids: Iterable<string>): void => add(debtorIds, tx, ids);

function add(remembered: typeof lockedIds, tx: Transaction, ids: Iterable<string>): void {
  const known = remembered.get(tx) ?? new Set();
  for (const id of ids) known.add(id);
  remembered.set(tx, known);
}

/** Returns those of the users who owe coins. Lock their wallets before. */
export function debtorsAmong(tx: Transaction, ids: Iterable<string>): string[] {
  const debtors = debtorIds.get(tx);
  return debtors ? [...new Set(ids)].filter((id) => debtors.has(id)) : [];
}

/** Returns those of `ids` that the transaction has not locked yet, each once. */
export function notYetLocked(tx: Transaction, ids: Iterable<string>): string[] {
  const locked = lockedIds.get(tx);
  return [...new Set(ids)].filter((id) => !locked?.has(id));
}

/** Returns the users whose wallets are among the accounts. */
export function ownersOf(accounts: readonly Account[]): Set<string> {
  return idsOf(accounts, (account) => isWalletPart(account.kind));
}

export function fundIdsOf(accounts: readonly Account[]): Set<string> {
  return idsOf(accounts, (account) => isFundKind(account.kind));
}

function idsOf(accounts: readonly Account[], belongs: (account: Account) => boolean): Set<string> {
  const ids = new Set<string>();
  for (const account of accounts) if ('id' in account && belongs(account)) ids.add(account.id);
  return ids;
}
