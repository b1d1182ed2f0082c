import type { Auction } from '@copup/shared/auctions.ts';
import { isolate } from '@copup/shared/isolate.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../../lib/api-error.ts';
import { changeItems } from '../../../lib/list-page.ts';
import { toast } from '../../../ui/toast.ts';
import { shortToastDurationMs } from '../../../ui/toaster.tsx';
import { auctionQuery } from '../queries.ts';
import { changeWatch } from './offers-api.ts';

/** Returns whether the auction is on the user's watchlist, and a function that adds or removes it. */
export function useWatch({ id, name, watchlisted }: Pick<Auction, 'id' | 'name' | 'watchlisted'>) {
  const queries = useQueryClient();
  const mark = (isWatched: boolean) => {
    const change = (auction: Auction) =>
      auction.id === id ? { ...auction, watchlisted: isWatched } : auction;
    queries.setQueryData(auctionQuery(id).queryKey, (known) => known && change(known));
    changeItems(queries, ['auctions'], change);
    void queries.invalidateQueries({ queryKey: ['watchlist'] });
  };
  const changing = useMutation({
    mutationFn: (isWatched: boolean) => changeWatch(id, isWatched),
    onSuccess: ({ watchlisted: isWatched }) => {
      mark(isWatched);
      toast.success(
        isWatched
          ? `We’ll tell you before ${isolate(name)} ends.`
          : `${isolate(name)} is off your watchlist.`,
        shortToastDurationMs,
      );
    },
    onError: (error) => toast.error(messageOf(error, 'The watchlist could not be changed.')),
  });
  // Shown at once; a refusal brings the old state back.
  const isWatched = changing.isPending ? changing.variables : watchlisted;
  const toggle = () => {
    if (!changing.isPending) changing.mutate(!isWatched);
  };
  return { isWatched, toggle };
}
