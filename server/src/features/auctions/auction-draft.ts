import type { EditAuctionBody, NewAuctionBody } from '@copup/shared/auctions.ts';
import { inCoins, KOBO_PER_NAIRA } from '@copup/shared/coins.ts';
import type { z } from 'zod';
import { Refusal } from '../../errors.ts';
import { assertEditedReward, assertReward } from '../../subjects/affiliate-reward.ts';
import { assertEditedTimes, assertTimes } from '../../subjects/draft.ts';
import type { AuctionRow } from './auctions.tables.ts';

/** The facts of an auction that an operator decides. */
export type AuctionDraft = Pick<
  AuctionRow,
  | 'name'
  | 'description'
  | 'category'
  | 'priceKobo'
  | 'entryBidPoints'
  | 'bidIncrement'
  | 'reservePoints'
  | 'buyNowPoints'
  | 'minimumEntries'
  | 'targetUsers'
  | 'rewardBidPoints'
  | 'isStarter'
  | 'startsAt'
  | 'endDate'
  | 'hardEnd'
>;

export interface DraftDefaults {
  bidIncrement: number;
  /** How far after `end_date` late bids may move the end (A5). */
  overtimeMs: number;
  /** Largest affiliate reward, in percent of the target × the entry fee (T5). */
  rewardPercent: number;
}

type NewAuction = z.output<typeof NewAuctionBody>;
type AuctionEdit = z.output<typeof EditAuctionBody>;

/** Builds a new auction from an operator's request. Throws VALIDATION_FAILED for invalid times or an invalid reward. */
export function draftNew(body: NewAuction, defaults: DraftDefaults, now: Date): AuctionDraft {
  const endDate = new Date(body.end_date);
  const overtimeMs = body.overtime_s === undefined ? defaults.overtimeMs : body.overtime_s * 1_000;
  const draft = {
    name: body.name,
    description: body.description,
    category: body.category,
    priceKobo: toKobo(body.price),
    entryBidPoints: body.entry_bid_points,
    bidIncrement: body.bid_increment ?? defaults.bidIncrement,
    reservePoints: body.reserve_points,
    buyNowPoints: body.buy_now_points,
    minimumEntries: body.minimum_entries,
    targetUsers: body.target_users,
    rewardBidPoints: body.reward_bid_points,
    isStarter: body.is_starter,
    startsAt: body.starts_at === undefined ? now : new Date(body.starts_at),
    endDate,
    hardEnd: new Date(endDate.getTime() + overtimeMs),
  };
  assertTimes(draft, now);
  assertBuyNow(draft);
  assertStarter(draft);
  assertReward(promoted(draft), defaults.rewardPercent);
  return draft;
}

/** Builds the auction with the edit's fields in place of its own. Moving the end moves the hard end too. */
export function draftEdit(
  row: AuctionDraft,
  edit: AuctionEdit,
  { rewardPercent }: Pick<DraftDefaults, 'rewardPercent'>,
  now: Date,
): AuctionDraft {
  const endDate = edit.end_date === undefined ? row.endDate : new Date(edit.end_date);
  const overtimeMs =
    edit.overtime_s === undefined ? row.hardEnd.getTime() - row.endDate.getTime() : edit.overtime_s * 1_000;
  const draft = {
    name: edit.name ?? row.name,
    description: edit.description ?? row.description,
    category: edit.category ?? row.category,
    priceKobo: edit.price === undefined ? row.priceKobo : toKobo(edit.price),
    entryBidPoints: edit.entry_bid_points ?? row.entryBidPoints,
    bidIncrement: edit.bid_increment ?? row.bidIncrement,
    reservePoints: edit.reserve_points ?? row.reservePoints,
    buyNowPoints: edit.buy_now_points === undefined ? row.buyNowPoints : edit.buy_now_points,
    minimumEntries: edit.minimum_entries ?? row.minimumEntries,
    targetUsers: edit.target_users ?? row.targetUsers,
    rewardBidPoints: edit.reward_bid_points ?? row.rewardBidPoints,
    isStarter: edit.is_starter ?? row.isStarter,
    startsAt: edit.starts_at === undefined ? row.startsAt : new Date(edit.starts_at),
    endDate,
    hardEnd: new Date(endDate.getTime() + overtimeMs),
  };
  assertEditedTimes(row, draft, now);
  assertBuyNow(draft);
  assertStarter(draft);
  assertEditedReward(promoted(row), promoted(draft), rewardPercent);
  return draft;
}

/** Throws VALIDATION_FAILED unless buying costs more than the reserve and the first bid (A13). */
function assertBuyNow({ buyNowPoints, reservePoints, bidIncrement }: AuctionDraft): void {
  const above = Math.max(reservePoints, bidIncrement);
  if (buyNowPoints === null || buyNowPoints > above) return;
  const message =
    above === reservePoints
      ? `Enter more than the reserve of ${above}.`
      : `Enter more than the first bid of ${above}.`;
  throw new Refusal('VALIDATION_FAILED', `The buy-now price must be above ${inCoins(above)}.`, {
    issues: [{ path: 'buy_now_points', message }],
  });
}

/** X15: the entry of a starter auction is free. */
function assertStarter({ isStarter, entryBidPoints }: AuctionDraft): void {
  if (!isStarter || entryBidPoints === 0) return;
  throw new Refusal('VALIDATION_FAILED', 'The entry of a starter auction is free.', {
    issues: [{ path: 'entry_bid_points', message: 'must be 0 for a starter auction' }],
  });
}

const promoted = ({ targetUsers, rewardBidPoints, entryBidPoints: price }: AuctionDraft) => ({
  targetUsers,
  rewardBidPoints,
  price,
});

const toKobo = (naira: number): number => Math.round(naira * KOBO_PER_NAIRA);
