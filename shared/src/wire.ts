import { z } from 'zod';
import { MAX_AMOUNT } from './coins.ts';
import { type ErrorCode, errorStatus } from './errors.ts';
import { boundedString, digits } from './text.ts';

const EARLIEST_MS = Date.UTC(2020, 0);
const BEFORE_MS = Date.UTC(2100, 0);

/** Coins in a request: a whole number from 1 to 1,000,000,000, never coerced (L4). */
export const Amount = z.int().min(1).max(MAX_AMOUNT);
/** Coins in a reply: a sum may exceed the limit of a request. */
export const Coins = z.int().min(0);
/** The highest realm number; 0 is the realm of real players, any other is a load test's. */
export const MAX_REALM = 2_147_483_647;
/** The realm of an operators' list, by default that of real players. */
export const RealmFilter = digits(MAX_REALM).default(0);
/** ISO 8601 in UTC with milliseconds (R4). */
export const IsoTime = z.iso.datetime({ precision: 3 });
export const Uuid = boundedString(36).check(z.uuid());
const isInRange = (text: string): boolean => {
  const atMs = Date.parse(text);
  return atMs >= EARLIEST_MS && atMs < BEFORE_MS;
};
const range = 'Enter a time from 2020 to 2099.';
/** A time in a request: ISO 8601 with any offset, in the supported years. */
export const Moment = boundedString(40)
  .check(z.iso.datetime({ offset: true, abort: true }))
  .refine(isInRange, range);
/** A day in a request, UTC. */
export const Day = boundedString(10)
  .check(z.iso.date({ abort: true }))
  .refine(isInRange, range);
/** An integer id from a path or a query. */
export const IdText = digits(999_999_999, 1);
export const IdParams = z.object({ id: IdText });
export const UuidParams = z.object({ id: Uuid });

export const Message = z.object({ message: z.string() });
export type Message = z.infer<typeof Message>;

const codes = Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]];
export const ErrorReply = z.object({
  code: z.enum(codes),
  message: z.string(),
  /** Present with VALIDATION_FAILED: the field and the reason. */
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  /** Data of the error, by code: PRICE_MOVED has the new price, DECIDED_TOO_LATE both times. */
  details: z.record(z.string(), z.unknown()).optional(),
});
export type ErrorReply = z.infer<typeof ErrorReply>;

/** The header that every POST that moves coins requires (P6). */
export const IdempotencyHeaders = z.object({ 'idempotency-key': boundedString(128).min(1).optional() });

/** Query of the operators' lists (O3). Each resource may add filters. */
export const ListQuery = z.object({
  page: digits(9_999_999, 1).default(1),
  perPage: digits(1000, 1).default(25),
  sort: boundedString(64).optional(),
  order: z.enum(['ASC', 'DESC']).default('DESC'),
  /** Skips the count of the first 10,000 rows: the total is then that of the rows up to this page. */
  count: z.enum(['no']).optional(),
});

/** Query of the players' lists (X1). `before` is the X-Next-Cursor, or the `next`, of the previous page. */
export const CursorQuery = z.object({
  limit: digits(100, 1).default(50),
  before: boundedString(1_000).optional(),
});
