import type { UploadStatus } from '@copup/shared/tasks.ts';
import { bytea, time, whole } from '../../db/columns.ts';
import { boolean, integer, pgTable, smallint, sql, text, uuid } from '../../db/drizzle.ts';

/** Social tasks. Their uploads are counted by status. */
export const tasks = pgTable('tasks', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity({ startWith: 101 }),
  realm: integer('realm').notNull().default(0),
  title: text('title').notNull(),
  description: text('description').notNull(),
  taskCoinReward: whole('task_coin_reward').notNull(),
  urlLink: text('url_link').notNull(),
  isActive: boolean('is_active').notNull().default(true),
  pending: integer('pending').notNull().default(0),
  approved: integer('approved').notNull().default(0),
  rejected: integer('rejected').notNull().default(0),
  createdAt: time('created_at').notNull().default(sql`clock_timestamp()`),
  updatedAt: time('updated_at').notNull().default(sql`clock_timestamp()`),
});
export type TaskRow = typeof tasks.$inferSelect;

/** Uploads (T1). A trigger allows one update of a row: its decision. */
export const taskUploads = pgTable('task_uploads', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity({ startWith: 300_001 }),
  realm: integer('realm').notNull().default(0),
  taskId: integer('task_id').notNull(),
  userId: uuid('user_id').notNull(),
  attempt: smallint('attempt').notNull(),
  /** The task's reward at the upload. */
  taskCoins: whole('task_coins').notNull(),
  status: text('status').$type<UploadStatus>().notNull().default('pending'),
  screenshotHash: bytea('screenshot_hash').notNull(),
  createdAt: time('created_at').notNull().default(sql`clock_timestamp()`),
  decidedAt: time('decided_at'),
  decidedBy: uuid('decided_by'),
  reason: text('reason'),
});
export type UploadRow = typeof taskUploads.$inferSelect;

/** Pictures, for operators and the user who uploaded them. */
export const taskScreenshots = pgTable('task_screenshots', {
  uploadId: integer('upload_id').primaryKey(),
  picture: bytea('picture').notNull(),
  createdAt: time('created_at').notNull().default(sql`clock_timestamp()`),
});

export const referralTasks = pgTable('referral_tasks', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity({ startWith: 101 }),
  realm: integer('realm').notNull().default(0),
  requiredReferrals: integer('required_referrals').notNull(),
  taskCoinReward: whole('task_coin_reward').notNull(),
  isActive: boolean('is_active').notNull().default(true),
  rewarded: integer('rewarded').notNull().default(0),
  createdAt: time('created_at').notNull().default(sql`clock_timestamp()`),
  updatedAt: time('updated_at').notNull().default(sql`clock_timestamp()`),
});
export type ReferralTaskRow = typeof referralTasks.$inferSelect;

export const referralRewards = pgTable('referral_rewards', {
  referralTaskId: integer('referral_task_id').notNull(),
  userId: uuid('user_id').notNull(),
  referrals: integer('referrals').notNull(),
  taskCoins: whole('task_coins').notNull(),
  transferId: uuid('transfer_id').notNull(),
  rewardedAt: time('rewarded_at').notNull().default(sql`clock_timestamp()`),
});

export const taskConversions = pgTable('task_conversions', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity({ startWith: 300_001 }),
  realm: integer('realm').notNull(),
  userId: uuid('user_id').notNull(),
  taskCoins: whole('task_coins').notNull(),
  bidPoints: whole('bid_points').notNull(),
  rate: integer('rate').notNull(),
  createdAt: time('created_at').notNull().default(sql`clock_timestamp()`),
});
