import type { AccountKind, Unit } from './accounts.ts';

/** The checks of the audit, with the sentence printed for each. */
export const auditChecks = {
  transfers: 'every posting belongs to a transfer of its realm',
  keys: 'every transfer with postings has its key, and every key its transfer',
  accounts: 'every posting is between accounts that exist in its realm',
  sequence: "each account's postings are numbered from 1 to its version, without a gap",
  balances: 'each recorded balance equals the previous one plus the posting, and the last is the current one',
  negative: 'no balance is negative',
  holds: 'the open holds of each user add up to the held coins',
  users: 'wallets, holds and the rows of features belong to users of their realm',
  scores: 'the score of each player is the sum of the player’s plays',
  maximums:
    'each automatic bid is within its player’s own maximum, and each live maximum is the leader’s and held',
  settlements: 'each settled contest and heist gave one prize to its winner, or refunded all entries',
  shares:
    'no prize pays more available coins than the share of its winner’s fee, and no pot more than it received (X7)',
  trades: 'the coins of each open trade are in its escrow, and each decided trade paid or returned them',
  bets: 'the stakes of each open bet are in its escrow, and each ended bet paid them by its result or returned them',
  affiliates: 'each claimed affiliate reward was paid once, with its amount, after the target was reached',
  tasks: 'each approved upload, referral reward and conversion moved its coins once, and nothing else did',
  spins: 'each spin paid what it won, and the spent budget of each day is the sum of its spins',
  welcome: 'each player received welcome coins at most once, as recorded, and the spent budget is their sum',
  play: 'what each player spent and won on each day is the sum of the postings of that day',
  receivables:
    'what was recovered of each receivable is the sum of its transfers, and no user who owes coins keeps any',
  young:
    'each recent purchase has young coins, which add up to it, and no wallet or pot has more than can be young (X17)',
  payments:
    'each credited bank transfer moved its coins once, no other one did, and its recorded naira are those of its status',
  payouts: 'the transfers of each payout are those of its status',
  platform: 'the roll-ups of the platform accounts are the sums of their postings',
  conservation: 'the balances of users, funds and platform accounts add up to 0 in each realm and unit (I1)',
} as const;
export type AuditCheck = keyof typeof auditChecks;

export interface AuditError {
  check: AuditCheck;
  table: string;
  /** The row's primary key. */
  row: string;
  message: string;
}

/** Balances of one realm and unit at one moment. */
export interface AuditTotals {
  realm: number;
  unit: Unit;
  /** By kind of account; zero balances are left out. Issuance is negative. */
  balances: Partial<Record<AccountKind, number>>;
}

export interface PostingsLeft {
  /** Postings of transactions after the cut; the next audit covers them. */
  later: number;
  /**
   * Postings with transaction ids that this cluster has not assigned: restored from another cluster and not repaired
   * since. No audit covers them before `npm run restored`.
   */
  unreachable: number;
}

/** Upper limit of the counts of postings left out. */
export const MAX_LEFT = 1_000_000;

export interface AuditReport {
  /** True when no error was found and no posting is unreachable. */
  ok: boolean;
  /** The first wrong row of each check that failed. */
  errors: AuditError[];
  totals: AuditTotals[];
  /** Whether all of the history was followed, or only the postings since the last audit. */
  isFull: boolean;
  /** Postings that this audit leaves out. */
  left: PostingsLeft;
  /** Rows read: postings, wallets, funds, receivables, young purchases, keys, and the counts of each feature's references. */
  checked: Record<'postings' | 'wallets' | 'funds' | 'receivables' | 'purchases' | 'keys', number> &
    Record<string, number>;
}

/** Keeps the first error of each check. */
export interface ErrorCollector {
  add(error: AuditError): void;
  list(): AuditError[];
}

export function createErrorCollector(): ErrorCollector {
  const first = new Map<AuditCheck, AuditError>();
  return {
    add: (error) => {
      if (!first.has(error.check)) first.set(error.check, error);
    },
    list: () => (Object.keys(auditChecks) as AuditCheck[]).flatMap((check) => first.get(check) ?? []),
  };
}

/** Sums of coins by realm, unit and kind of account. */
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
