import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  customType,
  integer,
  jsonb,
  numeric,
  pgEnum,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import {
  type AccountKind,
  type FundKind,
  fundKinds,
  houseAccounts,
  type Unit,
  walletParts,
} from './accounts.ts';
import type { TransferKind } from './post-transfers.ts';

/*
 * The ledger's tables, for others to read: balances, histories, lists. Writing them is the business of this folder, and
 * the database refuses most of what is tried elsewhere.
 */

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
const xid8 = customType<{ data: string }>({ dataType: () => 'xid8' });
const coins = (name: string) => bigint(name, { mode: 'number' });
const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });

const accountKind = pgEnum('account_kind', [...walletParts, ...fundKinds, ...houseAccounts]);
const coinUnit = pgEnum('coin_unit', ['coin', 'task']);

export const wallets = pgTable('wallets', {
  userId: uuid('user_id').primaryKey(),
  realm: integer('realm').notNull(),
  available: coins('available').notNull().default(0),
  held: coins('held').notNull().default(0),
  bonus: coins('bonus').notNull().default(0),
  task: coins('task').notNull().default(0),
  version: bigint('version', { mode: 'number' }).notNull().default(0),
});

export const funds = pgTable('funds', {
  id: uuid('id').primaryKey(),
  kind: accountKind('kind').$type<FundKind>().notNull(),
  realm: integer('realm').notNull(),
  unit: coinUnit('unit').$type<Unit>().notNull().default('coin'),
  subjectKind: text('subject_kind').notNull(),
  subjectId: text('subject_id').notNull(),
  balance: coins('balance').notNull().default(0),
  version: bigint('version', { mode: 'number' }).notNull().default(0),
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
    amount: coins('amount').notNull(),
    source: accountKind('source').$type<AccountKind>().notNull(),
    sourceId: uuid('source_id'),
    destination: accountKind('destination').$type<AccountKind>().notNull(),
    destinationId: uuid('destination_id'),
    sourceSeq: bigint('source_seq', { mode: 'number' }),
    sourceBalance: coins('source_balance'),
    destinationSeq: bigint('destination_seq', { mode: 'number' }),
    destinationBalance: coins('destination_balance'),
    xid: xid8('xid').notNull(),
  },
  (table) => [primaryKey({ columns: [table.transferId, table.no] })],
);

export const holds = pgTable('holds', {
  id: uuid('id').primaryKey(),
  subjectKind: text('subject_kind').notNull(),
  subjectId: text('subject_id').notNull(),
  userId: uuid('user_id').notNull(),
  amount: coins('amount').notNull(),
  openedBy: uuid('opened_by').notNull(),
  openedAt: time('opened_at').notNull().default(sql`clock_timestamp()`),
  outcome: text('outcome').$type<'released' | 'captured'>(),
  closedBy: uuid('closed_by'),
  closedAt: time('closed_at'),
});

export const houseRollups = pgTable(
  'house_rollups',
  {
    account: accountKind('account').$type<AccountKind>().notNull(),
    unit: coinUnit('unit').$type<Unit>().notNull(),
    realm: integer('realm').notNull(),
    balance: numeric('balance').notNull(),
  },
  (table) => [primaryKey({ columns: [table.account, table.unit, table.realm] })],
);

export const auditPosition = pgTable('audit_position', {
  id: boolean('id').primaryKey().default(true),
  upto: xid8('upto').notNull().default('0'),
  postings: bigint('postings', { mode: 'number' }).notNull().default(0),
  house: jsonb('house').notNull().default([]),
  referencesAt: time('references_at'),
  checkedAt: time('checked_at'),
});
