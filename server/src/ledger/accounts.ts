import type { Database } from '../db/database.ts';
import type { Transaction } from '../db/in-transaction.ts';
import { invariant } from '../errors.ts';
import type { Subject } from '../subject.ts';

/** L1: the parts of a user's wallet. */
export const walletParts = ['available', 'held', 'bonus', 'task'] as const;
export type WalletPart = (typeof walletParts)[number];

/** Accounts with a running balance that belong to a subject or, `rewards`, to the operators. */
export const fundKinds = ['pot', 'stock', 'rewards', 'escrow'] as const;
export type FundKind = (typeof fundKinds)[number];

/** The platform's own accounts. Their balance is the sum of their postings. */
export const platformAccounts = ['issuance', 'revenue', 'payouts', 'unclaimed'] as const;
export type PlatformAccount = (typeof platformAccounts)[number];

export type AccountKind = WalletPart | FundKind | PlatformAccount;
export type Unit = 'coin' | 'task';

/** Where coins are: part of a wallet (id of the user), a fund (id of the fund), or a platform account. */
export type Account =
  | { kind: WalletPart; id: string }
  | { kind: FundKind; id: string }
  | { kind: PlatformAccount };

const wallets: ReadonlySet<string> = new Set(walletParts);
const funds: ReadonlySet<string> = new Set(fundKinds);

export function isWalletPart(kind: AccountKind): kind is WalletPart {
  return wallets.has(kind);
}

function isFundKind(kind: AccountKind): kind is FundKind {
  return funds.has(kind);
}

/** Returns the id of a wallet's or fund's account, null for a platform account. */
export function accountId(account: Account): string | null {
  return 'id' in account ? account.id : null;
}

/**
 * Asserts that an amount the server computed is a whole number of at least 1 that a JavaScript number holds exactly.
 * Schemas validate the narrower range of amounts in requests (L4).
 */
export function assertAmount(amount: number): void {
  invariant(Number.isSafeInteger(amount) && amount >= 1, `${String(amount)} is not an amount of coins`);
}

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
