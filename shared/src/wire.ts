import { z } from 'zod';
import { MAX_AMOUNT } from './coins.ts';
import { type ErrorCode, errorStatus } from './errors.ts';

/** Coins named in a request: a whole number from 1 to 1,000,000,000, never coerced (L4). */
export const Amount = z.int().min(1).max(MAX_AMOUNT);
/** Coins in a reply: a close may add up to more than a request may name. */
export const Coins = z.int().min(0);
/** ISO 8601 in UTC with milliseconds (R4). */
export const IsoTime = z.iso.datetime({ precision: 3 });
export const Uuid = z.uuid();
/** An integer id from a path or a query. */
export const IdText = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, 'must be a whole number')
  .transform(Number);
export const IdParams = z.object({ id: IdText });
export const UuidParams = z.object({ id: Uuid });

export const Message = z.object({ message: z.string() });
export type Message = z.infer<typeof Message>;

const codes = Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]];
export const ErrorReply = z.object({
  code: z.enum(codes),
  message: z.string(),
  /** With VALIDATION_FAILED: where and why. */
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  /** What a client needs to go on, by code: PRICE_MOVED brings the new price, DECIDED_TOO_LATE both times. */
  details: z.record(z.string(), z.unknown()).optional(),
});
export type ErrorReply = z.infer<typeof ErrorReply>;

/** Header of every POST that moves coins (P6). */
export const IdempotencyHeaders = z.object({ 'idempotency-key': z.string().min(1).max(128).optional() });

/** Query of the operators' lists (O3). Further filters are the resource's own. */
export const ListQuery = z.object({
  page: z
    .string()
    .regex(/^[1-9]\d{0,6}$/)
    .transform(Number)
    .default(1),
  perPage: z
    .string()
    .regex(/^[1-9]\d{0,3}$/)
    .transform(Number)
    .pipe(z.int().max(1000))
    .default(25),
  sort: z.string().max(64).optional(),
  order: z.enum(['ASC', 'DESC']).default('DESC'),
});
