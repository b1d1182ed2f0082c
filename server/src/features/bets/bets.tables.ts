import type { BetCancelCause, BetStatus, MatchResult } from '@copup/shared/bets.ts';
import { bytea, time, whole } from '../../db/columns.ts';
import { boolean, integer, pgTable, smallint, sql, text, uuid } from '../../db/drizzle.ts';

/** Teams of the operators' fixtures. */
export const teams = pgTable('teams', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity({ startWith: 101 }),
  name: text('name').notNull(),
  crest: text('crest').notNull(),
  isActive: boolean('is_active').notNull().default(true),
  createdAt: time('created_at').notNull().default(sql`clock_timestamp()`),
  updatedAt: time('updated_at').notNull().default(sql`clock_timestamp()`),
});

/** Matches that bets are about (B2). Creating a bet, the result and the end of its bets lock the row. */
export const fixtures = pgTable('fixtures', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity({ startWith: 2001 }),
  realm: integer('realm').notNull().default(0),
  /** The home team. */
  teamAId: integer('team_a_id').notNull(),
  teamBId: integer('team_b_id').notNull(),
  kickoff: time('kickoff').notNull(),
  result: text('result').$type<MatchResult>(),
  goalsA: smallint('goals_a'),
  goalsB: smallint('goals_b'),
  /** 1 after the result was entered, higher after corrections. */
  resultNo: integer('result_no').notNull().default(0),
  resultBy: uuid('result_by'),
  resultAt: time('result_at'),
  /** The number of the last result that was applied to all bets. */
  settledNo: integer('settled_no').notNull().default(0),
  /** When the bets that were pending at kickoff had been cancelled. */
  closedAt: time('closed_at'),
  /** When the stakes had been returned since there was no result in time. */
  returnedAt: time('returned_at'),
  /** All bets that were created about it. */
  bets: integer('bets').notNull().default(0),
  createdBy: uuid('created_by'),
  createdAt: time('created_at').notNull().default(sql`clock_timestamp()`),
  updatedAt: time('updated_at').notNull().default(sql`clock_timestamp()`),
});
export type FixtureRow = typeof fixtures.$inferSelect;

/** Bets (B2). A trigger keeps their terms as they were created. The stakes of an open bet are in its escrow. */
export const bets = pgTable('bets', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity({ startWith: 700_001 }),
  realm: integer('realm').notNull(),
  fixtureId: integer('fixture_id').notNull(),
  title: text('title').notNull(),
  titleHiddenAt: time('title_hidden_at'),
  creatorId: uuid('creator_id').notNull(),
  opponentId: uuid('opponent_id'),
  /** The creator's team: either one of the fixture. */
  teamAId: integer('team_a_id').notNull(),
  teamBId: integer('team_b_id').notNull(),
  stakePoints: whole('stake_points').notNull(),
  feePercent: smallint('fee_percent').notNull(),
  escrowId: uuid('escrow_id').notNull(),
  sealedPassword: bytea('sealed_password'),
  status: text('status').$type<BetStatus>().notNull().default('pending'),
  statusAt: time('status_at').notNull().default(sql`clock_timestamp()`),
  /** In the order of the bet's teams. */
  result: text('result').$type<MatchResult>(),
  /** The number of the fixture's result that was applied. */
  settledNo: integer('settled_no').notNull().default(0),
  /** The number of the result whose coins were paid. */
  paidNo: integer('paid_no').notNull().default(0),
  feePoints: whole('fee_points').notNull().default(0),
  cancelCause: text('cancel_cause').$type<BetCancelCause>(),
  cancelReason: text('cancel_reason'),
  flaggedAt: time('flagged_at'),
  correctedAt: time('corrected_at'),
  createdAt: time('created_at').notNull().default(sql`clock_timestamp()`),
  joinedAt: time('joined_at'),
  endedAt: time('ended_at'),
});
export type BetRow = typeof bets.$inferSelect;

/** What corrected results took back. The id is the subject of what a player owes. */
export const betReversals = pgTable('bet_reversals', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity({ startWith: 700_001 }),
  betId: integer('bet_id').notNull(),
  /** The number of the result whose coins were taken back. */
  paidNo: integer('paid_no').notNull(),
  userId: uuid('user_id').notNull(),
  amount: whole('amount').notNull(),
  /** What the wallet did not have. */
  owed: whole('owed').notNull(),
  createdAt: time('created_at').notNull().default(sql`clock_timestamp()`),
});
