import type { CartItem } from '@copup/shared/cart.ts';
import { formatNaira } from '@copup/shared/coins.ts';
import type { HeistCartItem } from '@copup/shared/heist-orders.ts';
import { isolate } from '@copup/shared/isolate.ts';
import { useQuery } from '@tanstack/react-query';
import { callAll } from '../../lib/calls.ts';
import { formatShortDate } from '../../lib/format-time.ts';
import { useSignedInUser } from '../../lib/session.ts';
import type { LoadedListProps } from '../../ui/loaded-list.tsx';

/** What was won and is not ordered yet. */
export interface WonItem {
  kind: 'auction' | 'heist';
  id: number;
  /** The prize. */
  name: string;
  category: CartItem['category'];
  image: string;
  /** The coins of the winning bid or the ticket. */
  paid: number;
  /** How it was won. */
  note: string;
}

export const itemCount = (count: number): string => (count === 1 ? '1 item' : `${count} items`);

/** Where lines break, days and amounts stay whole. */
const whole = (text: string) => text.replaceAll(' ', '\u00a0');
const dayOf = (iso: string) => whole(formatShortDate(Date.parse(iso)));

const ofAuction = (item: CartItem): WonItem => ({
  ...item,
  kind: 'auction',
  paid: item.price_paid,
  note: `${whole('Won ')}${dayOf(item.won_at)} · ${whole('worth ')}${formatNaira(item.price)}`,
});
const ofHeist = (item: HeistCartItem): WonItem => ({
  ...item,
  kind: 'heist',
  name: item.prize_name,
  paid: item.ticket_paid,
  note: `${isolate(item.name)}, ${dayOf(item.won_at)}`,
});
const wonInAuctions = (items: CartItem[]) => items.map(ofAuction);
const wonInHeists = (items: HeistCartItem[]) => items.map(ofHeist);

type CartQuery = LoadedListProps<WonItem>['query'];

/** Both carts, each by itself and as one. */
export function useCarts(): Record<'auctions' | 'heists' | 'both', CartQuery> {
  const { id } = useSignedInUser();
  const auctions = useQuery({
    queryKey: ['cart', id],
    queryFn: ({ signal }) => callAll('GET /cart', signal),
    select: wonInAuctions,
    staleTime: 0,
  });
  const heists = useQuery({
    queryKey: ['heist-cart', id],
    queryFn: ({ signal }) => callAll('GET /hurt/cartH', signal),
    select: wonInHeists,
    staleTime: 0,
  });
  const items = [...(auctions.data ?? []), ...(heists.data ?? [])];
  return {
    auctions,
    heists,
    both: {
      // One cart that cannot be read does not make the other one empty.
      data: items.length > 0 || (auctions.data && heists.data) ? items : undefined,
      isPending: auctions.isPending || heists.isPending,
      isError: auctions.isError || heists.isError,
      refetch: () => Promise.all([auctions.refetch(), heists.refetch()]),
    },
  };
}
