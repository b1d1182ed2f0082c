import type { Database } from '../db/database.ts';
import { inTransaction } from '../db/in-transaction.ts';
import { invariant } from '../errors.ts';
import type { Unit } from './accounts.ts';
import { auditAccounts } from './audit-accounts.ts';
import { fundAccounts, walletAccounts } from './audit-entries.ts';
import {
  type AuditPosition,
  auditHouse,
  auditPostings,
  countPostingsLeft,
  readAuditPosition,
  writeAuditPosition,
} from './audit-postings.ts';
import { type AuditReferences, auditHoldOwners } from './audit-references.ts';
import {
  type AuditReport,
  type AuditTotals,
  createFaultBook,
  createSums,
  type FaultBook,
  type Sums,
} from './audit-report.ts';
import { auditTransferKeys } from './audit-transfer-keys.ts';
import { forgetAudit } from './forget-positions.ts';
import { rollUpHouse } from './house.ts';

/** A ledger of up to this many postings is followed from the first one each time. */
const ALWAYS_FULL_UP_TO = 200_000;
/** Names the advisory lock of the audit that remembers; any number that nothing else here uses. */
export const AUDIT_LOCK = 2_026_112_101;
const BEGINNING: AuditPosition = { upto: '0', postings: 0, house: [], referencesAt: null };
/**
 * References that are so young are read again: it is longer than a transaction, whose rows are seen only after its commit,
 * and than the clocks of servers differ, since a hold's id begins with the time of its server.
 */
const OVERLAP = '10 minutes';

export interface AuditOptions {
  /** Rows of the features whose users and subjects are checked. */
  references: readonly AuditReferences[];
  /** Of the database now. What was remembered in another epoch has been cleared. */
  epoch: number;
  /** Only this realm; then all of its history is followed, and nothing is remembered. */
  realm?: number;
  /**
   * `full` follows all of history; `checkpoints` only what came since the last audit that found it right; `auto`, the
   * default, is full while the ledger is small.
   */
  mode?: 'auto' | 'full' | 'checkpoints';
  onProgress?: (step: string, done: number) => void;
}

/**
 * Proves the ledger right, or names the first wrong row of each check (P2, I1, I2). Right while money moves: everything
 * is compared either within one snapshot or as of one cut, the oldest transaction that ran at the start. Reads in short
 * statements of bounded size and never holds a snapshot between them. Rolls up the house on the way. Rejects when one of
 * its connections ends.
 */
export async function auditLedger(db: Database, options: AuditOptions): Promise<AuditReport> {
  const { epoch } = options;
  if (options.realm !== undefined) return auditAtCut(db, options, { epoch, isRemembered: false });
  const client = await db.pool.connect();
  let lost: Error | undefined;
  // Without a listener the end of a connection that waits would end the process.
  const onLost = (error: Error) => {
    lost ??= error;
  };
  client.on('error', onLost);
  const checkLock = () => {
    if (lost) throw lost;
  };
  try {
    const { rows } = await client.query<{ isAlone: boolean }>(
      `SELECT CASE WHEN has_table_privilege('audit_position', 'UPDATE') THEN pg_try_advisory_lock(${AUDIT_LOCK})
         ELSE false END AS "isAlone"`,
    );
    const isRemembered = rows[0]?.isAlone === true;
    const mode = isRemembered ? options.mode : 'full';
    return await auditAtCut(db, { ...options, mode }, { epoch, isRemembered, checkLock });
  } catch (error) {
    checkLock();
    throw error;
  } finally {
    if (!lost) await client.query(`SELECT pg_advisory_unlock(${AUDIT_LOCK})`).catch(onLost);
    client.off('error', onLost);
    client.release(lost);
  }
}

interface AuditRun {
  epoch: number;
  isRemembered: boolean;
  /** Throws when the lock that lets this audit remember was lost with its connection. */
  checkLock?: () => void;
}

/**
 * What is remembered has no cut of its own: an audit that runs beside another would meet checkpoints from after its own
 * cut. So one at a time remembers, and whoever runs beside it follows all of history; so does the servers' role, which may
 * not write what is remembered.
 */
async function auditAtCut(
  db: Database,
  options: AuditOptions,
  { epoch, isRemembered, checkLock = () => {} }: AuditRun,
): Promise<AuditReport> {
  await rollUpHouse(db);
  const { rows } = await db.pool.query<{ cut: string; referencesAt: string }>(
    `SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS cut,
       (statement_timestamp() - interval '${OVERLAP}')::text AS "referencesAt"`,
  );
  invariant(rows[0], 'the database has a snapshot');
  const { cut, referencesAt } = rows[0];
  const { realm } = options;
  const position = await readUsablePosition(db, cut, isRemembered);
  const isFull = realm !== undefined || isFullDue(options.mode ?? 'auto', position);

  const faults = createFaultBook();
  const checked: AuditReport['checked'] = { postings: 0, wallets: 0, funds: 0, keys: 0 };
  for (const { counts } of options.references) checked[counts] = 0;
  const counting = (step: string) => (count: number) => {
    checkLock();
    const sum = (checked[step] ?? 0) + count;
    checked[step] = sum;
    options.onProgress?.(step, sum);
  };

  const house = createSums();
  const from = isFull ? BEGINNING : position;
  const next = await auditPostings(db, { from, cut, realm, faults, sums: house }, counting('postings'));
  await auditHouse(db, { cut, realm, faults, sums: house });

  const sums = createSums();
  const audit = { cut: BigInt(cut), isFull, realm, isRemembered, epoch, faults, sums };
  await auditAccounts(db, walletAccounts, audit, counting('wallets'));
  await auditAccounts(db, fundAccounts, audit, counting('funds'));
  const reading = { realm, faults, since: isFull ? null : position.referencesAt };
  await auditHoldOwners(db, reading);
  for (const { counts, audit: auditRows } of options.references)
    await auditRows(db, { ...reading, isRemembered }, counting(counts));
  if (isFull && realm === undefined) await auditTransferKeys(db, faults, counting('keys'));
  const left = await countPostingsLeft(db, cut);

  for (const { realm: ofRealm, unit, kind, amount } of house.list()) sums.add(ofRealm, unit, kind, amount);
  const totals = addUp(sums, faults);
  const found = faults.list();
  checkLock();
  // Sums that led to a fault are not built upon: the next audit adds them up again.
  if (isRemembered && next && found.length === 0)
    await writeAuditPosition(db, { ...next, referencesAt }, epoch);
  const ok = found.length === 0 && left.unreachable === 0;
  return { ok, faults: found, totals, isFull, left, checked };
}

/**
 * Where the last audit ended. A position ahead of the running transactions is of another cluster, as are the checkpoints
 * that came with it: the audit that remembers clears them all.
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

function addUp(sums: Sums, faults: FaultBook): AuditTotals[] {
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
    faults.add({ check: 'conservation', table: 'postings', row: `realm ${realm}, ${unit}`, message });
  }
  return [...totals.values()]
    .filter(({ balances }) => Object.keys(balances).length > 0)
    .map(({ sum: _, ...total }) => total);
}
