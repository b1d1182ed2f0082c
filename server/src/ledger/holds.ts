import type { LastWrite, Transaction } from '../db/in-transaction.ts';
import { hashInput } from '../db/with-stored-reply.ts';
import { invariant } from '../errors.ts';
import type { Subject } from '../subject.ts';
import {
  type Account,
  accountId,
  assertAmount,
  debtorsAmong,
  fundIdsOf,
  lockMissingFunds,
  ownersOf,
} from './accounts.ts';
import {
  explainOverdraft,
  invalidateOwners,
  refusingOverdrafts,
  repayFrom,
  type TransferKind,
} from './post-transfers.ts';
import { lockMissingWallets } from './wallets.ts';

/** Coins to move from `available` to `held`. */
export interface HoldToOpen {
  /** UUIDv7 of the hold. */
  id: string;
  subject: Subject;
  realm: number;
  userId: string;
  amount: number;
  transferId: string;
  transferKind: TransferKind;
  key: string;
}

/** The one open hold of this subject and user. Its amount is read from the row. */
export interface HoldToClose {
  subject: Subject;
  realm: number;
  userId: string;
  transferId: string;
  transferKind: TransferKind;
  key: string;
  /** The account that receives the coins (a capture). Without it they return to `available` (a release). */
  captureTo?: Account;
}

export interface HoldChanges {
  close?: readonly HoldToClose[];
  open?: readonly HoldToOpen[];
}

export interface ClosedHold {
  id: string;
  userId: string;
  amount: number;
}

// One statement does everything; it may continue with writes of a subject. The holds to close are counted before others are opened, so that one hold of a user
// can be closed and another opened for the same subject; their postings come first, so that the coins are available. If
// one of the holds to close is not open, the amounts of the holds to open become null, which the column refuses.
const holdsSql = `
WITH closing AS (
  SELECT * FROM unnest($1::text[], $2::text[], $3::integer[], $4::uuid[], $5::uuid[], $6::text[], $7::text[], $8::bytea[],
    $9::account_kind[], $10::uuid[]) WITH ORDINALITY
    AS c(subject_kind, subject_id, realm, user_id, transfer_id, transfer_kind, key, input_hash, capture_to, capture_to_id, nth)
), opening AS (
  SELECT * FROM unnest($11::text[], $12::text[], $13::integer[], $14::uuid[], $15::uuid[], $16::text[], $17::text[],
    $18::bytea[], $19::uuid[], $20::bigint[]) WITH ORDINALITY
    AS o(subject_kind, subject_id, realm, user_id, transfer_id, transfer_kind, key, input_hash, id, amount, nth)
), closed AS (
  UPDATE holds h
  SET outcome = CASE WHEN c.capture_to IS NULL THEN 'released' ELSE 'captured' END, closed_by = c.transfer_id,
    closed_at = clock_timestamp()
  FROM closing c
  WHERE h.subject_kind = c.subject_kind AND h.subject_id = c.subject_id AND h.user_id = c.user_id AND h.outcome IS NULL
  RETURNING h.id, h.user_id, h.amount, c.realm, c.transfer_id, c.capture_to, c.capture_to_id, c.nth
), opened AS (
  INSERT INTO holds (id, subject_kind, subject_id, user_id, amount, opened_by)
  SELECT o.id, o.subject_kind, o.subject_id, o.user_id,
    CASE WHEN first.done = cardinality($1::text[]) THEN o.amount END, o.transfer_id
  FROM (SELECT count(*) AS done FROM closed) AS first, opening o
), transferred AS (
  INSERT INTO transfers (id, kind, realm, subject_kind, subject_id, key, input_hash)
  SELECT transfer_id, transfer_kind, realm, subject_kind, subject_id, key, input_hash FROM closing
  UNION ALL
  SELECT transfer_id, transfer_kind, realm, subject_kind, subject_id, key, input_hash FROM opening
), posted AS (
  INSERT INTO postings (transfer_id, no, realm, unit, amount, source, source_id, destination, destination_id)
  SELECT transfer_id, 0, realm, 'coin', amount, source, user_id, destination, destination_id
  FROM (
    SELECT transfer_id, realm, amount, 'held'::account_kind AS source, user_id,
      coalesce(capture_to, 'available') AS destination,
      CASE WHEN capture_to IS NULL THEN user_id ELSE capture_to_id END AS destination_id, 1 AS turn, nth
    FROM closed
    UNION ALL
    SELECT transfer_id, realm, amount, 'available', user_id, 'held', user_id, 2, nth FROM opening
  ) AS moves
  ORDER BY turn, nth
)`;
const changeHoldsSql = `${holdsSql} SELECT id, user_id AS "userId", amount FROM closed ORDER BY nth`;
/** The number of the statement's parameters. */
const HOLDS_PARAMETERS = 20;

