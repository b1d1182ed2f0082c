import { useQuery } from '@tanstack/react-query';
import { useSignedInUser } from '../../lib/session.ts';
import { listTraders, readOpenTrade, readTrade } from './api.ts';

export const useTraders = () =>
  useQuery({ queryKey: ['traders'], queryFn: ({ signal }) => listTraders(signal), staleTime: 0 });

/** Read again with each notice of a decision, as the open trade is. */
export const tradeKey = (userId: string, tradeId: number) => ['open-trade', userId, tradeId] as const;

/** The own open trade, or the last one. */
export function useOpenTrade() {
  const { id } = useSignedInUser();
  return useQuery({
    queryKey: ['open-trade', id],
    queryFn: ({ signal }) => readOpenTrade(signal),
    staleTime: 0,
  });
}

export function useTrade(tradeId: number) {
  const { id } = useSignedInUser();
  return useQuery({
    queryKey: tradeKey(id, tradeId),
    queryFn: ({ signal }) => readTrade(tradeId, signal),
    staleTime: 0,
  });
}
