import type { Auction } from '@copup/shared/auctions.ts';
import { isolate } from '@copup/shared/isolate.ts';
import { Bell, BellRing } from 'lucide-react';
import { useConnection } from '../../../realtime/index.ts';
import { classNames } from '../../../ui/class-names.ts';
import { useWatch } from './use-watch.ts';

interface WatchButtonProps {
  auction: Pick<Auction, 'id' | 'name' | 'watchlisted'>;
  /** Shows the text beside the bell. */
  hasText?: boolean;
  className?: string;
}

/** A13: puts the auction on the watchlist with one tap, and takes it off with another. */
export function WatchButton({ auction, hasText, className }: WatchButtonProps) {
  const { isWatched, toggle } = useWatch(auction);
  const isOffline = useConnection() === 'offline';
  const Icon = isWatched ? BellRing : Bell;
  return (
    <button
      type="button"
      // The text of the other form says both.
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
        className,
      )}
    >
      <Icon size={20} aria-hidden />
      {hasText ? (isWatched ? 'On your watchlist' : 'Tell me before the end') : null}
    </button>
  );
}
