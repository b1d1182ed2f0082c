import { z } from 'zod';
import { Contest, OwnResult, Standing, TimeLeft } from './contests.ts';
import { payWithField } from './entry-payments.ts';
import { TAPS_PER_BATCH } from './tap-limits.ts';
import { Coins, ErrorReply, IsoTime, Uuid } from './wire.ts';

export const TapContest = Contest.extend({
  /** The prize. */
  bid_points_worth: Coins,
  /** The same as minimum_users. */
  min_users: z.int(),
});
export const TapContestDetail = TapContest.extend(OwnResult.shape);
export type TapContestDetail = z.infer<typeof TapContestDetail>;

const ContestIdBody = z.int().min(1).max(999_999_999);
export const JoinTapBody = z.object({ tap_contest_id: ContestIdBody, ...payWithField });
export const TapBody = z.object({ tap_contest_id: ContestIdBody });

/** One user's taps. The specification prescribes both names for the number. */
const TapCount = z.object({
  user_id: Uuid,
  username: z.string(),
  tapCount: z.int(),
  tap_count: z.int(),
});
export const UserTaps = TapCount.extend({ rank: z.int().nullable() });
export type UserTaps = z.infer<typeof UserTaps>;
export const TopTapper = TapCount.extend({ profile: z.string() });
export type TopTapper = z.infer<typeof TopTapper>;
/** Null before the first tap. */
export const HighestTapper = z.object({
  user_id: Uuid.nullable(),
  username: z.string().nullable(),
  tapCount: z.int(),
  tap_count: z.int(),
  profile: z.string(),
});
export const TapRemainingTime = TimeLeft;

/** Reply to a REST tap: whether it counted, and the caller's total. */
export const TapReply = TapCount.extend(Standing.shape).extend({
  /** 0 if the bucket was empty. */
  accepted: z.int(),
  dropped: z.int(),
  server_time: IsoTime,
});
export type TapReply = z.infer<typeof TapReply>;

/**
 * Payload of the socket event `tap`. A client numbers its batches from 1 within a stream, which is a random number that
 * it chooses once per page, and sends the next batch only after the previous one was acknowledged. It resends an
 * unacknowledged batch with the same number, to any server: each number is counted once.
 */
export const TapBatch = z.object({
  contest: ContestIdBody,
  stream: z.int().min(1).max(Number.MAX_SAFE_INTEGER),
  batch: z.int().min(1).max(2_147_483_647),
  count: z.int().min(1).max(TAPS_PER_BATCH),
});
export type TapBatch = z.infer<typeof TapBatch>;
/**
 * Acknowledges a batch after its commit. `accepted` + `dropped` is its count; a repeated batch gets the values of the
 * first time.
 */
export const TapCounted = Standing.extend({
  ok: z.literal(true),
  contest: z.int(),
  batch: z.int(),
  accepted: z.int(),
  /** Taps above the cap (C2). */
  dropped: z.int(),
  /** Whether the batch had been counted before, so that nothing was added. */
  repeated: z.boolean(),
});
export type TapCounted = z.infer<typeof TapCounted>;
/**
 * Refuses a batch; nothing was counted. The client resends it after BUSY, UNAVAILABLE, OUTCOME_UNKNOWN, DEADLINE_PASSED
 * and RATE_LIMITED, and discards it after any other code.
 */
const TapRefused = ErrorReply.pick({ code: true, message: true, details: true }).extend({
  ok: z.literal(false),
});
export const TapAck = z.discriminatedUnion('ok', [TapCounted, TapRefused]);
export type TapAck = z.infer<typeof TapAck>;
