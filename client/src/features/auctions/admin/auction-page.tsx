import type { AdminAuction } from '@copup/shared/auctions.ts';
import { formatNaira, formatNumber, inCoins } from '@copup/shared/coins.ts';
import type { ItemEntry } from '@copup/shared/item-timeline.ts';
import { auctionCardRoom, auctionRoom } from '@copup/shared/room-names.ts';
import { Facts } from '../../../console/facts.tsx';
import { ItemCard } from '../../../console/items/item-page.tsx';
import { SubjectPage } from '../../../console/items/subject-page.tsx';
import { useItemTimeline } from '../../../console/items/use-item.ts';
import { showLagos } from '../../../console/local-time.ts';
import { formatRemaining, secondsLeft } from '../../../lib/format-time.ts';
import { useRoom, useServerNow } from '../../../realtime/index.ts';
import { Avatar } from '../../../ui/art/avatar.tsx';
import { Coin } from '../../../ui/art/coin.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { ItemPicture } from '../../../ui/item-picture.tsx';
import { Sparkline } from '../../../ui/sparkline.tsx';
import { type BaseColumn, Table } from '../../../ui/table.tsx';
import { auctionForm } from './auction-form.tsx';

/** O1: one auction, live. */
export function Page() {
  return (
    <SubjectPage<AdminAuction>
      form={auctionForm}
      roomOf={({ id }) => auctionRoom(id)}
      picture={({ name, category, image }) => (
        <ItemPicture item={{ name, category, image }} sizes="56px" className="size-14" />
      )}
      subLine={({ price, entry_bid_points }) =>
        `Worth ${formatNaira(price)} · entry ${inCoins(entry_bid_points)}`
      }
      main={(auction) => (
        <>
          <Live auction={auction} />
          <Bids auction={auction} />
        </>
      )}
      terms={(auction) => [
        ['Number', String(auction.id)],
        ['Starts', showLagos(auction.starts_at, 0)],
        ['Ends', showLagos(auction.end_date, 0)],
        ['Latest end', showLagos(auction.hard_end, 0)],
        ['Bid increment', inCoins(auction.bid_increment)],
        ['Reserve', inCoins(auction.reserve_points)],
        ['Minimum entries', formatNumber(auction.minimum_entries)],
        ...(auction.realm === 0 ? [] : [['Players', `Load test ${auction.realm}`] as const]),
        ...(auction.cancel_reason ? [['Cancelled', auction.cancel_reason] as const] : []),
        ['Description', auction.description || null],
      ]}
      side={(auction) => <CoinsInPlay auction={auction} />}
    />
  );
}

function Live({ auction }: { auction: AdminAuction }) {
  // Operators are not counted among those who watch.
  const room = useRoom<'auction'>(auctionCardRoom(auction.id));
  const nowMs = useServerNow();
  const { data } = useItemTimeline('auction', String(auction.id), 'bids');
  const { price, leader, endDate, hardEnd, seq, status } = room.state ?? {
    price: auction.current_bid_amount,
    leader: auction.highest_bidder,
    endDate: Date.parse(auction.end_date),
    hardEnd: Date.parse(auction.hard_end),
    seq: auction.seq,
    status: auction.status,
  };
  const prices = (data?.pages[0]?.items ?? []).map(({ amount }) => amount ?? 0).reverse();
  const left = secondsLeft(endDate, nowMs);
  return (
    <section aria-label="Live" className="overflow-hidden rounded-lg border border-line bg-surface">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2 p-4">
        <p className="flex min-w-0 items-center gap-3 font-display text-[2.5rem] leading-none font-bold">
          <Coin className="size-9" />
          {formatNumber(price)}
        </p>
        <p className="min-w-0 flex-[1_1_9rem] text-sm wrap-anywhere text-ink-2">
          {leader === null ? (
            'No bids'
          ) : isReturned(status) ? (
            `Not sold. The coins of ${leader} are back.`
          ) : (
            <>
              {status === 'completed' ? 'won by' : 'led by'}{' '}
              <b className="text-ink wrap-anywhere">{leader}</b>
            </>
          )}
        </p>
        {status === 'active' ? (
          <p className="text-sm text-ink-2 sm:text-right">
            <span className="block font-display text-2xl font-bold text-live-text">
              {formatRemaining(left)}
            </span>
            latest end {showLagos(new Date(hardEnd).toISOString(), nowMs)}
          </p>
        ) : null}
      </div>
      {prices.length > 1 ? (
        <div className="px-4 pb-3">
          <Sparkline points={prices} className="h-24 w-full" />
        </div>
      ) : null}
      <Facts
        label="Figures"
        facts={[
          ['Watching', room.watchers],
          ['Joined', auction.entries_count],
          ['Bids', seq],
        ]}
      />
    </section>
  );
}

