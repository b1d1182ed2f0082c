import type { LiveSubject } from '@copup/shared/live-subjects.ts';
import type { Transaction } from '../db/in-transaction.ts';
import type { Deps } from '../deps.ts';
import type { Refusal } from '../errors.ts';
import type { Account } from '../ledger/accounts.ts';
import type { NewNotice } from '../notifications/notices.ts';
import type { Subject } from '../subject.ts';
import type { TextField } from './corrections.ts';

/**
 * The columns that the shared code reads of every subject's row. The table also has the columns status_at, settled_at,
 * told_at, told_upto and cancel_reason. While entries are refunded the status is `cancelling`, and final_status is the
 * next one.
 */
export interface SubjectRow {
  id: number;
  realm: number;
  status: string;
  finalStatus: string | null;
  startsAt: Date;
  endDate: Date;
  version: number;
  image: string | null;
}

/** A status change at a time in the row. */
export interface TimedStart<Row> {
  /** The name of the scheduled job and the sweep. */
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly column: 'starts_at' | 'opens_at' | 'holds_at';
  at(row: Row): Date;
  /** Returns why the subject is cancelled instead of started at this time, if it is. */
  cancels?(row: Row): string | undefined;
}

/** Counts of a subject's entries at its end. */
export interface EntryCounts {
  total: number;
  /** Paid entries that are not refunded. */
  refundable: number;
  /** Available coins that they paid (X7). */
  paidAvailable: number;
}

/** A subject that is due to be settled, with its entries. */
export interface Due<Row> {
  row: Row;
  entries: EntryCounts;
}

/** How a subject ends. */
export interface Outcome {
  status: string;
  /** Whether all entries are refunded before the status is final. */
  refundsEntries: boolean;
  /** Values of `SubjectKind.outcomeColumns`. */
  columns?: Readonly<Record<string, unknown>>;
}

export type SettleDeps = Pick<Deps, 'newId' | 'notices' | 'settings' | 'config'>;

/**
 * Defines one kind of live subject: what is declared of it, its tables, its states and how it is settled. All else is
 * shared by all kinds. Names of tables and columns are constants of the code.
 */
export interface SubjectKind<Row extends SubjectRow> extends LiveSubject {
  /** The subject's name in the ledger, in notices and in the operators' log, e.g. `auction`. */
  readonly name: string;
  readonly table: string;
  /** The columns of a `Row`, of the table with the alias `s`. */
  readonly columns: string;
  /** The column with the name that users see. */
  readonly nameColumn: string;
  /** Fields that operators may change once the terms are fixed. */
  readonly textFields: readonly TextField[];
  /** Table of paid entries: subjectId, user_id, transfer_id, paid_available, paid_bonus, joined_at, refunded_by. */
  readonly entries: {
    readonly table: string;
    readonly subjectId: string;
    /** Column of the subject's row that stores the number of entries at its end. */
    readonly countColumn?: string;
  };
  /** Further times of the row that move along when an operator moves the end (A14). */
  readonly endColumns?: readonly string[];
  /** The statuses before the end, in order. */
  readonly openStatuses: readonly string[];
  /** Status changes before the end, in order. */
  readonly starts: readonly TimedStart<Row>[];
  /** The final status of a cancelled subject once its entries are refunded. */
  readonly cancelledStatus: string;
  /** Conditions that partition the due subjects: each part is settled separately, in this order. */
  readonly dueParts?: readonly { readonly name: string; readonly where: string }[];
  /** Further columns that `settle` decides, with their SQL types. */
  readonly outcomeColumns?: Readonly<Record<string, string>>;

  room(row: Row): string;
  /** Further rooms that show the subject's status. */
  furtherRooms?(row: Row): readonly string[];

  /** Returns whether operators may change more than `textFields`. By default before the first status change. */
  hasOpenTerms?(row: Row): boolean;
  /** Returns whether words and picture may be corrected, and entrants may leave after it: until the first bid or the start (A14). */
  mayCorrect(row: Row, now: Date): boolean;
  /** Updates the counts in the subject's row, which is locked, when an entrant leaves (A14). */
  countLeave?(tx: Transaction, row: Row): Promise<void>;

