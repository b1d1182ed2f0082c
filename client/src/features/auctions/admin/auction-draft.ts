import type { AdminAuction, EditAuctionBody, NewAuctionBody } from '@copup/shared/auctions.ts';
import { MAX_AMOUNT } from '@copup/shared/coins.ts';
import { changedFields, errorOfEnd, errorOfNumber } from '../../../console/draft.ts';
import { fromLocalInput, toLocalInput } from '../../../console/local-time.ts';
import { errorOfPicture } from '../../../console/picture-rules.ts';
import { parseWholeNumber } from '../../../lib/whole-number.ts';

/** Bounds of the whole numbers in the form; needed ones may not be empty. */
const numbers = {
  price: { min: 0, max: 1e12, isNeeded: true },
  entry_bid_points: { min: 0, max: MAX_AMOUNT, isNeeded: true },
  bid_increment: { min: 1, max: MAX_AMOUNT, isNeeded: false },
  reserve_points: { min: 0, max: MAX_AMOUNT, isNeeded: false },
  buy_now_points: { min: 1, max: MAX_AMOUNT, isNeeded: false },
  minimum_entries: { min: 0, max: 1_000_000, isNeeded: false },
  target_users: { min: 0, max: 1_000_000, isNeeded: false },
  reward_bid_points: { min: 0, max: MAX_AMOUNT, isNeeded: false },
  overtime_s: { min: 0, max: 86_400, isNeeded: false },
} as const;
type NumberName = keyof typeof numbers;
const numberNames = Object.keys(numbers) as NumberName[];

/** The form of an auction: every field is text. */
export type AuctionFields = Record<
  NumberName | 'name' | 'description' | 'category' | 'is_starter' | 'starts_at' | 'end_date',
  string
> & {
  image: File | null;
};
type FieldErrors = Partial<Record<keyof AuctionFields, string>>;

const overtimeS = ({ hard_end, end_date }: AdminAuction) =>
  Math.round((Date.parse(hard_end) - Date.parse(end_date)) / 1000);

/** Returns the initial form: the auction, or an empty one that ends at `firstEndMs`. */
export function toFields(auction: AdminAuction | undefined, firstEndMs: number): AuctionFields {
  const texts = Object.fromEntries(
    numberNames.map((name) => {
      if (!auction) return [name, ''];
      return [name, String((name === 'overtime_s' ? overtimeS(auction) : auction[name]) ?? '')];
    }),
  ) as Record<NumberName, string>;
  return {
    ...texts,
    name: auction?.name ?? '',
    description: auction?.description ?? '',
    category: auction?.category ?? 'product',
    is_starter: auction?.is_starter ? 'yes' : '',
    starts_at: auction ? toLocalInput(auction.starts_at) : '',
    end_date: toLocalInput(auction?.end_date ?? new Date(firstEndMs).toISOString()),
    image: null,
  };
}

/** Returns the errors of the fields. With `isLive` only texts and picture are checked. */
export function errorsOfFields(fields: AuctionFields, isLive: boolean): FieldErrors {
  const errors: FieldErrors = {};
  if (fields.name.trim() === '') errors.name = 'Enter a name.';
  const pictureError = errorOfPicture(fields.image);
  if (pictureError) errors.image = pictureError;
  if (isLive) return errors;
  for (const name of numberNames) {
    const error = errorOfOptionalNumber(fields[name].trim(), numbers[name]);
    if (error) errors[name] = error;
  }
  if (fields.is_starter === 'yes' && parseWholeNumber(fields.entry_bid_points) !== 0)
    errors.entry_bid_points = 'The entry of a starter auction is free: enter 0.';
  const buyNowError = errorOfBuyNow(fields);
  if (buyNowError) errors.buy_now_points ??= buyNowError;
  const endError = errorOfEnd(fields);
  if (endError) errors.end_date = endError;
  return errors;
}

/** A13: a purchase costs more than the reserve and the first bid. */
function errorOfBuyNow(fields: AuctionFields): string | undefined {
  const price = parseWholeNumber(fields.buy_now_points);
  if (price === undefined) return undefined;
  const reserve = parseWholeNumber(fields.reserve_points) ?? 0;
  const firstBid = parseWholeNumber(fields.bid_increment) ?? 1;
  if (price > Math.max(reserve, firstBid)) return undefined;
  return reserve >= firstBid
    ? `Enter more than the reserve of ${reserve}.`
    : `Enter more than the first bid of ${firstBid}.`;
}

function errorOfOptionalNumber(text: string, bounds: (typeof numbers)[NumberName]): string | undefined {
  if (text === '') return bounds.isNeeded ? 'Needed' : undefined;
  return errorOfNumber(text, bounds);
}

/** Converts the form to a request; empty fields are omitted, for the server's defaults. */
export function readDraft(fields: AuctionFields): NewAuctionBody {
  const draft: Record<string, unknown> = {
    name: fields.name.trim(),
    description: fields.description.trim(),
    category: fields.category,
    is_starter: fields.is_starter === 'yes',
    starts_at: fromLocalInput(fields.starts_at),
    end_date: fromLocalInput(fields.end_date) ?? '',
  };
  for (const name of numberNames) {
    const number = parseWholeNumber(fields[name]);
    if (number !== undefined) draft[name] = number;
  }
  return draft as NewAuctionBody;
}

/** Returns only changed fields; of a live auction only the texts can change (A1). */
export function readEdit(fields: AuctionFields, auction: AdminAuction): EditAuctionBody {
  // Emptied, the buy-now offer is withdrawn.
  const draft = { buy_now_points: null, ...readDraft(fields) };
  const { name, description } = draft;
  const editable = auction.status === 'pending' ? draft : { name, description };
  return changedFields(editable, { ...auction, overtime_s: overtimeS(auction) });
}
