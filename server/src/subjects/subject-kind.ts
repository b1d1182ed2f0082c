import type { Transaction } from '../db/in-transaction.ts';
import type { Deps } from '../deps.ts';
import type { Refusal } from '../errors.ts';
import type { Account } from '../ledger/accounts.ts';
import type { NewNotice } from '../notifications/notices.ts';
import type { Subject } from '../subject.ts';

/**
 * What the kit reads of every subject's row. The table also has the columns status_at, settled_at, told_at, told_upto and
 * cancel_reason. While entries are refunded the status is `cancelling`, and final_status is what it becomes.
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

/** A status change at a time of the row. */
export interface TimedStart<Row> {
  /** Names the scheduled job and the sweep. */
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly column: 'starts_at' | 'opens_at';
  at(row: Row): Date;
}

/** What the entries of a subject are at its end. */
export interface EntryCounts {
  total: number;
  /** Entries that paid something and have not got it back. */
  refundable: number;
}

/** A subject that is due to be settled, with its entries. */
export interface Due<Row> {
  row: Row;
  entries: EntryCounts;
}

/** How a subject ends. */
export interface Outcome {
  status: string;
  /** All entries get their payment back before the status is final. */
  refundsEntries: boolean;
  /** Values of `SubjectKind.outcomeColumns`. */
  columns?: Readonly<Record<string, unknown>>;
}

export type SettleDeps = Pick<Deps, 'newId' | 'notices' | 'settings'>;

/**
 * Defines one kind of live subject: its tables, its states and how it is settled. Everything else about its life is the
 * same for all kinds. Names of tables and columns are constants of the code.
 */
export interface SubjectKind<Row extends SubjectRow> {
  /** Names the subject in the ledger, in notices and in the operators' log, e.g. `auction`. */
  readonly name: string;
  readonly table: string;
  /** The columns of a `Row`, of the table under the name `s`. */
  readonly columns: string;
  /** The column of what users call it. */
  readonly nameColumn: string;
  /** Fields that operators may change once it has started. */
  readonly textFields: readonly string[];
  /** Paid entries: subjectId, user_id, transfer_id, paid_available, paid_bonus, joined_at, refunded_by. */
  readonly entries: {
    readonly table: string;
    readonly subjectId: string;
    /** Column of the subject's row that keeps the number of entries from its end on. */
    readonly countColumn?: string;
  };
  /** First half of the advisory locks of the gates; a number that no other lock uses. */
  readonly gate: number;
  /** The statuses before the end, in their order. */
  readonly openStatuses: readonly string[];
  /** Status changes before the end, in their order. */
  readonly starts: readonly TimedStart<Row>[];
  /** What a cancelled subject becomes once its entries are refunded. */
  readonly cancelledStatus: string;
  /** Conditions on the table that divide what is due: each part is settled by itself, in this order. */
  readonly dueParts?: readonly { readonly name: string; readonly where: string }[];
  /** Further columns that `settle` decides, with their SQL types. */
  readonly outcomeColumns?: Readonly<Record<string, string>>;

  room(row: Row): string;
  listRoom(realm: number): string;

  /** Coins that an entry costs. */
  entryFee(row: Row): number;
  /** Where entry fees go, and refunds come from. */
  feeAccount(row: Row): Account;
  /** The reason why nobody can join now, if there is one. */
  refuseEntry(row: Row, now: Date): Refusal | undefined;

  /**
   * Locks what settling these takes, beside rows and gates, without waiting; returns those for which others had locked
   * nothing. All by default.
   */
  lockFree?(tx: Transaction, rows: readonly Row[]): Promise<Row[]>;
  /**
   * Decides how each ends, in the order given, moves the coins and notifies the winners. The rows are locked, their gates
   * are shut, and `now` is the database's clock, read under these locks (P7). Refunds of entries are not its work.
   */
  settle(tx: Transaction, due: readonly Due<Row>[], now: Date, deps: SettleDeps): Promise<readonly Outcome[]>;
  /** Releases what an open subject holds, beside its entries, when it is cancelled. */
  release?(tx: Transaction, row: Row, deps: SettleDeps): Promise<void>;
  /** The notice for a user who entered, once the subject is settled; none for one whom `settle` notified. */
  settledNotice(row: Row & Cancelled, entry: { userId: string; paid: number }): NewNotice | undefined;

  readonly errors: {
    notFound(): Refusal;
    ended(): Refusal;
    alreadyJoined(): Refusal;
    notEnoughCoins(): Refusal;
    /** Thrown when an operator edits a subject that is over. */
    over(): Refusal;
    /** Thrown when an operator edits more than `textFields` of one that has started. */
    live(): Refusal;
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

/** Open means that the subject is not settled and not cancelled. */
export const isOpen = ({ openStatuses }: Statuses, { status }: Pick<SubjectRow, 'status'>): boolean =>
  openStatuses.includes(status);

/** At its end a subject is over, not after it. `now` is the database's clock, read under the row's lock (P7). */
export const isOver = ({ endDate }: Pick<SubjectRow, 'endDate'>, now: Date): boolean => now >= endDate;

export const isDueToSettle = (kind: Statuses, row: Timed, now: Date): boolean =>
  isOpen(kind, row) && isOver(row, now);

export const isDueToStart = <Row extends Timed>(
  start: TimedStart<NoInfer<Row>>,
  row: Row,
  now: Date,
): boolean => row.status === start.from && now >= start.at(row) && !isOver(row, now);

/**
 * Statuses as constants of a statement: the plan of a prepared statement cannot use a partial index when they are
 * parameters.
 */
export const isOneOf = (statuses: readonly string[]): string =>
  `status IN (${statuses.map((status) => `'${status}'`).join(', ')})`;
