import type { EditHeistBody, NewHeistBody } from '@copup/shared/heists.ts';
import type { z } from 'zod';
import { Refusal } from '../../errors.ts';
import { assertEditedReward, assertReward } from '../../subjects/affiliate-reward.ts';
import { assertEditedTimes, assertTimes, changedFields } from '../../subjects/draft.ts';
import { subsidyOf as subsidyOfTerms } from '../../subjects/subsidy.ts';
import type { HeistRow } from './heists.queries.ts';
import { heistKind } from './heists.subject.ts';

/** The facts of a heist that an operator decides. `holdsAt` follows from the times. */
export type HeistDraft = Pick<
  HeistRow,
  | 'name'
  | 'story'
  | 'prize'
  | 'prizeName'
  | 'ticketPrice'
  | 'category'
  | 'winnerRule'
  | 'question'
  | 'answers'
  | 'capacity'
  | 'minimumUsers'
  | 'targetUsers'
  | 'rewardBidPoints'
  | 'opensAt'
  | 'holdsAt'
  | 'startsAt'
  | 'endDate'
>;

export interface DraftDefaults {
  /** How long before its start a heist is on hold (H1). */
  holdMs: number;
  /** Largest affiliate reward, in percent of the target × the ticket price (T5). */
  rewardPercent: number;
}

/** Builds a new heist from an operator's request. Throws VALIDATION_FAILED for terms that do not fit together. */
export function draftNew(
  body: z.output<typeof NewHeistBody>,
  { holdMs, rewardPercent }: DraftDefaults,
  now: Date,
): HeistDraft {
  const startsAt = new Date(body.starts_at);
  const opensAt = body.opens_at === undefined ? now : new Date(body.opens_at);
  const draft = {
    name: body.name,
    story: body.story,
    prize: body.prize,
    prizeName: body.prize_name,
    ticketPrice: body.ticket_price,
    category: body.category,
    winnerRule: body.winner_rule,
    question: body.question,
    answers: body.answers,
    capacity: body.capacity,
    minimumUsers: body.minimum_users,
    targetUsers: body.target_users,
    rewardBidPoints: body.reward_bid_points,
    opensAt,
    holdsAt: holdTime(opensAt, startsAt, holdMs),
    startsAt,
    endDate: new Date(body.end_date),
  };
  assertTimes(draft, now);
  assertStart(draft, now);
  assertMinimum(draft);
  assertReward(promoted(draft), rewardPercent);
  return draft;
}

/** Builds the heist with the edit's fields in place of its own. A heist that is available has been opened. */
export function draftEdit(
  row: HeistRow,
  edit: z.output<typeof EditHeistBody>,
  { holdMs, rewardPercent }: DraftDefaults,
  now: Date,
): HeistDraft {
  const startsAt = edit.starts_at === undefined ? row.startsAt : new Date(edit.starts_at);
  const opensAt = edit.opens_at === undefined ? row.opensAt : new Date(edit.opens_at);
  const times = { opensAt, startsAt };
  const isMoved = changedFields(times, { opensAt: row.opensAt, startsAt: row.startsAt }).length > 0;
  const draft = {
    name: edit.name ?? row.name,
    story: edit.story ?? row.story,
    prize: edit.prize ?? row.prize,
    prizeName: edit.prize_name ?? row.prizeName,
    ticketPrice: edit.ticket_price ?? row.ticketPrice,
    category: edit.category ?? row.category,
    winnerRule: edit.winner_rule ?? row.winnerRule,
    question: edit.question ?? row.question,
    answers: edit.answers === undefined || isSame(edit.answers, row.answers) ? row.answers : edit.answers,
    capacity: edit.capacity ?? row.capacity,
    minimumUsers: edit.minimum_users ?? row.minimumUsers,
    targetUsers: edit.target_users ?? row.targetUsers,
    rewardBidPoints: edit.reward_bid_points ?? row.rewardBidPoints,
    ...times,
    holdsAt: isMoved ? holdTime(opensAt, startsAt, holdMs) : row.holdsAt,
    endDate: edit.end_date === undefined ? row.endDate : new Date(edit.end_date),
  };
  if (row.status !== 'waiting' && opensAt.getTime() !== row.opensAt.getTime()) throw heistKind.errors.live();
  assertEditedTimes(row, draft, now);
  if (isMoved) assertStart(draft, now);
  assertMinimum(draft);
  assertEditedReward(promoted(row), promoted(draft), rewardPercent);
  return draft;
}

/** Returns what `rewards` adds to the pot. A prize that is not coins is not paid from the pot (H9, L7). */
export const subsidyOf = ({
  category,
  prize,
  ticketPrice: entryFee,
  minimumUsers,
}: Pick<HeistDraft, 'category' | 'prize' | 'ticketPrice' | 'minimumUsers'>): number =>
  category === 'cash' ? subsidyOfTerms({ prize, entryFee, minimumUsers }) : 0;

const holdTime = (opensAt: Date, startsAt: Date, holdMs: number): Date =>
  new Date(Math.max(opensAt.getTime(), startsAt.getTime() - holdMs));

const promoted = ({ targetUsers, rewardBidPoints, ticketPrice: price }: HeistDraft) => ({
  targetUsers,
  rewardBidPoints,
  price,
});

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((answer, nth) => answer === other[nth]);

function assertStart({ opensAt, startsAt }: Pick<HeistDraft, 'opensAt' | 'startsAt'>, now: Date): void {
  if (startsAt <= now)
    throw invalid('starts_at', 'must be in the future', 'The start must be in the future.');
  if (opensAt > startsAt)
    throw invalid('opens_at', 'must not be after starts_at', 'The heist must open before its start.');
}

function assertMinimum({ capacity, minimumUsers }: Pick<HeistDraft, 'capacity' | 'minimumUsers'>): void {
  if (minimumUsers > capacity)
    throw invalid('minimum_users', 'must not exceed capacity', 'The minimum must not exceed the capacity.');
}

const invalid = (path: string, problem: string, message: string): Refusal =>
  new Refusal('VALIDATION_FAILED', message, { issues: [{ path, message: problem }] });
