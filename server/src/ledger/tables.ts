import { bytea, time, whole, xid8 } from '../db/columns.ts';
import {
  boolean,
  doublePrecision,
  integer,
  jsonb,
  numeric,
  pgEnum,
  pgTable,
  primaryKey,
  smallint,
  sql,
  text,
  uuid,
} from '../db/drizzle.ts';
import {
  type AccountKind,
  type FundKind,
  fundKinds,
  platformAccounts,
  type Unit,
  walletParts,
} from './accounts.ts';
import type { TransferKind } from './post-transfers.ts';

/**
 * The ledger's tables, for other folders to read: balances, histories, lists. Only this folder writes them; the
 * database refuses most other writes.
 */

const accountKind = pgEnum('account_kind', [...walletParts, ...fundKinds, ...platformAccounts]);
const coinUnit = pgEnum('coin_unit', ['coin', 'task']);

export const wallets = pgTable('wallets', {
  userId: uuid('user_id').primaryKey(),
  realm: integer('realm').notNull(),
  available: whole('available').notNull().default(0),
  held: whole('held').notNull().default(0),
  bonus: whole('bonus').notNull().default(0),
  task: whole('task').notNull().default(0),
  version: whole('version').notNull().default(0),
  /** Whether `play_limits` has a row of this user. A trigger sets it. */
  isRestricted: boolean('is_restricted').notNull().default(false),
  /** Whether a receivable of the user is open. A trigger sets it. */
  owes: boolean('owes').notNull().default(false),
  /** Whether it may contain young coins (X17), or be owed them by a refund. */
  hasLots: boolean('has_lots').notNull().default(false),
  /** When the account was deleted (S7). Credits to a closed wallet go to the unclaimed account. */
  closedAt: time('closed_at'),
});

export const funds = pgTable('funds', {
  id: uuid('id').primaryKey(),
  kind: accountKind('kind').$type<FundKind>().notNull(),
  realm: integer('realm').notNull(),
  unit: coinUnit('unit').$type<Unit>().notNull().default('coin'),
  subjectKind: text('subject_kind').notNull(),
  subjectId: text('subject_id').notNull(),
  balance: whole('balance').notNull().default(0),
  version: whole('version').notNull().default(0),
  hasLots: boolean('has_lots').notNull().default(false),
  /** Coins of the balance that came from bonus coins or rewards. */
  given: whole('given').notNull().default(0),
});

export const transfers = pgTable('transfers', {
  id: uuid('id').primaryKey(),
  kind: text('kind').$type<TransferKind>().notNull(),
  realm: integer('realm').notNull(),
  subjectKind: text('subject_kind').notNull(),
  subjectId: text('subject_id').notNull(),
  key: text('key').notNull(),
  inputHash: bytea('input_hash').notNull(),
  createdAt: time('created_at').notNull().default(sql`clock_timestamp()`),
});

