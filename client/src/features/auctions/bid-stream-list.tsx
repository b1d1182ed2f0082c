import { formatNumber } from '@copup/shared/coins.ts';
import { Info } from 'lucide-react';
import { formatAge } from '../../lib/format-time.ts';
import { BidList, type BidRow } from '../../ui/bid-list.tsx';
import { IconButton } from '../../ui/button.tsx';
import { rowsOf } from './bid-stream.ts';
import type { LiveView } from './use-live-auction.ts';

interface BidStreamListProps {
  live: LiveView;
  /** Whether to show nothing but the bids, in the last seconds. */
  isShort: boolean;
  /** Opens the facts of the auction; without it, the page has another way there. */
  onInfo?: () => void;
}

/** A fixed number of rows, so that the content below does not move. */
const mostShown = 5;

export function BidStreamList({ live, isShort, onInfo }: BidStreamListProps) {
  const { stream, username, nowMs, hasBid, watchers, isOver } = live;
  const own = stream.find((bid) => bid.username === username);
  const rows = rowsOf(stream, mostShown)
    .slice(0, mostShown)
    .map((row): BidRow => {
      if (row.kind === 'gap') return row;
      const { seq, username: name, price, at } = row.bid;
      return { kind: 'bid', seq, name, amount: price, age: formatAge(nowMs - at), isOwn: name === username };
    });
  return (
    <BidList
      rows={rows}
      ownAmount={own?.price ?? null}
      hasBid={hasBid}
      isShort={isShort}
      note={watchers > 0 ? `${formatNumber(watchers)} ${isOver ? 'watched' : 'watching'}` : undefined}
    >
      {onInfo ? (
        <IconButton
          label="How this auction ends, and check the bids"
          onClick={onInfo}
          className="-my-1.5 -mr-3 text-ink-3"
        >
          <Info size={20} aria-hidden />
        </IconButton>
      ) : null}
    </BidList>
  );
}
