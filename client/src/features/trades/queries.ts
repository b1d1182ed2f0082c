import { useQuery } from '@tanstack/react-query';
import { useSignedInUser } from '../../lib/session.ts';
import { listTraders, readOpenTrade } from './api.ts';

export const useTraders = () =>
  useQuery({ queryKey: ['traders'], queryFn: ({ signal }) => listTraders(signal), staleTime: 0 });

export const openTradeKey = (userId: string) => ['open-trade', userId] as const;

/** The own open trade, or the last one. Reloaded with each notice of a decision. */
export function useOpenTrade() {
  const { id } = useSignedInUser();
  return useQuery({
    queryKey: openTradeKey(id),
    queryFn: ({ signal }) => readOpenTrade(signal),
    staleTime: 0,
  });
}
