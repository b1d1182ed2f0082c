import { z } from 'zod';
import { Amount, Coins, Day, IsoTime } from './wire.ts';

/** Days of a time-out (G2). */
const TIME_OUT_DAYS = { least: 1, most: 42 } as const;
export const EXCLUSION_MONTHS = 6;
/** A higher limit, or none, applies after this time (G1). */
export const HIGHER_LIMIT_AFTER_HOURS = 24;

/** One limit of the coins that a player spends. */
const PlayLimit = z.object({
  /** Null without a limit. */
  coins: Coins.nullable(),
  /** Spent less refunded in this period, and open holds. */
  used: Coins,
  /** What can still be spent; null without a limit. */
  left: Coins.nullable(),
  /** The end of the period, Africa/Lagos (X3). */
  resets_at: IsoTime,
  /** A higher limit, or none, and when it applies. */
  next: z.object({ coins: Coins.nullable(), at: IsoTime }).nullable(),
});
export type PlayLimit = z.infer<typeof PlayLimit>;

const PlayBreak = z.object({
  kind: z.enum(['time_out', 'self_exclusion']),
  /** Null for good. */
  until: IsoTime.nullable(),
});
export type PlayBreak = z.infer<typeof PlayBreak>;

/** Reply of GET /user/limits and of the calls that change it. */
export const PlayLimits = z.object({
  day: PlayLimit,
  week: PlayLimit,
  break: PlayBreak.nullable(),
  /** This month, Africa/Lagos: spent less refunded, won, and the difference. */
  month: z.object({ from: Day, to: Day, spent: z.int(), won: z.int(), net: z.int() }),
  /** Names of auctions that the player leads: these bids stay during a break and can win. */
  leads: z.array(z.string()),
});
export type PlayLimits = z.infer<typeof PlayLimits>;

/** A missing field stays as it is; null removes the limit after 24 hours. */
export const PlayLimitsBody = z
  .object({ day: Amount.nullish(), week: Amount.nullish() })
  .refine(({ day, week }) => day !== undefined || week !== undefined, {
    path: ['day'],
    message: 'Enter a limit for a day or a week.',
  });
export type PlayLimitsBody = z.infer<typeof PlayLimitsBody>;

export const TimeOutBody = z.object({
  days: z.int().min(TIME_OUT_DAYS.least).max(TIME_OUT_DAYS.most),
});
export type TimeOutBody = z.infer<typeof TimeOutBody>;

export const SelfExclusionBody = z.object({
  /** `for_good` requires a recent confirmation of the identity (S8a). */
  duration: z.enum(['6_months', 'for_good']),
});
export type SelfExclusionBody = z.infer<typeof SelfExclusionBody>;

/** Reply of GET /user/play-session (G3). */
export const PlaySession = z.object({
  /** When the play began; null without play in the last 15 minutes. */
  started_at: IsoTime.nullable(),
  seconds: z.int().min(0),
  /** Since the beginning. */
  spent: z.int(),
  won: z.int(),
  net: z.int(),
  /** Time of play until the next full hour. */
  reminds_in_seconds: z.int().min(0),
});
export type PlaySession = z.infer<typeof PlaySession>;

const PlayLimitChange = z.object({
  kind: z.enum(['day_limit', 'week_limit', 'time_out', 'self_exclusion']),
  /** Of a limit; null when it is removed. */
  coins: Coins.nullable(),
  /** When a limit applies or a break ends; null for good. */
  at: IsoTime.nullable(),
  created_at: IsoTime,
});
export type PlayLimitChange = z.infer<typeof PlayLimitChange>;

/** Reply of GET /admin/users/{id}/play-limits (G4): the settings, and the last changes, newest first. */
export const AdminPlayLimits = PlayLimits.omit({ leads: true }).extend({ changes: z.array(PlayLimitChange) });
export type AdminPlayLimits = z.infer<typeof AdminPlayLimits>;