/** Written by a trigger on `transfers`. */
export const transferKeys = pgTable(
  'transfer_keys',
  {
    kind: text('kind').$type<TransferKind>().notNull(),
    key: text('key').notNull(),
    transferId: uuid('transfer_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.key] })],
);

export const postings = pgTable(
  'postings',
  {
    transferId: uuid('transfer_id').notNull(),
    no: smallint('no').notNull(),
    realm: integer('realm').notNull(),
    unit: coinUnit('unit').$type<Unit>().notNull(),
    amount: whole('amount').notNull(),
    source: accountKind('source').$type<AccountKind>().notNull(),
    sourceId: uuid('source_id'),
    destination: accountKind('destination').$type<AccountKind>().notNull(),
    destinationId: uuid('destination_id'),
    sourceSeq: whole('source_seq'),
    sourceBalance: whole('source_balance'),
    destinationSeq: whole('destination_seq'),
    destinationBalance: whole('destination_balance'),
    xid: xid8('xid').notNull(),
  },
  (table) => [primaryKey({ columns: [table.transferId, table.no] })],
);

export const holds = pgTable('holds', {
  id: uuid('id').primaryKey(),
  subjectKind: text('subject_kind').notNull(),
  subjectId: text('subject_id').notNull(),
  userId: uuid('user_id').notNull(),
  amount: whole('amount').notNull(),
  openedBy: uuid('opened_by').notNull(),
  openedAt: time('opened_at').notNull().default(sql`clock_timestamp()`),
  outcome: text('outcome').$type<'released' | 'captured'>(),
  closedBy: uuid('closed_by'),
  closedAt: time('closed_at'),
});

/** Closed holds that no list shows. */
export const holdsArchive = pgTable('holds_archive', {
  id: uuid('id').primaryKey(),
  subjectKind: text('subject_kind').notNull(),
  subjectId: text('subject_id').notNull(),
  userId: uuid('user_id').notNull(),
  amount: whole('amount').notNull(),
  openedBy: uuid('opened_by').notNull(),
  openedAt: time('opened_at').notNull(),
  outcome: text('outcome').$type<'released' | 'captured'>(),
  closedBy: uuid('closed_by'),
  closedAt: time('closed_at'),
});

export const platformRollups = pgTable(
  'house_rollups',
  {
    account: accountKind('account').$type<AccountKind>().notNull(),
    unit: coinUnit('unit').$type<Unit>().notNull(),
    realm: integer('realm').notNull(),
    balance: numeric('balance').notNull(),
  },
  (table) => [primaryKey({ columns: [table.account, table.unit, table.realm] })],
);

/** The roll-ups contain the postings of transactions before `upto`. One row. */
export const houseRollupPosition = pgTable('house_rollup_position', {
  id: boolean('id').primaryKey().default(true),
  upto: xid8('upto').notNull().default('0'),
});

/** The audit has checked an account up to this version: a wallet by its user's id, or a fund. */
export const auditCheckpoints = pgTable('audit_checkpoints', {
  accountId: uuid('account_id').primaryKey(),
  version: whole('version').notNull(),
  balances: jsonb('balances').notNull(),
  checkedAt: time('checked_at').notNull().default(sql`clock_timestamp()`),
});

export const auditPosition = pgTable('audit_position', {
  id: boolean('id').primaryKey().default(true),
  upto: xid8('upto').notNull().default('0'),
  postings: whole('postings').notNull().default(0),
  platformAccounts: jsonb('house').notNull().default([]),
  referencesAt: time('references_at'),
  checkedAt: time('checked_at'),
});

/** Coins that moved between two kinds of accounts. `kind` is '' for moves between wallets and within one. */
export const ledgerFlows = pgTable(
  'ledger_flows',
  {
    realm: integer('realm').notNull(),
    unit: coinUnit('unit').$type<Unit>().notNull(),
    kind: text('kind').$type<TransferKind | ''>().notNull(),
    source: accountKind('source').$type<AccountKind>().notNull(),
    destination: accountKind('destination').$type<AccountKind>().notNull(),
    amount: numeric('amount').notNull(),
    postings: whole('postings').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.realm, table.unit, table.kind, table.source, table.destination] }),
  ],
);

/** The flows contain the postings of transactions before `upto`. One row. */
export const ledgerFlowPosition = pgTable('ledger_flow_position', {
  id: boolean('id').primaryKey().default(true),
  upto: xid8('upto').notNull().default('0'),
  asOf: time('as_of'),
});

/** Balances as of a moment ago, with an index for each. */
export const walletRanks = pgTable('wallet_ranks', {
  userId: uuid('user_id').primaryKey(),
  available: whole('available').notNull(),
  held: whole('held').notNull(),
  bonus: whole('bonus').notNull(),
});

/** The ranks contain the postings of transactions before `upto`. One row. */
export const walletRankPosition = pgTable('wallet_rank_position', {
  id: boolean('id').primaryKey().default(true),
  upto: xid8('upto').notNull().default('0'),
});

/** Reports of audits of the whole ledger. Only the audit writes them. */
export const auditReports = pgTable('audit_reports', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  endedAt: time('ended_at').notNull().default(sql`clock_timestamp()`),
  seconds: doublePrecision('seconds').notNull(),
  ok: boolean('ok').notNull(),
  isFull: boolean('is_full').notNull(),
  checked: jsonb('checked').notNull(),
  errors: jsonb('errors').notNull(),
  unreachable: whole('unreachable').notNull(),
});

/** What users owe after chargebacks, one row for each case (W5). The next credits repay it. */
export const receivables = pgTable('receivables', {
  id: uuid('id').primaryKey(),
  realm: integer('realm').notNull(),
  userId: uuid('user_id').notNull(),
  subjectKind: text('subject_kind').notNull(),
  subjectId: text('subject_id').notNull(),
  amount: whole('amount').notNull(),
  recovered: whole('recovered').notNull().default(0),
  createdAt: time('created_at').notNull().default(sql`clock_timestamp()`),
});

/** Transfers that brought coins which cannot be paid out until a date (X17). Only `apply_posting` writes it. */
export const lotPurchases = pgTable('lot_purchases', {
  id: uuid('id').primaryKey(),
  amount: whole('amount').notNull(),
  until: time('until').notNull(),
  frozenUntil: time('frozen_until'),
});

/** Where these coins are. Only `apply_posting` writes it. */
export const lots = pgTable(
  'lots',
  {
    holder: uuid('holder').notNull(),
    payer: uuid('payer').notNull(),
    purchase: uuid('purchase').notNull(),
    amount: whole('amount').notNull(),
  },
  (table) => [primaryKey({ columns: [table.holder, table.payer, table.purchase] })],
);
