import type { AffiliateKind, ReferralFlag } from '@copup/shared/affiliates.ts';
import { time, whole } from '../db/columns.ts';
import { integer, pgTable, primaryKey, smallint, sql, text, uuid } from '../db/drizzle.ts';

const now = sql`clock_timestamp()`;
const subject = {
  subjectKind: text('subject_kind').$type<AffiliateKind>().notNull(),
  subjectId: integer('subject_id').notNull(),
};

/** One row for each user and subject, once the link was made or used. */
export const affiliateLinks = pgTable(
  'affiliate_links',
  { ...subject, userId: uuid('user_id').notNull(), createdAt: time('created_at').notNull().default(now) },
  (table) => [primaryKey({ columns: [table.subjectKind, table.subjectId, table.userId] })],
);

/** Users who joined a subject through a link and paid. Whether the entry was refunded is in the entry's row. */
export const affiliateReferrals = pgTable('affiliate_referrals', {
  id: whole('id').primaryKey().generatedAlwaysAsIdentity(),
  /** That of the subject. */
  realm: integer('realm').notNull().default(0),
  ...subject,
  referrerId: uuid('referrer_id').notNull(),
  userId: uuid('user_id').notNull(),
  /** Numbers the referrer's referrals of the subject from 1. */
  no: integer('no').notNull(),
  paid: whole('paid').notNull(),
  /** The network prefix of the request. */
  network: text('network'),
  createdAt: time('created_at').notNull().default(now),
  /** As of the last check. */
  flags: text('flags').array().$type<ReferralFlag[]>().notNull().default([]),
  checks: smallint('checks').notNull().default(0),
  /** When the next check is due; null after the last one, and for load tests. */
  checkAt: time('check_at').default(now),
});

/** Sums of the checked referrals of each referrer. */
export const affiliateReferrers = pgTable('affiliate_referrers', {
  referrerId: uuid('referrer_id').primaryKey(),
  referrals: integer('referrals').notNull(),
  flagged: integer('flagged').notNull(),
});

export const affiliateClaims = pgTable(
  'affiliate_claims',
  {
    ...subject,
    referrerId: uuid('referrer_id').notNull(),
    counted: integer('counted').notNull(),
    amount: whole('amount').notNull(),
    transferId: uuid('transfer_id').notNull(),
    claimedAt: time('claimed_at').notNull().default(now),
  },
  (table) => [primaryKey({ columns: [table.subjectKind, table.subjectId, table.referrerId] })],
);

/** Claims that `rewards` could not pay (T5). Deleted when the claim is paid. */
export const affiliateUnfundedClaims = pgTable(
  'affiliate_unfunded_claims',
  {
    ...subject,
    referrerId: uuid('referrer_id').notNull(),
    amount: whole('amount').notNull(),
    claimedAt: time('claimed_at').notNull().default(now),
  },
  (table) => [primaryKey({ columns: [table.subjectKind, table.subjectId, table.referrerId] })],
);
