import type { ContestKind } from '@copup/shared/contests.ts';
import { time, whole } from '../../db/columns.ts';
import { boolean, integer, json, pgTable, primaryKey, smallint, sql, text, uuid } from '../../db/drizzle.ts';
import type { Leader } from './leaderboard.ts';

/** `cancelling`: void, while entries are being refunded. Clients see `void`. */
export type StoredStatus = 'pending' | 'active' | 'ended' | 'cancelling' | 'void';

export const contests = pgTable('contests', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity({ startWith: 2001 }),
  realm: integer('realm').notNull().default(0),
  kind: text('kind').$type<ContestKind>().notNull(),
  title: text('title').notNull(),
  description: text('description').notNull().default(''),
  image: text('image'),
  entryFee: whole('entry_fee').notNull(),
  prize: whole('prize').notNull(),
  minimumUsers: integer('minimum_users').notNull(),
  status: text('status').$type<StoredStatus>().notNull().default('pending'),
  statusAt: time('status_at').notNull().default(sql`clock_timestamp()`),
  finalStatus: text('final_status').$type<'void'>(),
  startsAt: time('starts_at').notNull(),
  endDate: time('end_date').notNull(),
  potId: uuid('pot_id').notNull(),
  subsidy: whole('subsidy').notNull().default(0),
  top: json('top').$type<Leader[]>().notNull().default([]),
  seq: whole('seq').notNull().default(0),
  points: whole('points').notNull().default(0),
  version: whole('version').notNull().default(1),
  /** The batch of plays that last wrote scores. */
  batchId: uuid('batch_id'),
  winnerId: uuid('winner_id'),
  wonAvailable: whole('won_available'),
  wonBonus: whole('won_bonus'),
  /** Available coins of the winner's own fee (X7); null where the prize was paid before it was recorded. */
  winnerPaidAvailable: whole('winner_paid_available'),
  isFlagged: boolean('is_flagged').notNull().default(false),
  createdBy: uuid('created_by'),
  createdAt: time('created_at').notNull().default(sql`clock_timestamp()`),
  settledAt: time('settled_at'),
  toldAt: time('told_at'),
  toldUpto: uuid('told_upto'),
  cancelReason: text('cancel_reason'),
});

export const contestPlayerCounts = pgTable('contest_player_counts', {
  contestId: integer('contest_id').primaryKey(),
  players: integer('players').notNull().default(0),
});

export const contestEntries = pgTable(
  'contest_entries',
  {
    contestId: integer('contest_id').notNull(),
    userId: uuid('user_id').notNull(),
    transferId: uuid('transfer_id'),
    paidAvailable: whole('paid_available').notNull(),
    paidBonus: whole('paid_bonus').notNull(),
    joinedAt: time('joined_at').notNull().default(sql`clock_timestamp()`),
    refundedBy: uuid('refunded_by'),
  },
  (table) => [primaryKey({ columns: [table.contestId, table.userId] })],
);

export const contestScores = pgTable(
  'contest_scores',
  {
    contestId: integer('contest_id').notNull(),
    userId: uuid('user_id').notNull(),
    score: integer('score').notNull().default(0),
    reachedSeq: whole('reached_seq').notNull().default(0),
    state: json('state').$type<unknown>(),
    batchId: uuid('batch_id'),
  },
  (table) => [primaryKey({ columns: [table.contestId, table.userId] })],
);

export const cardDraws = pgTable(
  'card_draws',
  {
    contestId: integer('contest_id').notNull(),
    userId: uuid('user_id').notNull(),
    nonce: integer('nonce').notNull(),
    position: smallint('position').notNull(),
    cardOrder: smallint('card_order').notNull(),
    value: smallint('value').notNull(),
    at: time('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.contestId, table.userId, table.nonce] })],
);

export const mathAnswers = pgTable(
  'math_answers',
  {
    contestId: integer('contest_id').notNull(),
    userId: uuid('user_id').notNull(),
    no: integer('no').notNull(),
    questionId: uuid('question_id').notNull(),
    number1: smallint('number1').notNull(),
    number2: smallint('number2').notNull(),
    picked: integer('picked').notNull(),
    isCorrect: boolean('is_correct').notNull(),
    sentAt: time('sent_at').notNull(),
    at: time('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.contestId, table.userId, table.no] })],
);
