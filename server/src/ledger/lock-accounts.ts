import type { Transaction } from '../db/in-transaction.ts';
import { type Account, isFundKind, isWalletPart } from './accounts.ts';

// The ids that a transaction has locked, so that later postings do not lock them again. A lock lives as long as its
// transaction.
const lockedIds = new WeakMap<Transaction, Set<string>>();

export function rememberLocked(tx: Transaction, ids: Iterable<string>): void {
  const locked = lockedIds.get(tx) ?? new Set();
  for (const id of ids) locked.add(id);
  lockedIds.set(tx, locked);
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
