import { lockNumbers } from '../db/advisory-locks.ts';
import type { Database } from '../db/database.ts';
import { inTransaction } from '../db/in-transaction.ts';
import { invariant } from '../errors.ts';
import type { Unit } from './accounts.ts';
import { auditAccounts } from './audit-accounts.ts';
import { fundAccounts, walletAccounts } from './audit-entries.ts';
import { auditHoldOwners, receivableReferences, transferKeys, youngCoins } from './audit-own-rows.ts';
import {
  type AuditPosition,
  auditPlatformAccounts,
  auditPostings,
  countPostingsLeft,
  readAuditPosition,
  writeAuditPosition,
} from './audit-postings.ts';
import { type AuditReferences, auditReferences } from './audit-references.ts';
import {
  type AuditReport,
  type AuditTotals,
  createErrorCollector,
  createSums,
  type ErrorCollector,
  type Sums,
} from './audit-report.ts';
import { forgetAudit } from './forget-positions.ts';
import { rollUpPlatformAccounts } from './platform-accounts.ts';

/** A ledger with up to this many postings is followed from its first posting in each audit. */
const ALWAYS_FULL_UP_TO = 200_000;
const BEGINNING: AuditPosition = { upto: '0', postings: 0, platformAccounts: [], referencesAt: null };
/**
 * References younger than this are checked again. It exceeds the duration of a transaction, whose rows are visible only
 * after its commit, and the difference between server clocks, since a hold's id starts with its server's time.
 */
const OVERLAP = '10 minutes';

export interface AuditOptions {
  /** The features' rows whose users and subjects are checked. */
  references: readonly AuditReferences[];
  /** The current epoch of the database. Checkpoints of another epoch have been cleared. */
  epoch: number;
  /** Only this realm. The audit then follows all of its postings and stores nothing. */
  realm?: number;
  /**
   * `full` follows all postings; `checkpoints` only those since the last audit without errors; `auto`, the default, is
   * full while the ledger is small.
   */
  mode?: 'auto' | 'full' | 'checkpoints';
  onProgress?: (step: string, done: number) => void;
}

/**
 * Verifies the ledger, or reports the first wrong row of each check (P2, I1, I2). Correct while coins move: everything
 * is compared either within one snapshot or as of one cut, the oldest transaction that ran at the start. Reads in short
 * statements of limited size and holds no snapshot between them. Also rolls up the platform accounts. Rejects when one
 * of its connections ends.
 */
export async function auditLedger(db: Database, options: AuditOptions): Promise<AuditReport> {
  const { epoch } = options;
  if (options.realm !== undefined) return auditAtCut(db, options, { epoch, isRemembered: false });
  const client = await db.pool.connect();
  let lost: Error | undefined;
  // Without this listener, the end of an idle connection would end the process.
  const onLost = (error: Error) => {
    lost ??= error;
  };
  client.on('error', onLost);
  const checkLock = () => {
    if (lost) throw lost;
  };
  try {
    const { rows } = await client.query<{ isAlone: boolean }>(
      `SELECT CASE WHEN has_table_privilege('audit_position', 'UPDATE') THEN pg_try_advisory_lock(${lockNumbers.audit})
         ELSE false END AS "isAlone"`,
    );
    const isRemembered = rows[0]?.isAlone === true;
    const mode = isRemembered ? options.mode : 'full';
    return await auditAtCut(db, { ...options, mode }, { epoch, isRemembered, checkLock });
  } catch (error) {
    checkLock();
    throw error;
  } finally {
    if (!lost) await client.query(`SELECT pg_advisory_unlock(${lockNumbers.audit})`).catch(onLost);
    client.off('error', onLost);
    client.release(lost);
  }
}

interface AuditRun {
  epoch: number;
  isRemembered: boolean;
  /** Throws when the connection that holds the audit's lock was lost. */
  checkLock?: () => void;
}

/**
 * Checkpoints are not bound to a cut: an audit that runs concurrently could read checkpoints from after its own cut.
 * Therefore only the audit that holds the lock stores and uses them; any other audit, and the servers' role, which may
 * not write them, follows all postings.
 */
