import { z } from 'zod';
import { MAX_BET_PASSWORD, MAX_BET_TITLE, MIN_BET_PASSWORD } from './bet-limits.ts';
import { fieldTexts } from './field-texts.ts';
import { boundedString, digits, lineText, paragraphText } from './text.ts';
import { Amount, Coins, CursorQuery, IsoTime, Message, RealmFilter, Uuid } from './wire.ts';

/** B2. A bet that ends without a winner is `settled` after a draw or an abandoned match, `cancelled` otherwise. */
const betStatuses = ['pending', 'active', 'settled', 'cancelled'] as const;
export const BetStatus = z.enum(betStatuses);
export type BetStatus = z.infer<typeof BetStatus>;
/** The teams of a bet or a fixture: `team_a` is the creator's team of a bet, and the home team of a fixture. */
export const Side = z.enum(['team_a', 'team_b']);
export type Side = z.infer<typeof Side>;
/** The result of a fixture or, in the order of its own teams, of a bet. */
const matchResults = ['team_a', 'team_b', 'draw', 'abandoned'] as const;
export const MatchResult = z.enum(matchResults);
export type MatchResult = z.infer<typeof MatchResult>;
/**
 * Why a bet was cancelled: by its creator, by an operator, since no other player had joined at kickoff, since its match
 * was abandoned before another player joined, since there was no result in time, or with its load test.
 */
const betCancelCauses = ['creator', 'operator', 'kickoff', 'abandoned', 'no_result', 'load_test'] as const;
export const BetCancelCause = z.enum(betCancelCauses);
export type BetCancelCause = z.infer<typeof BetCancelCause>;
/** What a bet brought the caller. */
export const BetOutcome = z.enum(['won', 'lost', 'returned']);
export type BetOutcome = z.infer<typeof BetOutcome>;

/** Highest number of goals of a score. */
const MAX_GOALS = 99;
const Goals = z.int().min(0).max(MAX_GOALS);
/** Pattern and colours: see crest.ts. */
const Crest = z.string();

/** A team of GET /bet/teams, by name. */
export const Team = z.object({ id: z.int(), name: z.string(), crest: Crest });
export type Team = z.infer<typeof Team>;

export const Fixture = z.object({
  id: z.int(),
  team_a: Team,
  team_b: Team,
  kickoff: IsoTime,
});
export type Fixture = z.infer<typeof Fixture>;
/** Limits of a stake, and the fee of a bet that is created now. */
export const BetTerms = z.object({
  stake_min: Coins,
  stake_max: Coins,
  /** Percent of both stakes, rounded down. */
  fee_percent: z.int(),
});
export type BetTerms = z.infer<typeof BetTerms>;
/**
 * GET /bet/fixtures: the fixtures of the next 30 days that a bet can be about, the earliest first: of two teams only
 * their next one.
 */
export const FixturesReply = z.object({
  items: z.array(Fixture),
  /** The cursor of the next page. */
  next: z.string().nullable(),
  terms: BetTerms,
  server_time: IsoTime,
});
export type FixturesReply = z.infer<typeof FixturesReply>;
/** A bet as every player sees it. */
export const Bet = z.object({
  bet_id: z.int(),
  /** `Title hidden` when an operator has hidden it. */
  title: z.string(),
  /** Names; the creator backs team_a. */
  team_a: z.string(),
  team_b: z.string(),
  team_a_id: z.int(),
  team_b_id: z.int(),
  team_a_crest: Crest,
  team_b_crest: Crest,
  /** Of each side. */
  stake_points: Coins,
  /** What the winner receives: both stakes less the fee. */
  prize_points: Coins,
  fee_percent: z.int(),
  kickoff: IsoTime,
  status: BetStatus,
  /** Usernames. */
  creator: z.string(),
  opponent: z.string().nullable(),
  created_at: IsoTime,
});
export type Bet = z.infer<typeof Bet>;
/** A bet of GET /bet/bets: `own_side` is the caller's side, null for bets of other players. */
export const ListedBet = Bet.extend({ own_side: Side.nullable() });
export type ListedBet = z.infer<typeof ListedBet>;

/** A bet of the caller, as creator or as opponent. */
export const OwnBet = Bet.extend({
  own_side: Side,
  /** Only of the caller's own bets; null in those that the caller joined. */
  password: z.string().nullable(),
  /** Whether the caller may cancel it now. */
  can_cancel: z.boolean(),
  /** Null until the bet has ended. */
  outcome: BetOutcome.nullable(),
  /** Coins that the caller received at the end: the prize, the returned stake or 0. */
  received_points: Coins,
  /** Of the match, in the order of the bet's teams. */
  result: MatchResult.nullable(),
  goals_a: z.int().nullable(),
  goals_b: z.int().nullable(),
  cancel_cause: BetCancelCause.nullable(),
  /** The operator's reason. */
  cancel_reason: z.string().nullable(),
  /** Whether the result was corrected after the settlement. */
  is_corrected: z.boolean(),
  ended_at: IsoTime.nullable(),
});
export type OwnBet = z.infer<typeof OwnBet>;

/** The players' filter. Without a status both are listed. */
const OpenBetStatus = BetStatus.extract(['pending', 'active']);
export const BetsQuery = CursorQuery.extend({ status: OpenBetStatus.optional() });
export const BetSearchQuery = BetsQuery.extend({ title: boundedString(100).trim().min(1) });
export const BetParams = z.object({ betId: digits(999_999_999, 1) });

