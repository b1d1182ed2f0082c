import { z } from 'zod';
import { AuctionCategory } from './auctions.ts';
import { fieldTexts } from './field-texts.ts';
import { MAX_ANSWER_LENGTH } from './heist-limits.ts';
import { normalizeAnswer } from './normalize-answer.ts';
import { boundedString, lineText, paragraphText } from './text.ts';
import { Amount, Coins, IsoTime, MAX_REALM, Message, Moment, RealmFilter, Uuid } from './wire.ts';

/** H1: the states in their order. A heist that is being refunded is shown with its final status. */
export const heistStatuses = [
  'waiting',
  'available',
  'on_hold',
  'started',
  'completed',
  'cancelled',
] as const;
export const HeistStatus = z.enum(heistStatuses);
export type HeistStatus = z.infer<typeof HeistStatus>;
/** Of the prize. */
export const HeistCategory = AuctionCategory;
export type HeistCategory = z.infer<typeof HeistCategory>;
/** H4: who wins among the users with a correct answer. */
export const WinnerRule = z.enum(['earliest', 'draw']);
export type WinnerRule = z.infer<typeof WinnerRule>;

export const Heist = z.object({
  id: z.int(),
  name: z.string(),
  /** The value of the prize in coins, for every category (H9). */
  prize: Coins,
  prize_name: z.string(),
  /** URL of the 640 px picture; empty if the heist has no picture and the client draws one. */
  prize_image: z.string(),
  ticket_price: Coins,
  category: HeistCategory,
  status: HeistStatus,
  story: z.string(),
  /** H9: null before the start, and for users without a ticket before the end. */
  question: z.string().nullable(),
  /** The accepted answer; null until the heist is completed. */
  answer: z.string().nullable(),
  /** Hex SHA-256 of the salted question and answers, published before the first ticket (H3). */
  answer_commitment: z.string(),
  winner_rule: WinnerRule,
  capacity: z.int(),
  participant_count: z.int(),
  /** `participant_count` and this add up to the capacity. */
  remaining_spots: z.int(),
  /** Below this number of tickets the heist is cancelled at its start and the tickets are refunded. */
  minimum_users: z.int(),
  opens_at: IsoTime,
  starts_at: IsoTime,
  end_date: IsoTime,
  target_users: z.int(),
  reward_bid_points: Coins,
  /** Whether the caller has a ticket. */
  joined: z.boolean(),
  /** Whether the caller has answered, with what and when (H3). */
  answered: z.boolean(),
  own_answer: z.string().nullable(),
  answered_at: IsoTime.nullable(),
  version: z.int(),
  server_time: IsoTime,
});
export type Heist = z.infer<typeof Heist>;

/** A row of the completed heists; `winner` is null when no answer was correct. */
export const CompletedHeist = Heist.pick({
  id: true,
  name: true,
  prize: true,
  prize_name: true,
  prize_image: true,
  category: true,
  end_date: true,
}).extend({ winner: z.string().nullable() });
export type CompletedHeist = z.infer<typeof CompletedHeist>;

export const HeistParticipants = z.object({ participant_count: z.int(), remaining_spots: z.int() });
export type HeistParticipants = z.infer<typeof HeistParticipants>;

export const BuyTicketReply = Message.extend({
  transfer_id: Uuid.nullable(),
  /** Number of the ticket, from 1 to the capacity. */
  ticket_no: z.int(),
  /** Coins debited from each part of the wallet (L6). */
  paid_available: Coins,
  paid_bonus: Coins,
});
export type BuyTicketReply = z.infer<typeof BuyTicketReply>;

/** H3: an answer of white space and punctuation alone is empty. */
const hasContent = (text: string): boolean => normalizeAnswer(text) !== '';
export const SubmitAnswerBody = z.object({
  answer: paragraphText(MAX_ANSWER_LENGTH, fieldTexts.answer).refine(hasContent, fieldTexts.answer),
});
export type SubmitAnswerBody = z.input<typeof SubmitAnswerBody>;
/** The same for a correct and a wrong answer (H3). */
export const SubmitAnswerReply = Message.extend({
  /** The database's time, which decides the order of answers. */
  answered_at: IsoTime,
});
export type SubmitAnswerReply = z.infer<typeof SubmitAnswerReply>;

/** H4: only of a completed heist. */
export const HeistResult = z.object({
  /** Null when no answer was correct: the tickets were refunded. */
  winner: z.string().nullable(),
  /** URL of the winner's picture; empty for the default picture. */
  winner_profile: z.string(),
  heist: CompletedHeist.omit({ winner: true }).extend({ question: z.string(), answer: z.string() }),
  /** The caller's own answer; null without one. */
  own_answer: z.string().nullable(),
  /** Whether the caller won, and the prize as it was paid: by X7 a part of it is bonus coins. */
  won: z.boolean(),
  won_available: Coins.nullable(),
  won_bonus: Coins.nullable(),
});
export type HeistResult = z.infer<typeof HeistResult>;

