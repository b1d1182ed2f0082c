import { z } from 'zod';
import { boundedString, digits, lineText } from './text.ts';
import { Day, IdText, IsoTime } from './wire.ts';

/** The field of the form with the file of a statement, and its largest size. */
export const STATEMENT_FIELD = 'file';
export const STATEMENT_MB = 10;
/** Columns of a bank's CSV that are read; lines of a preview. */
const MAX_COLUMNS = 50;
export const PREVIEW_ROWS = 12;

const Column = z
  .int()
  .min(0)
  .max(MAX_COLUMNS - 1);
/** Which column of a bank's CSV has what, counted from 0. It is chosen once and kept for the bank (W20). */
export const StatementLayout = z
  .object({
    delimiter: z.enum([',', ';', '\t', '|']),
    /** Rows above the first line: a letterhead and the headings. */
    skip: z.int().min(0).max(MAX_COLUMNS),
    day: Column,
    /** How the bank writes a day; `dmy` also reads 03-Nov-2026. */
    day_order: z.enum(['dmy', 'mdy', 'ymd']),
    /** One column with signs, or one column each for what came in and what went out. */
    amount: Column.nullable(),
    credit: Column.nullable(),
    debit: Column.nullable(),
    /** A narration that the bank splits has several columns. */
    narration: z.array(Column).min(1).max(4),
    sender: Column.nullable(),
    reference: Column.nullable(),
    /** Without this column all lines are in naira. */
    currency: Column.nullable(),
  })
  .refine(
    ({ amount, credit, debit }) => (amount === null) === (credit !== null && debit !== null),
    'Choose the column of the amount, or both those of money in and money out.',
  );
export type StatementLayout = z.infer<typeof StatementLayout>;

const LayoutText = boundedString(1_000).transform((text, { issues }): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    issues.push({ code: 'custom', input: text, message: 'must be JSON' });
    return z.NEVER;
  }
});
/** The fields beside the file of a statement. */
export const StatementFields = z.object({
  /** The name of the account whose statement it is, such as `GTBank`. */
  bank: lineText(60).min(1, 'Enter the bank.'),
  /** A `StatementLayout` as JSON; without it the one that is kept for the bank. CAMT needs none. */
  layout: LayoutText.pipe(StatementLayout).optional(),
});
export type StatementFields = z.output<typeof StatementFields>;

/** A line as it stands in a statement. `amount` is in the currency, below zero for money that left. */
const LineFacts = {
  /** The day of the booking, in Lagos. */
  day: z.iso.date(),
  amount: z.number(),
  currency: z.string(),
  narration: z.string(),
  sender: z.string(),
  /** The bank's reference; empty without one. */
  reference: z.string(),
};

/** What a statement would bring, before it is imported. */
export const StatementPreview = z.object({
  format: z.enum(['csv', 'camt']),
  /** The columns by which it was read: those sent, kept or guessed; null for CAMT. */
  layout: StatementLayout.nullable(),
  is_layout_kept: z.boolean(),
  /** The first rows of a CSV with all their cells. */
  cells: z.array(z.array(z.string())),
  /** The first lines as they were read. */
  lines: z.array(z.object(LineFacts)),
  total: z.int(),
  /** Lines that were imported before. */
  known: z.int(),
  /** Rows that cannot be read, counted from 1; with one of them nothing is imported. */
  problems: z.array(z.object({ row: z.int(), message: z.string() })),
});
export type StatementPreview = z.infer<typeof StatementPreview>;

/** A bank whose statements were imported, with the columns of its CSV. */
export const StatementBank = z.object({
  bank: z.string(),
  layout: StatementLayout.nullable(),
  last_day: z.iso.date().nullable(),
});
export type StatementBank = z.infer<typeof StatementBank>;

