import { z } from 'zod';
import { Contest, OwnResult, Standing, TimeLeft } from './contests.ts';
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
export const JoinTapBody = z.object({ tap_contest_id: ContestIdBody });
export const TapBody = z.object({ tap_contest_id: ContestIdBody });

/** Of one user; both names for the number of taps are the specification's. */
const TapCount = z.object({
  user_id: Uuid,
  username: z.string(),
  tapCount: z.int(),
  tap_count: z.int(),
});
export const UserTaps = TapCount.extend({ rank: z.int().nullable() });
export const TopTapper = TapCount.extend({ profile: z.string() });
export type TopTapper = z.infer<typeof TopTapper>;
/** Null where nobody has tapped. */
export const HighestTapper = z.object({
  user_id: Uuid.nullable(),
  username: z.string().nullable(),
  tapCount: z.int(),
  tap_count: z.int(),
  profile: z.string(),
});
export const TapRemainingTime = TimeLeft;

/** A REST tap: whether it counted, and the caller's total. */
export const TapReply = TapCount.extend(Standing.shape).extend({
  /** 0 when the bucket was empty. */
  accepted: z.int(),
  dropped: z.int(),
  server_time: IsoTime,
});
export type TapReply = z.infer<typeof TapReply>;

/**
 * The socket event `tap`. A client numbers its batches from 1 within a stream, a random number that it chooses once per
 * page, and sends the next batch only when the one before was acknowledged. It sends a batch without acknowledgement again,
 * with the same number, to whatever server it reaches: a number that was counted is not counted again.
 */
export const TapBatch = z.object({
  contest: ContestIdBody,
  stream: z.int().min(1).max(Number.MAX_SAFE_INTEGER),
  batch: z.int().min(1).max(2_147_483_647),
  count: z.int().min(1).max(TAPS_PER_BATCH),
});
export type TapBatch = z.infer<typeof TapBatch>;
/** After the commit. `accepted` + `dropped` is the batch's count; of a repeated batch they are those of the first time. */
export const TapCounted = Standing.extend({
  ok: z.literal(true),
  contest: z.int(),
  batch: z.int(),
  accepted: z.int(),
  /** Above the cap (C2). */
  dropped: z.int(),
  /** The batch was counted before; nothing was added. */
  repeated: z.boolean(),
});
export type TapCounted = z.infer<typeof TapCounted>;
/**
 * Nothing was counted. Send the batch again after BUSY, UNAVAILABLE, OUTCOME_UNKNOWN, DEADLINE_PASSED and RATE_LIMITED;
 * give it up after any other code.
 */
export const TapRefused = ErrorReply.pick({ code: true, message: true, details: true }).extend({
  ok: z.literal(false),
});
export const TapAck = z.discriminatedUnion('ok', [TapCounted, TapRefused]);
export type TapAck = z.infer<typeof TapAck>;
