import type { Auction } from '@copup/shared/auctions.ts';
import { isolate } from '@copup/shared/isolate.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Bell, BellRing } from 'lucide-react';
import { messageOf } from '../../../lib/api-error.ts';
import { call } from '../../../lib/calls.ts';
import { changeRead } from '../../../lib/change-read.ts';
import { changeItems } from '../../../lib/list-page.ts';
import { useConnection } from '../../../realtime/index.ts';
import { classNames } from '../../../ui/class-names.ts';
import { toast } from '../../../ui/toast.ts';
import { shortToastDurationMs } from '../../../ui/toaster.tsx';
import { auctionQuery } from '../queries.ts';

interface WatchButtonProps {
  auction: Pick<Auction, 'id' | 'name' | 'watchlisted'>;
  /** Shows the text beside the bell. */
  hasText?: boolean;
}

/** A13: puts the auction on the watchlist with one tap, and takes it off with another. */
export function WatchButton({ auction, hasText }: WatchButtonProps) {
  const { isWatched, toggle } = useWatch(auction);
  const isOffline = useConnection() === 'offline';
  const Icon = isWatched ? BellRing : Bell;
  return (
    <button
      type="button"
      // The text of the other form has both.
      aria-pressed={hasText ? undefined : isWatched}
      aria-label={hasText ? undefined : `Watchlist: ${isolate(auction.name)}`}
      disabled={isOffline}
      onClick={toggle}
      className={classNames(
        'inline-flex min-h-tap min-w-tap items-center justify-center gap-2 text-sm font-bold transition-transform duration-(--dur-press) active:scale-95 disabled:opacity-60',
        hasText
          ? classNames(
              'rounded-[12px] px-3.5',
              isWatched ? 'bg-brand-soft text-brand' : 'ctl-line bg-surface text-ink',
            )
          : classNames(
              'rounded-full shadow-1',
              isWatched ? 'bg-ink text-on-ink' : 'bg-white/92 text-[#0f1530]',
            ),
      )}
    >
      <Icon size={20} aria-hidden />
      {hasText ? (isWatched ? 'On your watchlist' : 'Tell me before the end') : null}
    </button>
  );
}

/** Returns whether the auction is on the user's watchlist, and a function that adds or removes it. */
function useWatch({ id, name, watchlisted }: Pick<Auction, 'id' | 'name' | 'watchlisted'>) {
  const queries = useQueryClient();
  const mark = (isWatched: boolean) => {
    const change = (auction: Auction) =>
      auction.id === id ? { ...auction, watchlisted: isWatched } : auction;
    changeRead(queries, auctionQuery(id).queryKey, change);
    changeItems(queries, ['auctions'], change);
    void queries.invalidateQueries({ queryKey: ['watchlist'] });
  };
  const changing = useMutation({
    meta: { moment: 'watch' },
    mutationFn: (isWatched: boolean) =>
      call(isWatched ? 'PUT /auction/watchlist/:id' : 'DELETE /auction/watchlist/:id', { params: { id } }),
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