/** A statement, or settlements of the provider, that were imported. */
export const StatementImport = z.object({
  id: z.int(),
  bank: z.string(),
  source: z.enum(['csv', 'camt', 'provider']),
  lines: z.int(),
  /** Those that were not known before. */
  added: z.int(),
  imported_by: z.string(),
  imported_at: IsoTime,
});
export type StatementImport = z.infer<typeof StatementImport>;

/** What a line of a bank can be about. A `transfer` is money that was recorded of a payment with another amount (W2a). */
export const recordKinds = ['payment', 'transfer', 'payout', 'trade', 'settlement'] as const;
export const RecordKind = z.enum(recordKinds);
export type RecordKind = z.infer<typeof RecordKind>;

/** Money that a payment, payout, trade or settlement says came or left. */
export const BankRecord = z.object({
  kind: RecordKind,
  id: z.int(),
  /** The kind and id of its page: those of the payment for a `transfer`; null for a settlement, which has none. */
  item: z.object({ kind: z.string(), id: z.string() }).nullable(),
  /** `open` waits for a decision, which a confirmed line is; `done` has taken place. */
  state: z.enum(['open', 'done']),
  status: z.string(),
  /** Naira, below zero for money that leaves. */
  amount: z.number(),
  day: z.iso.date(),
  /** Of the person; the provider's for a settlement. */
  name: z.string(),
  username: z.string().nullable(),
  /** What the buyer was told to quote; for others the number. */
  reference: z.string(),
  bank_reference: z.string().nullable(),
  /** The request for a second operator that waits (O3a). */
  approval_id: z.int().nullable(),
});
export type BankRecord = z.infer<typeof BankRecord>;

/** Which fact a proposal rests on, in the order in which they are tried. */
export const matchRules = ['reference', 'reference-typo', 'provider-id', 'name'] as const;
export const LineProposal = z.object({
  record: BankRecord,
  rule: z.enum(matchRules),
  /** The rule with its facts, in words. */
  reason: z.string(),
  /** Whether it can be confirmed together with others: the reference is exact, and the bank has one of its own. */
  is_exact: z.boolean(),
  /** The bank gave no reference of its own: enter one to confirm an open record. */
  needs_reference: z.boolean(),
});
export type LineProposal = z.infer<typeof LineProposal>;

/** Why a line has no record. */
export const lineReasons = ['fee', 'interest', 'own_transfer', 'returned'] as const;
/** Why a record has no line: its money came back, or the provider moved it outside of the bank. */
export const recordReasons = ['returned', 'provider'] as const;
const ExplanationReason = z.enum(['matched', ...new Set([...lineReasons, ...recordReasons])]);
export const Explanation = z.object({
  id: z.int(),
  reason: ExplanationReason,
  note: z.string(),
  explained_by: z.string(),
  explained_at: IsoTime,
  /** Of a match. */
  record: BankRecord.nullable(),
});
export type Explanation = z.infer<typeof Explanation>;

const lineStates = ['open', 'proposed', 'explained'] as const;
/** A line of a bank statement. */
export const StatementLine = z.object({
  id: z.int(),
  bank: z.string(),
  ...LineFacts,
  state: z.enum(lineStates),
  proposal: LineProposal.nullable(),
  explanation: Explanation.nullable(),
  imported_at: IsoTime,
});
export type StatementLine = z.infer<typeof StatementLine>;
/** `q` finds the narration, the sender, the reference of the bank or the amount. */
export const StatementLinesQuery = z.object({
  state: z.enum(lineStates).optional(),
  day: Day.optional(),
  bank: lineText(60).optional(),
  q: boundedString(120).optional(),
});

/** The records without a line of the bank: those that have taken place, oldest first. */
export const BankRecordsQuery = z.object({
  kind: RecordKind.optional(),
  day: Day.optional(),
  limit: digits(500, 1).default(100),
});
export const BankRecords = z.object({ total: z.int(), records: z.array(BankRecord) });
export type BankRecords = z.infer<typeof BankRecords>;

