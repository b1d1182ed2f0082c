import { call, callAll } from '../../lib/calls.ts';
import { useFresh } from '../../lib/read-query.ts';
import { useSignedInUser } from '../../lib/session.ts';

export const useTraders = () => useFresh(['traders'], (signal) => callAll('GET /trade/traders', signal));

/** Read again with each notice of a decision, as the open trade is. */
export const tradeKey = (userId: string, tradeId: number) => ['open-trade', userId, tradeId] as const;

/** The own open trade, or the last one. */
export function useOpenTrade() {
  const { id } = useSignedInUser();
  return useFresh(['open-trade', id], (signal) => call('GET /trade/open', { signal }));
}

export function useTrade(tradeId: number) {
  const { id } = useSignedInUser();
  return useFresh(tradeKey(id, tradeId), (signal) =>
    call('GET /trade/:id', { params: { id: tradeId }, signal }),
  );
}