function Bids({ auction }: { auction: AdminAuction }) {
  const { data } = useItemTimeline('auction', String(auction.id), 'bids');
  const nowMs = useServerNow(30_000);
  const bids = data?.pages[0]?.items.slice(0, 10) ?? [];
  if (bids.length === 0) return null;
  const { status } = auction;
  const first = isReturned(status) ? 'Returned' : status === 'completed' ? 'Won' : 'Leads';
  const columns: BaseColumn<ItemEntry>[] = [
    {
      name: 'Person',
      cellClass: 'max-w-0 w-full text-left font-semibold',
      isRowHead: true,
      cell: ({ user }) => (
        <span className="flex min-w-0 items-center gap-2">
          <Avatar name={user?.username ?? ''} username={user?.username ?? ''} size={24} />
          <span className="min-w-0 truncate">{user?.username ?? 'a deleted user'}</span>
        </span>
      ),
    },
    {
      name: 'Coins',
      className: 'text-right',
      cellClass: 'font-semibold',
      cell: ({ amount }) => formatNumber(amount ?? 0),
    },
    {
      name: 'Result',
      className: 'pl-4',
      cell: (bid) => (
        <Chip look={bid === bids[0] && first !== 'Returned' ? 'ok' : 'plain'}>
          {bid === bids[0] ? first : 'Outbid'}
        </Chip>
      ),
    },
    {
      name: 'When',
      className: 'hidden text-right sm:table-cell',
      cellClass: 'whitespace-nowrap text-ink-2',
      cell: ({ at }) => showLagos(at, nowMs),
    },
  ];
  return (
    <ItemCard title="Bids" aside={`${formatNumber(auction.seq)} accepted`}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll region must be reachable by keyboard */}
      <section aria-label="Last bids" tabIndex={0} className="relative overflow-x-auto">
        <Table
          caption="The last bids"
          columns={columns}
          rows={bids}
          keyOf={({ id }) => id}
          headClass="h-9 text-left text-xs text-ink-3"
          rowClass={() => 'h-11'}
        />
      </section>
    </ItemCard>
  );
}

const isReturned = (status: AdminAuction['status']) => !['pending', 'active', 'completed'].includes(status);

/** Of an open auction: afterwards the coins are the platform's, or back with the players. */
function CoinsInPlay({ auction }: { auction: AdminAuction }) {
  const { status, current_bid_amount, highest_bidder, entries_count, entry_bid_points } = auction;
  const held = status === 'active' && highest_bidder !== null ? current_bid_amount : 0;
  const fees = entries_count * entry_bid_points;
  if (held + fees === 0 || (status !== 'active' && status !== 'pending')) return null;
  return (
    <ItemCard title="Coins in play" aside={inCoins(held + fees)}>
      <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-2 text-sm">
        {held > 0 ? (
          <>
            <dt className="wrap-anywhere">Held for {highest_bidder}, who leads</dt>
            <dd className="font-semibold">{formatNumber(held)}</dd>
          </>
        ) : null}
        <dt>
          Entry fees, {formatNumber(entries_count)} {entries_count === 1 ? 'person' : 'people'}
        </dt>
        <dd className="font-semibold">{formatNumber(fees)}</dd>
      </dl>
    </ItemCard>
  );
}
