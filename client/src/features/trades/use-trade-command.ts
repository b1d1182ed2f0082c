import type { BuyReply, Trade } from '@copup/shared/trades.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useSignedInUser } from '../../lib/session.ts';
import { tradeKey } from './queries.ts';

/** Sends a command about a trade. Trades and traders are read again also after a refusal: its reason is what changed. */
export function useTradeCommand<Input>(
  send: (input: Input) => Promise<BuyReply>,
  onDone?: (trade: Trade) => void,
) {
  const queries = useQueryClient();
  const { id: userId } = useSignedInUser();
  return useMutation({
    mutationFn: send,
    onSuccess: ({ trade }) => {
      queries.setQueryData(tradeKey(userId, trade.id), trade);
      onDone?.(trade);
    },
    onSettled: () => {
      for (const key of ['open-trade', 'traders']) void queries.invalidateQueries({ queryKey: [key] });
    },
  });
}
