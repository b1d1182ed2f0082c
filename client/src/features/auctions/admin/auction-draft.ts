import type { AdminAuction, NewAuctionBody } from '@copup/shared/auctions.ts';
import { MAX_AMOUNT } from '@copup/shared/coins.ts';
import { type SubjectField, type SubjectTexts, subjectDraft } from '../../../console/items/subject-draft.ts';
import { parseWholeNumber } from '../../../lib/whole-number.ts';

const coins = { type: 'whole', min: 0, max: MAX_AMOUNT, ifEmpty: null } as const;
const count = { type: 'whole', min: 0, max: 1_000_000, ifEmpty: null } as const;

const fields = {
  name: { type: 'text', error: 'Enter a name.' },
  description: { type: 'text' },
  category: { type: 'choice', initial: 'product' },
  is_starter: { type: 'flag' },
  price: { type: 'whole', min: 0, max: 1e12, error: 'Needed' },
  entry_bid_points: { type: 'whole', min: 0, max: MAX_AMOUNT, error: 'Needed' },
  bid_increment: { ...coins, min: 1 },
  reserve_points: coins,
  buy_now_points: { ...coins, min: 1, canWithdraw: true },
  minimum_entries: count,
  target_users: count,
  reward_bid_points: coins,
  starts_at: { type: 'moment' },
  end_date: { type: 'moment', afterMs: 0 },
  overtime_s: { type: 'whole', min: 0, max: 86_400, ifEmpty: null },
} as const satisfies Partial<Record<keyof NewAuctionBody, SubjectField>>;

export type AuctionFields = SubjectTexts<keyof typeof fields>;

export const auctionDraft = subjectDraft({
  fields,
  texts: ['name', 'description'],
  hasOpenTerms: ({ status }: AdminAuction) => status === 'pending',
  valuesOf: ({ hard_end, end_date }) => ({
    overtime_s: Math.round((Date.parse(hard_end) - Date.parse(end_date)) / 1000),
  }),
  // Late bids have moved the end towards the hard end: what is left of the overtime is not what was set.
  valuesOfCopy: ({ seq }) => (seq > 0 ? { overtime_s: null } : {}),
  errorsOf(entered, errors) {
    const isPaidStarter =
      entered.is_starter === 'yes' && parseWholeNumber(entered.entry_bid_points) !== 0
        ? 'The entry of a starter auction is free: enter 0.'
        : undefined;
    const buyNow = errors.buy_now_points ?? errorOfBuyNow(entered);
    return {
      ...(isPaidStarter && { entry_bid_points: isPaidStarter }),
      ...(buyNow && { buy_now_points: buyNow }),
    };
  },
});

/** A13: a purchase costs more than the reserve and the first bid. */
function errorOfBuyNow(entered: AuctionFields): string | undefined {
  const price = parseWholeNumber(entered.buy_now_points);
  if (price === undefined) return undefined;
  const reserve = parseWholeNumber(entered.reserve_points) ?? 0;
  const firstBid = parseWholeNumber(entered.bid_increment) ?? 1;
  if (price > Math.max(reserve, firstBid)) return undefined;
  return reserve >= firstBid
    ? `Enter more than the reserve of ${reserve}.`
    : `Enter more than the first bid of ${firstBid}.`;
}