/**
 * Closes and opens holds of any subjects, with their transfers, in one statement (L3): a batch of commands uses it to move
 * the lead from one user to another, or to a higher price of the same user. Closes before it opens. Coins released to a
 * user who owes some are taken at once (X5). Lock the subjects before; locks wallets that are not locked yet in the order
 * of their ids. Returns the closed holds in the order given.
 * Throws NOT_ENOUGH_COINS when `available` does not cover a hold to open. The caller must not close a hold that is not
 * open or open a second one; both throw.
 */
export async function changeHolds(tx: Transaction, changes: HoldChanges): Promise<ClosedHold[]> {
  const { close = [], open = [] } = changes;
  if (close.length === 0 && open.length === 0) return [];
  const owners = await lockOwners(tx, changes);
  const statement = changeHoldsStatement(close, open);
  const { rows } = await refusingOverdrafts(() => tx.client.query<ClosedHold>(statement));
  invariant(rows.length === close.length, `${close.length} holds to close, ${rows.length} were open`);
  invalidateOwners(tx, owners);
  await repayFrom(tx, releasedTo(close));
  return rows;
}

const releasedTo = (close: readonly HoldToClose[]): string[] =>
  close.flatMap(({ captureTo, userId }) => (captureTo ? [] : [userId]));

export type LastHoldChanges = HoldChanges & { open: readonly [HoldToOpen, ...HoldToOpen[]] };

/**
 * Does the same in one round trip with the COMMIT, unless coins are released to a user who owes some. At least one hold
 * must be opened: the constraints on its row check the others. Sends `rest` in the same statement.
 */
export async function changeHoldsLast(
  tx: Transaction,
  changes: LastHoldChanges,
  rest?: WriteBesideHolds,
): Promise<void> {
  const owners = await lockOwners(tx, changes);
  if (debtorsAmong(tx, releasedTo(changes.close ?? [])).length > 0) {
    await changeHolds(tx, changes);
    if (rest) tx.writeLast(rest);
    return;
  }
  const holds = changeHoldsStatement(changes.close ?? [], changes.open);
  const statement = rest
    ? { name: rest.nameWithHolds, text: rest.textWithHolds, values: [...holds.values, ...rest.values] }
    : holds;
  tx.writeLast({ ...statement, explain: explainOverdraft });
  invalidateOwners(tx, owners);
}

/** A write that may be sent in one statement with changes of holds. */
export interface WriteBesideHolds extends LastWrite {
  nameWithHolds: string;
  textWithHolds: string;
}

/** Returns the texts of a write of `WITH` clauses and a statement, given the number before its first parameter. */
export const besideHolds = (
  name: string,
  sql: (before: number) => string,
): Omit<WriteBesideHolds, 'values'> => ({
  name,
  text: `WITH ${sql(0)}`,
  nameWithHolds: `${name}-with-holds`,
  textWithHolds: `${holdsSql}, ${sql(HOLDS_PARAMETERS)}`,
});

/** Locks the rows that the changes need; returns the users whose wallets change. */
async function lockOwners(tx: Transaction, { close = [], open = [] }: HoldChanges): Promise<Set<string>> {
  tx.moveCoins();
  for (const { amount } of open) assertAmount(amount);
  const captureTo = close.flatMap((hold) => hold.captureTo ?? []);
  const owners = ownersOf(captureTo);
  for (const { userId } of [...close, ...open]) owners.add(userId);
  await lockMissingWallets(tx, owners);
  await lockMissingFunds(tx, fundIdsOf(captureTo));
  return owners;
}

