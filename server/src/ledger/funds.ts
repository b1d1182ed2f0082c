import type { Database } from '../db/database.ts';
import type { Transaction } from '../db/in-transaction.ts';
import { invariant } from '../errors.ts';
import type { Subject } from '../subject.ts';
import type { FundKind, Unit } from './accounts.ts';
import { notYetLocked, rememberLocked } from './lock-accounts.ts';

export interface Fund {
  id: string;
  kind: FundKind;
  realm: number;
  unit: Unit;
  subject: Subject;
  balance: number;
  /** The number of its postings. */
  version: number;
}

/** Identifies a fund: there is one for each kind, realm, unit and subject. */
export interface FundName {
  kind: FundKind;
  realm: number;
  /** `coin` by default. */
  unit?: Unit;
  subject: Subject;
}

type FundRow = Omit<Fund, 'subject'> & { subjectKind: string; subjectId: string };

const columns =
  'id, kind, realm, unit, subject_kind AS "subjectKind", subject_id AS "subjectId", balance, version';

/** Finds the fund of this name, undefined when it was never created. Takes no lock. */
export async function findFund(source: Database | Transaction, name: FundName): Promise<Fund | undefined> {
  const { rows } = await ('client' in source ? source.client : source.pool).query<FundRow>({
    name: 'find-fund',
    text: `SELECT ${columns} FROM funds
      WHERE kind = $1 AND realm = $2 AND unit = $3 AND subject_kind = $4 AND subject_id = $5`,
    values: nameValues(name),
  });
  return rows[0] && fundOf(rows[0]);
}

/**
 * Returns the fund of this name, creating it empty under `newId` when it does not exist. Safe when transactions do so
 * concurrently.
 */
export async function ensureFund(tx: Transaction, newId: string, name: FundName): Promise<Fund> {
  const found = await findFund(tx, name);
  if (found) return found;
  await tx.client.query(
    `INSERT INTO funds (id, kind, realm, unit, subject_kind, subject_id) VALUES ($6, $1, $2, $3, $4, $5)
     ON CONFLICT (kind, realm, unit, subject_kind, subject_id) DO NOTHING`,
    [...nameValues(name), newId],
  );
  const made = await findFund(tx, name);
  invariant(made, `the ${name.kind} of ${name.subject.kind} ${name.subject.id} was created`);
  return made;
}

/** Locks the funds in the order of their ids. Lock wallets before (L5). */
export async function lockFunds(tx: Transaction, ids: readonly string[]): Promise<Map<string, Fund>> {
  const { rows } = await tx.client.query<FundRow>({
    name: 'lock-funds',
    text: `SELECT ${columns} FROM funds WHERE id = ANY($1::uuid[]) ORDER BY id FOR NO KEY UPDATE`,
    values: [ids],
  });
  rememberLocked(
    tx,
    rows.map((row) => row.id),
  );
  return new Map(rows.map((row) => [row.id, fundOf(row)]));
}

/** Locks those funds that the transaction has not locked yet. */
export async function lockMissingFunds(tx: Transaction, ids: Iterable<string>): Promise<void> {
  const missing = notYetLocked(tx, ids);
  if (missing.length > 0) await lockFunds(tx, missing);
}

function nameValues(name: FundName): unknown[] {
  return [name.kind, name.realm, name.unit ?? 'coin', name.subject.kind, name.subject.id];
}

function fundOf({ subjectKind, subjectId, ...row }: FundRow): Fund {
  return { ...row, subject: { kind: subjectKind, id: subjectId } };
}
