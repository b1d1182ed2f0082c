import { useQuery } from '@tanstack/react-query';
import { useSignedInUser } from '../../lib/session.ts';
import { listHeistCart } from './api.ts';

/** The heist cart, with the prize in words below each heist's name. */
export function useHeistCart() {
  const { id } = useSignedInUser();
  return useQuery({
    queryKey: ['heist-cart', id],
    queryFn: ({ signal }) => listHeistCart(signal),
    select: (items) => items.map(({ prize_name: note, ...item }) => ({ ...item, note })),
    staleTime: 0,
  });
}
