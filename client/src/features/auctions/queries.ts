import { queryOptions } from '@tanstack/react-query';
import { type Category, getAuction, listAuctions } from './api.ts';

const categories = ['cash', 'product', 'coupon'] as const satisfies readonly Category[];

/** Returns the category in the address of the list. */
export function categoryOf(search: URLSearchParams): Category {
  return categories.find((category) => category === search.get('category')) ?? '';
}

/** Returns NaN for an invalid id. */
export const auctionIdOf = (text = '') => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : Number.NaN);

export const auctionsQuery = (category: Category) =>
  queryOptions({
    queryKey: ['auctions', category],
    queryFn: ({ signal }) => listAuctions(category, signal),
  });

export const auctionQuery = (id: number) =>
  queryOptions({ queryKey: ['auction', id], queryFn: ({ signal }) => getAuction(id, signal) });