/** H7. */
export const UnlockBody = z.object({
  code: boundedString(40, fieldTexts.unlockCode).min(1, fieldTexts.unlockCode),
});
export type UnlockBody = z.input<typeof UnlockBody>;
export const UnlockReply = Message.extend({ unlocked_until: IsoTime });
export type UnlockReply = z.infer<typeof UnlockReply>;

// Rooms (H5)

/** State of heist:{id} and heist:{id}@card. Never the question. */
export const HeistState = z.object({
  status: HeistStatus,
  participants: z.int(),
  left: z.int(),
  opensAt: z.int(),
  startsAt: z.int(),
  endDate: z.int(),
});
export type HeistState = z.infer<typeof HeistState>;
/** State of room vault:{id}, for ticket holders and operators: the question, null before the start (H3). */
export const VaultState = z.object({
  status: HeistStatus,
  question: z.string().nullable(),
  startsAt: z.int(),
  endDate: z.int(),
});
export type VaultState = z.infer<typeof VaultState>;
/** State of room heists: the last status changes, newest first, at most 20. */
export const HeistsState = z.object({
  changes: z.array(z.object({ id: z.int(), status: HeistStatus, at: z.int() })),
});
export type HeistsState = z.infer<typeof HeistsState>;

// Operators

const heistFields = z.object({
  name: lineText(120).min(1),
  story: paragraphText(4000),
  prize: Amount,
  prize_name: lineText(120).min(1),
  ticket_price: z.int().min(0).max(1_000_000_000),
  category: HeistCategory,
  winner_rule: WinnerRule,
  question: paragraphText(500).min(1),
  /** Accepted answers, compared after normalization (H3). The first is shown at the end. */
  answers: z.array(lineText(MAX_ANSWER_LENGTH).refine(hasContent, 'Use letters or digits.')).min(1).max(20),
  capacity: z.int().min(1).max(100_000),
  minimum_users: z.int().min(1).max(100_000),
  target_users: z.int().min(0).max(1_000_000),
  reward_bid_points: z.int().min(0).max(1_000_000_000),
  /** Until then tickets are sold only with the unlock code (H1). By default at once. */
  opens_at: Moment.optional(),
  starts_at: Moment,
  end_date: Moment,
});
export const NewHeistBody = heistFields.extend({
  story: heistFields.shape.story.default(''),
  winner_rule: heistFields.shape.winner_rule.default('earliest'),
  target_users: heistFields.shape.target_users.default(0),
  reward_bid_points: heistFields.shape.reward_bid_points.default(0),
  /** The realm of a load test; 0 is the realm of real players. */
  realm: z.int().min(0).max(MAX_REALM).default(0),
});
export type NewHeistBody = z.input<typeof NewHeistBody>;
/**
 * While no ticket is sold and the heist is waiting or available every field may change, except `opens_at` once it is
 * available; afterwards only name, story, prize name and picture.
 */
export const EditHeistBody = heistFields.partial();
export type EditHeistBody = z.input<typeof EditHeistBody>;

export const AdminHeist = Heist.omit({
  joined: true,
  answered: true,
  own_answer: true,
  answered_at: true,
  server_time: true,
}).extend({
  realm: z.int(),
  question: z.string(),
  answers: z.array(z.string()),
  /** Coins that the account `rewards` added to the pot (L7). */
  subsidy: Coins,
  /** Coins in the pot now. */
  pot: Coins,
  answers_count: z.int(),
  winner: z.string().nullable(),
  created_at: IsoTime,
  settled_at: IsoTime.nullable(),
  cancel_reason: z.string().nullable(),
});
export type AdminHeist = z.infer<typeof AdminHeist>;
export const AdminHeistsQuery = z.object({
  status: HeistStatus.optional(),
  category: HeistCategory.optional(),
  realm: RealmFilter,
  q: boundedString(120).optional(),
});

/** An answer that an operator may accept before the end, since it nearly equals an accepted one. */
export const NearMiss = z.object({
  user_id: z.uuid(),
  username: z.string(),
  answer: z.string(),
  /** The accepted answer that it is closest to, and the number of edits between both. */
  closest: z.string(),
  distance: z.int(),
  /** Number of users with the same normalized answer: all are accepted together. The user named is the first. */
  users: z.int(),
  answered_at: IsoTime,
  accepted_by: z.string().nullable(),
});
export type NearMiss = z.infer<typeof NearMiss>;
export const NearMissesReply = z.object({ items: z.array(NearMiss) });
export type NearMissesReply = z.infer<typeof NearMissesReply>;
export const AcceptAnswerBody = z.object({ user_id: Uuid, reason: paragraphText(500).min(1) });