function changeHoldsStatement(close: readonly HoldToClose[], open: readonly HoldToOpen[]) {
  return {
    name: 'change-holds',
    text: changeHoldsSql,
    values: [
      ...transferColumns(close),
      close.map((hold) => hold.captureTo?.kind ?? null),
      close.map((hold) => (hold.captureTo ? accountId(hold.captureTo) : null)),
      ...transferColumns(open),
      open.map(({ id }) => id),
      open.map(({ amount }) => amount),
    ],
  };
}

/** The part of one subject in the functions below. */
interface OfSubject {
  subject: Subject;
  realm: number;
  transferKind: TransferKind;
}

/** Moves coins from `available` to `held` (L3). */
export async function openHolds(
  tx: Transaction,
  { holds, ...subject }: OfSubject & { holds: readonly Omit<HoldToOpen, keyof OfSubject>[] },
): Promise<void> {
  await changeHolds(tx, { open: holds.map((hold) => ({ ...hold, ...subject })) });
}

/** Moves the coins of open holds back to `available`, once (L3). */
export async function releaseHolds(
  tx: Transaction,
  { holds, ...subject }: OfSubject & { holds: readonly Omit<HoldToClose, keyof OfSubject | 'captureTo'>[] },
): Promise<ClosedHold[]> {
  return changeHolds(tx, { close: holds.map((hold) => ({ ...hold, ...subject })) });
}

/** Moves the coins of open holds to `to` for good, once (L3). */
export async function captureHolds(
  tx: Transaction,
  {
    holds,
    to,
    ...subject
  }: OfSubject & { to: Account; holds: readonly Omit<HoldToClose, keyof OfSubject | 'captureTo'>[] },
): Promise<ClosedHold[]> {
  return changeHolds(tx, { close: holds.map((hold) => ({ ...hold, ...subject, captureTo: to })) });
}

export interface OpenHold {
  id: string;
  userId: string;
  amount: number;
}

/** Locks the subjects' open holds that no other transaction has locked, without waiting; returns the subjects' ids. */
export async function lockFreeHolds(
  tx: Transaction,
  subjectKind: string,
  subjectIds: readonly string[],
): Promise<Set<string>> {
  const { rows } = await tx.client.query<{ subjectId: string }>({
    name: 'lock-free-holds',
    text: `SELECT subject_id AS "subjectId" FROM holds
      WHERE subject_kind = $1 AND subject_id = ANY($2::text[]) AND outcome IS NULL FOR NO KEY UPDATE SKIP LOCKED`,
    values: [subjectKind, subjectIds],
  });
  return new Set(rows.map(({ subjectId }) => subjectId));
}

/** Lists the open holds of a subject by user. */
export async function listOpenHolds(tx: Transaction, subject: Subject): Promise<OpenHold[]> {
  const { rows } = await tx.client.query<OpenHold>({
    name: 'open-holds',
    text: `SELECT id, user_id AS "userId", amount FROM holds
      WHERE subject_kind = $1 AND subject_id = $2 AND outcome IS NULL ORDER BY user_id`,
    values: [subject.kind, subject.id],
  });
  return rows;
}

function transferColumns(changes: readonly (HoldToClose | HoldToOpen)[]): (string | number | Buffer)[][] {
  return [
    changes.map(({ subject }) => subject.kind),
    changes.map(({ subject }) => subject.id),
    changes.map(({ realm }) => realm),
    changes.map(({ userId }) => userId),
    changes.map(({ transferId }) => transferId),
    changes.map(({ transferKind }) => transferKind),
    changes.map(({ key }) => key),
    changes.map((change) =>
      hashInput({
        subject: { kind: change.subject.kind, id: change.subject.id },
        userId: change.userId,
        amount: 'amount' in change ? change.amount : undefined,
      }),
    ),
  ];
}
