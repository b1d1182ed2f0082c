import type { ManualPaymentStatus } from '@copup/shared/shop.ts';
import { sql } from 'drizzle-orm';
import { boolean, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { time, whole } from '../../db/columns.ts';

/** What the coin shop sells (W13). */
export const coinPackages = pgTable('coin_packages', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  bidPoints: whole('bid_points').notNull(),
  priceKobo: whole('price_kobo').notNull(),
  isActive: boolean('is_active').notNull().default(true),
  /** The name of a stored picture. */
  image: text('image'),
  createdAt: time('created_at').notNull().default(sql`clock_timestamp()`),
  updatedAt: time('updated_at').notNull().default(sql`clock_timestamp()`),
});
export type PackageRow = typeof coinPackages.$inferSelect;

/** Bank transfers for packages (W2). A trigger keeps decided ones as they are. */
export const manualPayments = pgTable('manual_payments', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity({ startWith: 1001 }),
  userId: uuid('user_id').notNull(),
  packageId: integer('package_id').notNull(),
  bidPoints: whole('bid_points').notNull(),
  priceKobo: whole('price_kobo').notNull(),
  /** What the buyer quotes in the transfer. */
  reference: text('reference').notNull(),
  senderAccountName: text('sender_account_name').notNull(),
  status: text('status').$type<z.output<typeof ManualPaymentStatus>>().notNull().default('pending'),
  reason: text('reason'),
  bankReference: text('bank_reference'),
  decidedBy: uuid('decided_by'),
  createdAt: time('created_at').notNull().default(sql`clock_timestamp()`),
  decidedAt: time('decided_at'),
});
export type PaymentRow = typeof manualPayments.$inferSelect;

/** What buyers were told to quote and have not announced yet (W2). */
export const paymentReferences = pgTable(
  'payment_references',
  {
    userId: uuid('user_id').notNull(),
    packageId: integer('package_id').notNull(),
    reference: text('reference').notNull(),
    reservedAt: time('reserved_at').default(sql`clock_timestamp()`),
  },
  (table) => [primaryKey({ columns: [table.userId, table.packageId] })],
);
