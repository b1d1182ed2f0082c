import { z } from 'zod';
import { boundedString, lineText, paragraphText } from './text.ts';
import { Amount, Coins, IsoTime, MAX_REALM, Message, Moment, RealmFilter, Uuid } from './wire.ts';

/**
 * Fields that all contests share (C1). Each kind adds its own way to score: tap-contests.ts, card-games.ts,
 * math-games.ts.
 */
export const contestKinds = ['tap', 'card', 'math'] as const;
export const ContestKind = z.enum(contestKinds);
export type ContestKind = z.infer<typeof ContestKind>;
export const ContestStatus = z.enum(['pending', 'active', 'ended', 'void']);
export type ContestStatus = z.infer<typeof ContestStatus>;

/** Number of rows of a leaderboard (C5). */
export const LEADERBOARD_ROWS = 10;

/** Fields of a contest of any kind, in lists and on its own. */
export const Contest = z.object({
  id: z.int(),
  kind: ContestKind,
  title: z.string(),
  /** URL of the 640 px picture; empty if the contest has no picture and the client draws one. */
  image: z.string(),
  description: z.string(),
  entry_fee: Coins,
  prize: Coins,
  /** Below this number of players the contest is void and the entry fees are refunded. */
  minimum_users: z.int(),
  status: ContestStatus,
  starts_at: IsoTime,
  end_date: IsoTime,
  /** Number of users who joined. */
  players: z.int(),
  /** Whether the caller joined. */
  joined: z.boolean(),
  /** The room's version. */
  version: z.int(),
  server_time: IsoTime,
});
export type Contest = z.infer<typeof Contest>;

/** The caller's result, sent beside the contest. */
export const OwnResult = z.object({
  /** 0 before the first point and for users who did not join. */
  score: z.int(),
  /** 1 is the best. Null without a point. */
  rank: z.int().nullable(),
  /** The prize as it was paid, if the caller won: by X7 a part of it is bonus coins. */
  won_available: Coins.nullable(),
  won_bonus: Coins.nullable(),
  /** Why an operator cancelled the contest. */
  cancel_reason: z.string().nullable(),
});
export type OwnResult = z.infer<typeof OwnResult>;

/** C7: seconds until the end, in both fields; 0 once it is over. */
export const TimeLeft = z.object({
  remainingTime: z.int().min(0),
  countdown: z.int().min(0),
  status: ContestStatus,
  end_date: IsoTime,
  server_time: IsoTime,
});
export type TimeLeft = z.infer<typeof TimeLeft>;

export const JoinContestReply = Message.extend({
  transfer_id: Uuid.nullable(),
  /** Coins debited from each part of the wallet (L6). */
  paid_available: Coins,
  paid_bonus: Coins,
});
export type JoinContestReply = z.infer<typeof JoinContestReply>;

/** Part of the acknowledgement of every play: the caller's total and rank after it. */
export const Standing = z.object({
  score: z.int(),
  /** Exact within the top 10, otherwise at most one second old. Null without a point. */
  rank: z.int().nullable(),
});
export type Standing = z.infer<typeof Standing>;

/** C11: a winner of this month. */
export const Champion = z.object({
  /** Of the contest. */
  id: z.int(),
  kind: ContestKind,
  title: z.string(),
  username: z.string(),
  /** URL of the user's picture; empty for the default picture. */
  profile: z.string(),
  awarded_points: Coins,
  timestamp: IsoTime,
});
export type Champion = z.infer<typeof Champion>;

// Rooms

/**
 * State of tap:{id}, card:{id} and math:{id}, each also as @card with at most one update a second (C5). It is compact
 * because every watcher receives each frame: a row of `top` is [username, score], followed by the picture's URL if there
 * is one. The best player is the first row; once the status is `ended`, that is the winner.
 */
export const ContestState = z.object({
  status: ContestStatus,
  endDate: z.int(),
  players: z.int(),
  top: z
    .array(
      z
        .array(z.union([z.string(), z.int()]))
        .min(2)
        .max(3),
    )
    .max(LEADERBOARD_ROWS),
});
/** A row of a leaderboard, as sent. */
export type TopRow = [username: string, score: number, profile?: string];
export type ContestState = Omit<z.infer<typeof ContestState>, 'top'> & { top: TopRow[] };

/**
 * State of room contests: the last status changes, newest first, at most 20. A client that knows none of them reloads the
 * lists.
 */
export const ContestsState = z.object({
  changes: z.array(z.object({ id: z.int(), kind: ContestKind, status: ContestStatus, at: z.int() })),
});
export type ContestsState = z.infer<typeof ContestsState>;

// Operators

const contestFields = z.object({
  title: lineText(120).min(1),
  description: paragraphText(4000),
  entry_fee: z.int().min(0).max(1_000_000_000),
  prize: Amount,
  minimum_users: z.int().min(1).max(1_000_000),
  starts_at: Moment.optional(),
  end_date: Moment,
});
export const NewContestBody = contestFields.extend({
  kind: ContestKind,
  description: contestFields.shape.description.default(''),
  /** The realm of a load test; 0 is the realm of real players. */
  realm: z.int().min(0).max(MAX_REALM).default(0),
});
export type NewContestBody = z.input<typeof NewContestBody>;
/**
 * While the contest is pending every field but the kind may change; once it is active only title, description and
 * picture.
 */
export const EditContestBody = contestFields.partial();
export type EditContestBody = z.input<typeof EditContestBody>;

export const AdminContest = Contest.omit({ joined: true, server_time: true }).extend({
  realm: z.int(),
  /** Coins that the account `rewards` added to the pot (L7). */
  subsidy: Coins,
  /** Coins in the pot now. */
  pot: Coins,
  winner: z.string().nullable(),
  winner_score: z.int().nullable(),
  /** C6: the winner of a tap contest stayed above 90 % of the cap from the first tap to the end. */
  flagged: z.boolean(),
  created_at: IsoTime,
  settled_at: IsoTime.nullable(),
  cancel_reason: z.string().nullable(),
});
export type AdminContest = z.infer<typeof AdminContest>;
export const AdminContestsQuery = z.object({
  kind: ContestKind.optional(),
  status: ContestStatus.optional(),
  realm: RealmFilter,
  flagged: z.literal('true').optional(),
  q: boundedString(120).optional(),
});
