import type { AccountKind } from './accounts.ts';

/** An account as it was after its posting number `version`. */
export interface AccountState {
  version: bigint;
  balances: ReadonlyMap<AccountKind, bigint>;
}

/** A posting from the point of view of one account: with the end, or both ends, in this account. */
export interface AccountEntry {
  /** The posting's primary key. */
  posting: string;
  xid: bigint;
  amount: bigint;
  from: AccountEnd | undefined;
  to: AccountEnd | undefined;
}
export interface AccountEnd {
  kind: AccountKind;
  seq: bigint;
  /** After the posting, as recorded with it. */
  balance: bigint;
}

export interface FollowError {
  check: 'sequence' | 'balances' | 'negative';
  posting: string;
  message: string;
}

/** Returns the account after one more of its postings, or the error in that posting. Pure. */
export function followEntry(
  { version, balances }: AccountState,
  entry: AccountEntry,
): AccountState | FollowError {
  const { posting, amount, from, to } = entry;
  const expected = version + 1n;
  const next = new Map(balances);
  if (from) next.set(from.kind, (next.get(from.kind) ?? 0n) - amount);
  if (to) next.set(to.kind, (next.get(to.kind) ?? 0n) + amount);
  for (const end of [from, to]) {
    if (!end) continue;
    if (end.seq !== expected) {
      return { check: 'sequence', posting, message: `is number ${end.seq} where ${expected} was expected` };
    }
    const balance = next.get(end.kind) ?? 0n;
    if (balance < 0n) {
      return { check: 'negative', posting, message: `takes ${end.kind} to ${balance}` };
    }
    if (end.balance !== balance) {
      const message = `records ${end.kind} is ${end.balance} after it; the postings before make it ${balance}`;
      return { check: 'balances', posting, message };
    }
  }
  return { version: expected, balances: next };
}

export function isFollowError(result: AccountState | FollowError): result is FollowError {
  return 'check' in result;
}