async function auditAtCut(
  db: Database,
  options: AuditOptions,
  { epoch, isRemembered, checkLock = () => {} }: AuditRun,
): Promise<AuditReport> {
  await rollUpPlatformAccounts(db);
  const { rows } = await db.pool.query<{ cut: string; referencesAt: string }>(
    `SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS cut,
       (statement_timestamp() - interval '${OVERLAP}')::text AS "referencesAt"`,
  );
  invariant(rows[0], 'the query of the current snapshot returned no row');
  const { cut, referencesAt } = rows[0];
  const { realm } = options;
  const position = await readUsablePosition(db, cut, isRemembered);
  const isFull = realm !== undefined || isFullDue(options.mode ?? 'auto', position);

  const errors = createErrorCollector();
  const checked: AuditReport['checked'] = {
    ...{ postings: 0, wallets: 0, funds: 0, receivables: 0, purchases: 0, keys: 0 },
  };
  for (const { counts } of options.references) checked[counts] = 0;
  const counting = (step: string) => (count: number) => {
    checkLock();
    const sum = (checked[step] ?? 0) + count;
    checked[step] = sum;
    options.onProgress?.(step, sum);
  };

  const platform = createSums();
  const from = isFull ? BEGINNING : position;
  const next = await auditPostings(db, { from, cut, realm, errors, sums: platform }, counting('postings'));
  await auditPlatformAccounts(db, { cut, realm, errors, sums: platform });

  const sums = createSums();
  const audit = { cut: BigInt(cut), isFull, realm, isRemembered, epoch, errors, sums };
  await auditAccounts(db, walletAccounts, audit, counting('wallets'));
  await auditAccounts(db, fundAccounts, audit, counting('funds'));
  const reading = { realm, errors, since: isFull ? null : position.referencesAt, isRemembered };
  await auditHoldOwners(db, reading);
  const references = [receivableReferences, youngCoins, ...options.references];
  if (isFull && realm === undefined) references.push(transferKeys);
  for (const each of references) await auditReferences(db, each, reading, counting(each.counts));
  const left = await countPostingsLeft(db, cut);

  for (const { realm: ofRealm, unit, kind, amount } of platform.list()) sums.add(ofRealm, unit, kind, amount);
  const totals = addUp(sums, errors);
  const found = errors.list();
  checkLock();
  // Sums that led to an error are not stored: the next audit computes them again.
  if (isRemembered && next && found.length === 0)
    await writeAuditPosition(db, { ...next, referencesAt }, epoch);
  const ok = found.length === 0 && left.unreachable === 0;
  return { ok, errors: found, totals, isFull, left, checked };
}

/**
 * Returns the position at which the last audit ended. A position ahead of the running transactions comes from another
 * cluster, as do its checkpoints: the audit that stores checkpoints clears them all.
 */
async function readUsablePosition(db: Database, cut: string, isRemembered: boolean): Promise<AuditPosition> {
  const position = await readAuditPosition(db);
  if (BigInt(position.upto) <= BigInt(cut)) return position;
  if (isRemembered) await inTransaction(db, ({ client }) => forgetAudit(client));
  return BEGINNING;
}

function isFullDue(mode: 'auto' | 'full' | 'checkpoints', position: AuditPosition): boolean {
  if (mode === 'full' || position.upto === BEGINNING.upto) return true;
  return mode === 'auto' && position.postings <= ALWAYS_FULL_UP_TO;
}

function addUp(sums: Sums, errors: ErrorCollector): AuditTotals[] {
  const totals = new Map<string, AuditTotals & { sum: bigint }>();
  for (const { realm, unit, kind, amount } of sums.list()) {
    const key = `${realm} ${unit}`;
    const total = totals.get(key) ?? { realm, unit: unit as Unit, balances: {}, sum: 0n };
    totals.set(key, total);
    total.sum += amount;
    if (amount !== 0n) total.balances[kind] = Number(amount);
  }
  for (const { realm, unit, sum } of totals.values()) {
    if (sum === 0n) continue;
    const message = `all balances add up to ${sum} instead of 0`;
    errors.add({ check: 'conservation', table: 'postings', row: `realm ${realm}, ${unit}`, message });
  }
  return [...totals.values()]
    .filter(({ balances }) => Object.keys(balances).length > 0)
    .map(({ sum: _, ...total }) => total);
}
