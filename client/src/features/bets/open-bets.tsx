import { formatNumber } from '@copup/shared/coins.ts';
import { useServerNow } from '../../realtime/index.ts';
import { filterOf } from './filter.ts';
import { useBets } from './use-bets.ts';

/** The list that /allBet shows first, which is loaded already when it opens. */
const openBets = filterOf(new URLSearchParams());

/** On the card of the prediction: how many bets can be joined, of those on the first page of the list. */
export function Part() {
  const { bets, newCount, hasNextPage } = useBets(openBets);
  const nowMs = useServerNow(30_000);
  if (!bets) return null;
  const open = bets.filter(({ status, kickoff }) => status === 'pending' && Date.parse(kickoff) > nowMs);
  const count = open.length + newCount;
  const text = count === 0 ? 'No' : `${formatNumber(count)}${hasNextPage ? '+' : ''}`;
  return (
    <p className="inline-flex h-[26px] items-center gap-1.5 rounded-full bg-white/16 pr-2.5 pl-2 text-xs leading-none font-bold text-white">
      <span aria-hidden="true" className="size-2 rounded-full bg-current" />
      {text} open {count === 1 && !hasNextPage ? 'bet' : 'bets'}
    </p>
  );
}
