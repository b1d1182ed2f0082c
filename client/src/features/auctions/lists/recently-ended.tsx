import type { Auction } from '@copup/shared/auctions.ts';
import { BIDDING_NAIRA_PER_COIN, formatNaira } from '@copup/shared/coins.ts';
import { paths, pathTo } from '@copup/shared/page-paths.ts';
import { ChevronDown, History } from 'lucide-react';
import { useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { useSignedInUser } from '../../../lib/session.ts';
import { classNames } from '../../../ui/class-names.ts';
import { ItemPicture } from '../../../ui/item-picture.tsx';

/** How many are listed before "Show all". */
const firstShown = 6;

/** The auctions of the last day that are over, folded: closed until the user opens it. */
export function RecentlyEnded({ auctions }: { auctions: readonly Auction[] }) {
  const [isOpen, setIsOpen] = useState(false);
  const [isWhole, setIsWhole] = useState(false);
  const id = useId();
  const shown = isWhole ? auctions : auctions.slice(0, firstShown);
  return (
    <section className="overflow-hidden rounded-[20px] bg-surface shadow-1">
      <h2>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen((before) => !before)}
          className="flex min-h-14 w-full items-center gap-2.5 px-4 font-sans text-base font-semibold tracking-normal"
        >
          <History size={20} aria-hidden className="shrink-0 text-ink-2" />
          Recently ended
          <span className="rounded-full bg-sunken px-2.5 py-0.5 text-sm text-ink-2">{auctions.length}</span>
          <ChevronDown
            size={20}
            aria-hidden
            className={classNames(
              'ml-auto transition-transform duration-(--dur-state) motion-reduce:transition-none',
              isOpen && 'rotate-180',
            )}
          />
        </button>
      </h2>
      <div id={id} hidden={!isOpen}>
        {isOpen ? (
          <ul className="grid grid-cols-[minmax(0,1fr)] lg:grid-cols-3">
            {shown.map((auction) => (
              <li key={auction.id} className="min-w-0 border-t border-line">
                <EndedRow auction={auction} />
              </li>
            ))}
          </ul>
        ) : null}
        {isOpen && shown.length < auctions.length ? (
          <button
            type="button"
            onClick={() => setIsWhole(true)}
            className="min-h-tap w-full border-t border-line text-sm font-semibold text-brand"
          >
            Show all {auctions.length}
          </button>
        ) : null}
      </div>
    </section>
  );
}

function EndedRow({ auction }: { auction: Auction }) {
  const { username } = useSignedInUser();
  const { name, status, seq, highest_bidder: winner, current_bid_amount: coins } = auction;
  const isSold = status === 'completed' && seq > 0;
  return (
    <Link
      to={pathTo(paths.auction, auction.id)}
      className="grid min-h-16 grid-cols-[48px_minmax(0,1fr)_auto] items-center gap-3 px-4 py-2.5 leading-tight"
    >
      <ItemPicture item={auction} sizes="48px" className="size-12" />
      <span className="min-w-0">
        <span className="block truncate font-semibold">{name}</span>
        <span
          className={classNames('block truncate text-sm', winner === username ? 'text-ok' : 'text-ink-2')}
        >
          {isSold ? `Won by ${winner === username ? 'you' : winner}` : endText(status)}
        </span>
      </span>
      <span className="text-right">
        {isSold ? (
          <span className="block font-bold">{formatNaira(coins * BIDDING_NAIRA_PER_COIN)}</span>
        ) : null}
        <span className="block text-sm text-ink-3">worth {formatNaira(auction.price)}</span>
      </span>
    </Link>
  );
}

const endText = (status: Auction['status']) =>
  status === 'cancelled' || status === 'cancelling'
    ? 'Cancelled, entry fee back'
    : 'Not sold, entry fee back';
