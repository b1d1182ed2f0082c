import type { Auction } from '@copup/shared/auctions.ts';
import { formatNaira, inCoins } from '@copup/shared/coins.ts';
import { paths, pathTo } from '@copup/shared/page-paths.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { formatRemaining, secondsLeft } from '../../../lib/format-time.ts';
import { useServerNow } from '../../../realtime/index.ts';
import { ItemPicture } from '../../../ui/item-picture.tsx';
import { Coins } from '../../../ui/money.tsx';
import { auctionsQuery } from '../queries.ts';
import { nextOf } from '../result-words.ts';

/** All watchers of an auction see its end at the same moment, so their reads are spread over this time. */
const spreadMs = 1_500;

/** The running auction that ends soonest, after the end of another one. */
export function NextAuction({ exceptId }: { exceptId: number }) {
  const [isDue, setIsDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsDue(true), Math.random() * spreadMs);
    return () => clearTimeout(timer);
  }, []);
  const { data } = useInfiniteQuery({ ...auctionsQuery(''), enabled: isDue });
  const nowMs = useServerNow();
  const next = nextOf(data ?? [], exceptId, nowMs);
  if (!next) return null;
  return (
    <section aria-label="Try this one next" className="mt-4.5">
      <h3 className="mb-2 text-base">Try this one next</h3>
      <NextLink auction={next} left={secondsLeft(Date.parse(next.end_date), nowMs)} />
    </section>
  );
}

function NextLink({ auction, left }: { auction: Auction; left: number }) {
  const time = `${formatRemaining(left)}${left < 60 ? ' s' : ''} left`;
  return (
    <Link
      to={pathTo(paths.auction, auction.id)}
      className="grid grid-cols-[60px_minmax(0,1fr)_auto] items-center gap-3 rounded-[18px] py-2.5 pr-3 pl-2.5 leading-snug shadow-[inset_0_0_0_1.5px_var(--c-line)]"
    >
      <ItemPicture
        name={auction.name}
        category={auction.category}
        image={auction.image}
        sizes="60px"
        className="size-15"
      />
      <span>
        <span className="block truncate font-semibold">{auction.name}</span>
        <span className="block text-xs text-ink-2">
          {auction.price > 0 ? `Worth ${formatNaira(auction.price)} · ${time}` : time}
        </span>
        <span className="mt-0.5 flex flex-wrap items-center gap-x-1.5 text-xs text-ink-3">
          <Coins amount={auction.current_bid_amount} className="font-semibold text-ink" />
          now · {auction.joined ? 'entry paid' : `entry ${inCoins(auction.entry_bid_points)}`}
        </span>
      </span>
      <ChevronRight size={20} aria-hidden className="text-ink-2" />
    </Link>
  );
}
