import type {
  DayTotals,
  Explanation,
  matchRules,
  RecordKind,
  StatementImport,
  StatementLayout,
} from '@copup/shared/reconciliation.ts';
import { bytea, time, whole } from '../../db/columns.ts';
import { boolean, date, integer, jsonb, pgTable, sql, text, uuid } from '../../db/drizzle.ts';

/** Banks whose statements are imported, with the columns of their CSV (W20). */
export const statementBanks = pgTable('statement_banks', {
  bank: text('bank').primaryKey(),
  layout: jsonb('layout').$type<StatementLayout>(),
  updatedAt: time('updated_at').notNull().default(sql`clock_timestamp()`),
});

/** Append-only. */
export const statementImports = pgTable('statement_imports', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  bank: text('bank').notNull(),
  source: text('source').$type<StatementImport['source']>().notNull(),
  lines: integer('lines').notNull(),
  added: integer('added').notNull(),
  importedBy: uuid('imported_by').notNull(),
  importedAt: time('imported_at').notNull().default(sql`clock_timestamp()`),
});

/** Lines of bank statements. A trigger keeps them as they are, and marks those that are explained. */
export const statementLines = pgTable('statement_lines', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  importId: integer('import_id').notNull(),
  bank: text('bank').notNull(),
  day: date('day').notNull(),
  /** In hundredths of the currency, below zero for money that left. */
  amountKobo: whole('amount_kobo').notNull(),
  currency: text('currency').notNull(),
  narration: text('narration').notNull(),
  sender: text('sender').notNull(),
  bankReference: text('bank_reference').notNull(),
  lineKey: bytea('line_key').notNull(),
  isExplained: boolean('is_explained').notNull().default(false),
});
export type LineRow = typeof statementLines.$inferSelect;

/** What the provider paid to our bank. Append-only. */
export const providerSettlements = pgTable('provider_settlements', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  providerId: text('provider_id').notNull(),
  grossKobo: whole('gross_kobo').notNull(),
  feeKobo: whole('fee_kobo').notNull(),
  netKobo: whole('net_kobo').notNull(),
  settledAt: time('settled_at').notNull(),
  importId: integer('import_id').notNull(),
});

/** What the last run of the matching proposed. */
export const lineProposals = pgTable('line_proposals', {
  lineId: integer('line_id').primaryKey(),
  recordKind: text('record_kind').$type<RecordKind>().notNull(),
  recordId: integer('record_id').notNull(),
  rule: text('rule').$type<(typeof matchRules)[number]>().notNull(),
  reason: text('reason').notNull(),
  isExact: boolean('is_exact').notNull(),
});

/** What explains a line, a record, or both. A trigger allows only that one is withdrawn. */
export const bankExplanations = pgTable('bank_explanations', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  lineId: integer('line_id'),
  recordKind: text('record_kind').$type<RecordKind>(),
  recordId: integer('record_id'),
  reason: text('reason').$type<Explanation['reason']>().notNull(),
  note: text('note').notNull().default(''),
  explainedBy: uuid('explained_by').notNull(),
  explainedAt: time('explained_at').notNull().default(sql`clock_timestamp()`),
  withdrawnBy: uuid('withdrawn_by'),
  withdrawnAt: time('withdrawn_at'),
  withdrawnNote: text('withdrawn_note'),
});

/** Closed days; the latest row of a day counts. Append-only. */
export const bankDayClosings = pgTable('bank_day_closings', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  day: date('day').notNull(),
  totals: jsonb('totals').$type<DayTotals>().notNull(),
  hash: text('hash').notNull(),
  closedBy: uuid('closed_by').notNull(),
  closedAt: time('closed_at').notNull().default(sql`clock_timestamp()`),
});
