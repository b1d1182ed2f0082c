import { useQuery } from '@tanstack/react-query';
import { useSignedInUser } from '../../lib/session.ts';
import { listCart } from './api.ts';

export function useCart() {
  const { id } = useSignedInUser();
  return useQuery({ queryKey: ['cart', id], queryFn: ({ signal }) => listCart(signal), staleTime: 0 });
}