  /** Coins that an entry costs. */
  entryFee(row: Row): number;
  /** The account that receives entry fees and pays refunds. */
  feeAccount(row: Row): Account;
  /** Returns the refusal of a join at this time, if any. */
  refuseEntry(row: Row, now: Date): Refusal | undefined;
  /** Returns the refusal of a join by this user, whose wallet is locked, if any. */
  refuseEntrant?(tx: Transaction, row: Row, userId: string): Promise<Refusal | undefined>;

  /**
   * Locks further rows that settling these needs, without waiting; returns the subjects whose rows were all free. By
   * default all subjects.
   */
  lockFree?(tx: Transaction, rows: readonly Row[], deps: SettleDeps): Promise<Row[]>;
  /**
   * Decides how each subject ends, in the order given, moves the coins and notifies the winners. The rows are locked,
   * their gates are closed, and `now` is the database's clock, read under these locks (P7). Does not refund entries.
   */
  settle(tx: Transaction, due: readonly Due<Row>[], now: Date, deps: SettleDeps): Promise<readonly Outcome[]>;
  /** Releases the holds of an open subject, in addition to its entries, when it is cancelled. */
  release?(tx: Transaction, row: Row, deps: SettleDeps): Promise<void>;
  /**
   * Returns the notice for a user who entered, once the subject is settled; undefined for one whom `settle` notified.
   */
  settledNotice(row: Row & Cancelled, entry: { userId: string; paid: number }): NewNotice | undefined;

  readonly errors: {
    notFound(): Refusal;
    ended(): Refusal;
    alreadyJoined(): Refusal;
    notEnoughCoins(): Refusal;
    /** Thrown when an operator edits a subject that is over. */
    over(): Refusal;
    /** Thrown when an operator edits more than `textFields` of one with fixed terms. */
    live(): Refusal;
    /** Thrown when an operator corrects one with entries that `mayCorrect` no longer allows. */
    fixed(): Refusal;
  };
}

export interface Cancelled {
  cancelReason: string | null;
}

/** The status while entries are refunded, for every kind. */
export const CANCELLING = 'cancelling';

type Timed = Pick<SubjectRow, 'status' | 'endDate'>;
type Statuses = { readonly openStatuses: readonly string[] };

export const subjectOf = ({ name }: { name: string }, id: number): Subject => ({
  kind: name,
  id: String(id),
});

/**
 * Returns the key of the transfers of a user's entry. A user who left (A14) and enters again pays with another key:
 * `leaves` counts how often.
 */
export const entryKey = ({ name }: { name: string }, id: number, userId: string, leaves = 0): string =>
  `${name}:${id}:${userId}${leaves > 0 ? `:${leaves}` : ''}`;

/** Returns whether the subject is neither settled nor cancelled. */
export const isOpen = ({ openStatuses }: Statuses, { status }: Pick<SubjectRow, 'status'>): boolean =>
  openStatuses.includes(status);

/**
 * Returns whether the subject is over, which it is from its end on. `now` is the database's clock, read under the row's
 * lock (P7).
 */
export const isOver = ({ endDate }: Pick<SubjectRow, 'endDate'>, now: Date): boolean => now >= endDate;

/** Returns every room of the subject itself. */
export const roomsOf = <Row extends SubjectRow>(
  kind: Pick<SubjectKind<Row>, 'room' | 'furtherRooms'>,
  row: Row,
): string[] => [kind.room(row), ...(kind.furtherRooms?.(row) ?? [])];

export const isDueToSettle = (kind: Statuses, row: Timed, now: Date): boolean =>
  isOpen(kind, row) && isOver(row, now);

export const isDueToStart = <Row extends Timed>(
  start: TimedStart<NoInfer<Row>>,
  row: Row,
  now: Date,
): boolean => row.status === start.from && now >= start.at(row) && !isOver(row, now);

/**
 * Builds a condition with statuses as constants: the plan of a prepared statement cannot use a partial index when they
 * are parameters.
 */
export const isOneOf = (statuses: readonly string[]): string =>
  `status IN (${statuses.map((status) => `'${status}'`).join(', ')})`;
