import { useFresh } from '../../lib/read-query.ts';
import { useSignedInUser } from '../../lib/session.ts';
import { listTraders, readOpenTrade, readTrade } from './api.ts';

export const useTraders = () => useFresh(['traders'], listTraders);

/** Read again with each notice of a decision, as the open trade is. */
export const tradeKey = (userId: string, tradeId: number) => ['open-trade', userId, tradeId] as const;

/** The own open trade, or the last one. */
export function useOpenTrade() {
  const { id } = useSignedInUser();
  return useFresh(['open-trade', id], readOpenTrade);
}

export function useTrade(tradeId: number) {
  const { id } = useSignedInUser();
  return useFresh(tradeKey(id, tradeId), (signal) => readTrade(tradeId, signal));
}
