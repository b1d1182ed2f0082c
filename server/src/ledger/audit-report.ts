import type { AccountKind, Unit } from './accounts.ts';

/** What the audit proves, in the words it prints. */
export const auditChecks = {
  transfers: 'every posting belongs to a transfer of its realm',
  keys: 'every transfer of a posting has its key, and every key its transfer',
  accounts: 'every posting is between accounts that exist in its realm',
  sequence: "each account's postings are numbered from 1 to its version, without a gap",
  balances: 'each balance follows from the one before, and the last is the current one',
  negative: 'no balance is negative',
  holds: 'open holds add up to what is held',
  users: 'wallets, holds, bids and entries belong to users of their realm',
  scores: 'the score of each player is the sum of the plays that made it',
  settlements: 'each settled contest paid one prize to its winner, or refunded all entries',
  house: "the house's roll-ups are the sums of its postings",
  conservation: 'what users, funds and the house hold adds up to 0 in each realm and unit (I1)',
} as const;
export type AuditCheck = keyof typeof auditChecks;

export interface AuditFault {
  check: AuditCheck;
  table: string;
  /** The row's primary key. */
  row: string;
  message: string;
}

/** Balances of one realm and unit, all at one and the same moment. */
export interface AuditTotals {
  realm: number;
  unit: Unit;
  /** By kind of account, those with nothing left out. Issuance is negative. */
  balances: Partial<Record<AccountKind, number>>;
}

export interface PostingsLeft {
  /** Of transactions after the cut: the next audit covers them. */
  later: number;
  /**
   * With transaction ids that this cluster has not given out: restored from another cluster and not repaired since.
   * No audit covers them before `npm run restored`.
   */
  unreachable: number;
}

/** Counts of postings that are left out stop here. */
export const MAX_LEFT = 1_000_000;

export interface AuditReport {
  /** No fault was found, and no posting is unreachable. */
  ok: boolean;
  /** The first wrong row of each check that failed. */
  faults: AuditFault[];
  totals: AuditTotals[];
  /** Whether all of the history was followed, or only what came since the last time. */
  isFull: boolean;
  /** Postings that this audit leaves out. */
  left: PostingsLeft;
  /** Rows that were read: postings, wallets, funds, keys, and what the features' references count. */
  checked: { postings: number; wallets: number; funds: number; keys: number } & Record<string, number>;
}

/** Keeps the first fault of each check. */
export interface FaultBook {
  add(fault: AuditFault): void;
  list(): AuditFault[];
}

export function createFaultBook(): FaultBook {
  const first = new Map<AuditCheck, AuditFault>();
  return {
    add: (fault) => {
      if (!first.has(fault.check)) first.set(fault.check, fault);
    },
    list: () => (Object.keys(auditChecks) as AuditCheck[]).flatMap((check) => first.get(check) ?? []),
  };
}

/** Coins by realm, unit and kind of account. */
export interface Sums {
  add(realm: number, unit: Unit, kind: AccountKind, amount: bigint): void;
  list(): { realm: number; unit: Unit; kind: AccountKind; amount: bigint }[];
}

export function createSums(): Sums {
  const sums = new Map<string, { realm: number; unit: Unit; kind: AccountKind; amount: bigint }>();
  return {
    add: (realm, unit, kind, amount) => {
      const key = `${realm} ${unit} ${kind}`;
      const sum = sums.get(key);
      if (sum) sum.amount += amount;
      else sums.set(key, { realm, unit, kind, amount });
    },
    list: () =>
      [...sums.values()].sort((left, right) => left.realm - right.realm || (left.unit < right.unit ? -1 : 1)),
  };
}
