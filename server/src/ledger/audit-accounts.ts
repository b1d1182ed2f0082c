import type { Database } from '../db/database.ts';
import type { AccountKind, Unit } from './accounts.ts';
import { ACCOUNTS, type AccountSource, listEntries } from './audit-entries.ts';
import type { ErrorCollector, Sums } from './audit-report.ts';
import { type AccountState, followEntry, isFollowError } from './follow-account.ts';

/** Postings followed at a time; limits the size of each statement. */
const ENTRIES = 10_000;

/** An account as it is now, read in one snapshot together with the rows that must agree with it. */
export interface AccountNow {
  id: string;
  realm: number;
  unitOf: (kind: AccountKind) => Unit;
  version: bigint;
  balances: ReadonlyMap<AccountKind, bigint>;
  /** The highest sequence number among its postings. */
  lastSeq: bigint;
  checkpoint: AccountState | undefined;
}

interface Followed {
  account: AccountNow;
  state: AccountState;
  /** The last state that only transactions before the cut led to: it can be stored as a checkpoint. */
  settled: AccountState;
  /** Changes by transactions at or after the cut. */
  later: Map<AccountKind, bigint>;
  isSettled: boolean;
  isWrong: boolean;
}

export interface AccountsAudit {
  cut: bigint;
  isFull: boolean;
  realm: number | undefined;
  /** Whether correct results are stored as checkpoints for the next audit. */
  isRemembered: boolean;
  /** The epoch in which the audit began. No checkpoint is stored once a later epoch has begun. */
  epoch: number;
  errors: ErrorCollector;
  sums: Sums;
}

/**
 * Follows each account's postings from its checkpoint (or from the first) to its current version, and adds its balances
 * as of the cut to `sums`. No long snapshot is needed: an account is read at one moment, and the postings that led to
 * that state never change afterwards. The balances at the cut are the current ones less what later transactions
 * changed, so they are consistent although the accounts are read at different moments while coins move.
 */
export async function auditAccounts(
  db: Database,
  source: AccountSource,
  audit: AccountsAudit,
  onChunk: (count: number) => void,
): Promise<void> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const accounts = await source.list(db, {
      after,
      realm: audit.realm,
      errors: audit.errors,
    });
    const followed = accounts.map((account) => begin(account, source, audit));
    for (const batch of inBatches(followed)) await followBatch(db, source, batch, audit);
    for (const one of followed) finish(one, source, audit);
    if (audit.isRemembered) await remember(db, followed, audit.epoch);
    onChunk(accounts.length);
    const last = accounts.at(-1);
    if (!last || accounts.length < ACCOUNTS) return;
    after = last.id;
  }
}

function begin(account: AccountNow, source: AccountSource, audit: AccountsAudit): Followed {
  const state = (!audit.isFull && account.checkpoint) || { version: 0n, balances: new Map() };
  const followed = { account, state, settled: state, later: new Map(), isSettled: true, isWrong: false };
  const { version } = account;
  if (state.version > version)
    addError(followed, source, audit, [
      'sequence',
      `is at version ${version}, but was at ${state.version} before`,
    ]);
  return followed;
}

interface Range {
  followed: Followed;
  after: bigint;
  upto: bigint;
}

/** Yields ranges of postings, split and grouped so that a batch holds at most ENTRIES of them. */
function* inBatches(followed: readonly Followed[]): Generator<Range[]> {
  let batch: Range[] = [];
  let room = BigInt(ENTRIES);
  for (const one of followed) {
    for (let after = one.state.version; after < one.account.version; ) {
      const upto = smaller(after + room, one.account.version);
      batch.push({ followed: one, after, upto });
      room -= upto - after;
      after = upto;
      if (room > 0n) continue;
      yield batch;
      batch = [];
      room = BigInt(ENTRIES);
    }
  }
  if (batch.length > 0) yield batch;
}

function smaller(left: bigint, right: bigint): bigint {
  return left < right ? left : right;
}

async function followBatch(
  db: Database,
  source: AccountSource,
  batch: readonly Range[],
  audit: AccountsAudit,
): Promise<void> {
  const entries = await listEntries(
    db,
    batch.map(({ followed, after, upto }) => ({ id: followed.account.id, after, upto })),
  );
  for (const [nth, { followed }] of batch.entries()) {
    for (const entry of entries.get(nth) ?? []) {
      // What transactions after the cut added is subtracted even from an account that failed another check.
      if (entry.xid >= audit.cut) {
        followed.isSettled = false;
        const { later } = followed;
        if (entry.from) later.set(entry.from.kind, (later.get(entry.from.kind) ?? 0n) - entry.amount);
        if (entry.to) later.set(entry.to.kind, (later.get(entry.to.kind) ?? 0n) + entry.amount);
      }
      if (followed.isWrong) continue;
      const next = followEntry(followed.state, entry);
      if (isFollowError(next)) {
        followed.isWrong = true;
        const message = `${next.message} (on ${source.table} ${followed.account.id})`;
        audit.errors.add({ check: next.check, table: 'postings', row: next.posting, message });
        continue;
      }
      followed.state = next;
      if (followed.isSettled) followed.settled = next;
    }
  }
}

function finish(followed: Followed, source: AccountSource, audit: AccountsAudit): void {
  const { account, state, later } = followed;
  const { version, lastSeq } = account;
  const report = (check: AccountCheck, message: string) =>
    addError(followed, source, audit, [check, message]);
  if (!followed.isWrong && state.version !== version)
    report('sequence', `is at version ${version}; its postings end at ${state.version}`);
  if (lastSeq > version) report('sequence', `is at version ${version}, but has a posting number ${lastSeq}`);
  for (const [kind, balance] of account.balances) {
    audit.sums.add(account.realm, account.unitOf(kind), kind, balance - (later.get(kind) ?? 0n));
    if (balance < 0n) report('negative', `has ${kind} ${balance}`);
    const expected = state.balances.get(kind) ?? 0n;
    if (!followed.isWrong && balance !== expected)
      report('balances', `has ${kind} ${balance}; its postings make it ${expected}`);
  }
}

type AccountCheck = 'sequence' | 'balances' | 'negative';

function addError(
  followed: Followed,
  source: AccountSource,
  audit: AccountsAudit,
  [check, message]: [AccountCheck, string],
): void {
  followed.isWrong = true;
  audit.errors.add({ check, table: source.table, row: followed.account.id, message });
}

async function remember(db: Database, followed: readonly Followed[], epoch: number): Promise<void> {
  const right = followed.filter((one) => !one.isWrong && one.settled.version > 0n && !isKnown(one));
  if (right.length === 0) return;
  await db.pool.query({
    name: 'audit-remember',
    text: `INSERT INTO audit_checkpoints (account_id, version, balances)
      SELECT * FROM unnest($1::uuid[], $2::bigint[], $3::jsonb[])
      WHERE $4 = (SELECT max(epoch) FROM database_epochs)
      ON CONFLICT (account_id) DO UPDATE
      SET version = excluded.version, balances = excluded.balances, checked_at = clock_timestamp()`,
    values: [
      right.map(({ account }) => account.id),
      right.map(({ settled }) => String(settled.version)),
      right.map(({ settled }) =>
        JSON.stringify(
          Object.fromEntries([...settled.balances].map(([kind, balance]) => [kind, String(balance)])),
        ),
      ),
      epoch,
    ],
  });
}

function isKnown({ settled, account: { checkpoint } }: Followed): boolean {
  if (checkpoint?.version !== settled.version) return false;
  return [...settled.balances].every(([kind, balance]) => checkpoint.balances.get(kind) === balance);
}
