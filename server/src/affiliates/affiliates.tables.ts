import type { AffiliateKind } from '@copup/shared/affiliates.ts';
import { sql } from 'drizzle-orm';
import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { time, whole } from '../db/columns.ts';

const now = sql`clock_timestamp()`;
const subject = {
  subjectKind: text('subject_kind').$type<AffiliateKind>().notNull(),
  subjectId: integer('subject_id').notNull(),
};

export const affiliateLinks = pgTable(
  'affiliate_links',
  { ...subject, userId: uuid('user_id').notNull(), createdAt: time('created_at').notNull().default(now) },
  (table) => [primaryKey({ columns: [table.subjectKind, table.subjectId, table.userId] })],
);

/** Users who joined a subject through a link. Whether the entry was refunded is in the entry's row. */
export const affiliateReferrals = pgTable('affiliate_referrals', {
  id: whole('id').primaryKey().generatedAlwaysAsIdentity(),
  ...subject,
  referrerId: uuid('referrer_id').notNull(),
  userId: uuid('user_id').notNull(),
  paid: whole('paid').notNull(),
  /** The network prefix of the request. */
  network: text('network'),
  createdAt: time('created_at').notNull().default(now),
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
