import type { Auction, AuctionCategory } from '@copup/shared/auctions.ts';
import { call } from '../../lib/calls.ts';
import { itemsOf, listQuery } from '../../lib/list-page.ts';
import { readQuery } from '../../lib/read-query.ts';

export type Category = AuctionCategory | '';
const categories = ['cash', 'product', 'coupon'] as const satisfies readonly Category[];

/** Returns the category in the address of the list. */
export function categoryOf(search: URLSearchParams): Category {
  return categories.find((category) => category === search.get('category')) ?? '';
}

/** Orders live auctions by their end, then pending ones by their start, then ended ones, the last one first. */
function byTime(one: Auction, other: Auction): number {
  const place = ({ status, starts_at, end_date }: Auction) => {
    if (status === 'active') return [0, Date.parse(end_date)] as const;
    return status === 'pending'
      ? ([1, Date.parse(starts_at)] as const)
      : ([2, -Date.parse(end_date)] as const);
  };
  const [[part, at], [otherPart, otherAt]] = [place(one), place(other)];
  return part - otherPart || at - otherAt || one.id - other.id;
}
const ordered = (lists: Parameters<typeof itemsOf<Auction>>[0]) => itemsOf(lists).sort(byTime);

/** Its pages are read newest first. */
export const auctionsQuery = (category: Category) => ({
  ...listQuery(['auctions', category], 'GET /auction', { query: { category } }),
  select: ordered,
});

export const auctionQuery = (id: number) =>
  readQuery(['auction', id], (signal) => call('GET /auction/:id', { params: { id }, signal }));

/** A15: what a visitor sees of an auction, and the token for its public room. */
export const visitQuery = (id: number) =>
  readQuery(['visit', id], (signal) => call('GET /watch/:id', { params: { id }, signal }));