/** The record that the operator saw beside the line. */
export const ConfirmLineBody = z.object({
  kind: RecordKind,
  record_id: z.int().min(1).max(2_147_483_647),
  /** Of the bank, where the line has none. */
  bank_reference: lineText(100).min(1).optional(),
});
export type ConfirmLineBody = z.input<typeof ConfirmLineBody>;
/** Lines whose proposals are exact. */
export const ConfirmExactBody = z.object({
  line_ids: z.array(z.int().min(1).max(2_147_483_647)).min(1).max(100),
});
export const ConfirmExactReply = z.object({
  confirmed: z.int(),
  /** Wait for a second operator (O3a). */
  waiting: z.int(),
  refused: z.array(z.object({ line_id: z.int(), code: z.string(), message: z.string() })),
});
export type ConfirmExactReply = z.infer<typeof ConfirmExactReply>;

const Note = lineText(200).min(3, 'Enter a note of at least 3 characters.');
export const ExplainLineBody = z.object({ reason: z.enum(lineReasons), note: Note });
export const ExplainRecordBody = z.object({ reason: z.enum(recordReasons), note: Note });
export const WithdrawBody = z.object({ note: Note });
export const RecordParams = z.object({ kind: RecordKind, id: IdText });
export const DayParams = z.object({ day: Day });
/** The most days of one reply. */
const MAX_DAYS = 62;
export const DaysQuery = z
  .object({ from: Day, to: Day })
  .refine(
    ({ from, to }) => Date.parse(to) - Date.parse(from) < MAX_DAYS * 86_400_000,
    `Choose at most ${MAX_DAYS} days.`,
  );

/** Of one day: naira that the bank, the provider and our records name, and coins of the ledger. */
export const DayTotals = z.object({
  bank_in: z.number(),
  bank_out: z.number(),
  provider_gross: z.number(),
  provider_fees: z.number(),
  provider_net: z.number(),
  records_in: z.number(),
  records_out: z.number(),
  /** Coins of the ledger: issued for payments of the day, and received by `payouts` for payouts that were paid. */
  ledger_issued: z.int(),
  ledger_paid_out: z.int(),
});
export type DayTotals = z.infer<typeof DayTotals>;

const DayClosing = z.object({
  id: z.int(),
  totals: DayTotals,
  /** SHA-256 over the lines, records and explanations of the day, hex. */
  hash: z.string(),
  closed_by: z.string(),
  closed_at: IsoTime,
});
export const BankDay = z.object({
  day: z.iso.date(),
  lines: z.int(),
  open_lines: z.int(),
  records: z.int(),
  open_records: z.int(),
  totals: DayTotals,
  /** The last closing; null while the day is open. */
  closing: DayClosing.nullable(),
  /** Totals that changed since the closing; empty with `is_changed` when only lines or explanations did. */
  differences: z.array(z.object({ total: DayTotals.keyof(), closed: z.number(), now: z.number() })),
  is_changed: z.boolean(),
  /** Why the caller cannot close it now. */
  blocked: z
    .enum(['DAY_NOT_OVER', 'DAY_OPEN', 'EARLIER_DAY_OPEN', 'DAY_CLOSED', 'OTHER_OPERATOR_NEEDED'])
    .nullable(),
});
export type BankDay = z.infer<typeof BankDay>;

/** What the overview shows. */
export const ReconciliationFacts = z.object({
  last_closed_day: z.iso.date().nullable(),
  /** The first day after it that has lines or records. */
  next_day: z.iso.date().nullable(),
  /** Lines without a proposal, with one, and those of them that can be confirmed together. */
  open_lines: z.int(),
  proposed_lines: z.int(),
  exact_lines: z.int(),
  open_records: z.int(),
  /** The day of the oldest line or record that is not explained. */
  oldest_day: z.iso.date().nullable(),
});
export type ReconciliationFacts = z.infer<typeof ReconciliationFacts>;