export const CreateBetBody = z.object({
  /** Ids. The caller backs team_a. */
  team_a: z.int().min(1).max(999_999_999),
  team_b: z.int().min(1).max(999_999_999),
  stake_points: Amount,
  password: lineText(MAX_BET_PASSWORD).min(MIN_BET_PASSWORD, 'A password has 4 to 64 characters.'),
  title: lineText(MAX_BET_TITLE).min(1),
  /** The fixture that was displayed: refused with NO_FIXTURE when it is no longer the next one of the two teams. */
  fixture_id: z.int().min(1).max(999_999_999).optional(),
});
export type CreateBetBody = z.input<typeof CreateBetBody>;
/** Never the password: replies are stored for repeated requests. */
export const BetReply = Message.extend({ bet: ListedBet });
export type BetReply = z.infer<typeof BetReply>;
export const JoinBetBody = z.object({
  password: lineText(MAX_BET_PASSWORD, fieldTexts.betPassword).min(1, fieldTexts.betPassword),
});
export type JoinBetBody = z.input<typeof JoinBetBody>;

/** State of room bets: the last new bets and changes of status, newest first, at most 20. */
export const BetsState = z.object({
  changes: z.array(z.object({ id: z.int(), status: BetStatus, at: z.int() })),
});
export type BetsState = z.infer<typeof BetsState>;

// Operators

export const AdminTeam = Team.extend({
  is_active: z.boolean(),
  fixtures: z.int(),
  created_at: IsoTime,
  updated_at: IsoTime,
});
export type AdminTeam = z.infer<typeof AdminTeam>;
/**
 * `upcoming`: before kickoff. `due`: the match has started and has no result. `settling`: the result is being applied to
 * the bets. `settled`: it was applied to all. `returned`: there was no result in time and the stakes were returned.
 */
const fixtureStates = ['upcoming', 'due', 'settling', 'settled', 'returned'] as const;
export const FixtureState = z.enum(fixtureStates);
export type FixtureState = z.infer<typeof FixtureState>;
export const AdminFixture = Fixture.extend({
  realm: z.int(),
  state: FixtureState,
  result: MatchResult.nullable(),
  goals_a: z.int().nullable(),
  goals_b: z.int().nullable(),
  /** The operator's username. */
  result_by: z.string().nullable(),
  result_at: IsoTime.nullable(),
  /** How often the result was corrected. */
  corrections: z.int(),
  /** All bets about it, cancelled ones included. */
  bets: z.int(),
  /** The request for a second operator that waits (O3a). */
  approval_id: z.int().nullable(),
  created_at: IsoTime,
  updated_at: IsoTime,
});
export type AdminFixture = z.infer<typeof AdminFixture>;
/** One fixture, with its bets by status. */
export const AdminFixtureDetail = AdminFixture.extend({
  pending_bets: z.int(),
  active_bets: z.int(),
  settled_bets: z.int(),
  cancelled_bets: z.int(),
  /** Both stakes of all active and settled bets: what a result moves. */
  stake_points: Coins,
});
export type AdminFixtureDetail = z.infer<typeof AdminFixtureDetail>;
const resultFields = z.object({
  result: MatchResult,
  /** Both or none; they must agree with the result. */
  goals_a: Goals.nullish(),
  goals_b: Goals.nullish(),
});
type ResultFields = z.infer<typeof resultFields>;

/** Whether the goals are both absent, or agree with the result. An abandoned match may have any. */
function goalsAgree({ result, goals_a, goals_b }: ResultFields): boolean {
  const [a, b] = [goals_a ?? null, goals_b ?? null];
  if (a === null || b === null) return a === b;
  if (result === 'abandoned') return true;
  return result === 'draw' ? a === b : result === 'team_a' ? a > b : b > a;
}
const goalsRule = { message: 'The goals do not agree with the result.', path: ['goals_a'] };

/** B4: the result of a fixture, entered once. */
export const ResultBody = resultFields.refine(goalsAgree, goalsRule);
export type ResultBody = z.input<typeof ResultBody>;
/** Another result for a fixture that has one: what was paid is reversed, and the bets settle again. */
export const CorrectResultBody = resultFields
  .extend({ reason: paragraphText(500).min(1) })
  .refine(goalsAgree, goalsRule);
export type CorrectResultBody = z.input<typeof CorrectResultBody>;

export const AdminBet = Bet.extend({
  /** Same as bet_id: the key of the operators' lists. */
  id: z.int(),
  realm: z.int(),
  fixture_id: z.int(),
  creator_id: Uuid,
  opponent_id: Uuid.nullable(),
  /** The title as the creator wrote it. */
  full_title: z.string(),
  is_title_hidden: z.boolean(),
  /** Coins in the bet's escrow. */
  escrow_points: Coins,
  /** The fee that was taken. */
  fee_points: Coins,
  result: MatchResult.nullable(),
  cancel_cause: BetCancelCause.nullable(),
  cancel_reason: z.string().nullable(),
  /** Whether its stakes were returned since there was no result in time. */
  is_flagged: z.boolean(),
  is_corrected: z.boolean(),
  joined_at: IsoTime.nullable(),
  ended_at: IsoTime.nullable(),
  /** The request for a second operator that waits (O3a). */
  approval_id: z.int().nullable(),
});
export type AdminBet = z.infer<typeof AdminBet>;
/** `q` finds the title, a player's username or the number of the bet. */
export const AdminBetsQuery = z.object({
  status: BetStatus.optional(),
  fixture_id: digits(999_999_999, 1).optional(),
  user_id: Uuid.optional(),
  realm: RealmFilter,
  flagged: z.enum(['true']).optional(),
  q: boundedString(120).optional(),
});
/** Why an operator cancels a bet or hides its title (X13), which both of its players or its creator read. */
export const BetReasonBody = z.object({ reason: paragraphText(500).min(1) });
