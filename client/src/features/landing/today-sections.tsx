import { BIDDING_NAIRA_PER_COIN, formatNaira, inCoins } from '@copup/shared/coins.ts';
import { paths } from '@copup/shared/page-paths.ts';
import { Link } from 'react-router-dom';
import { formatSoon } from '../../lib/format-time.ts';
import { Avatar } from '../../ui/art/avatar.tsx';
import { CoinOnGold } from '../../ui/art/coin.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { ItemPicture } from '../../ui/item-picture.tsx';
import { section, sectionTitle } from './section-look.ts';
import { type Today, useAuctionPath } from './use-today.ts';

const steps = [
  { name: 'Join an auction.', text: 'Some are free, others cost a few coins. The fee is on the button.' },
  {
    name: `Bid ${formatNaira(BIDDING_NAIRA_PER_COIN)} a coin.`,
    text: 'Outbid? Your coins are back at once.',
  },
  { name: 'Lead at the end.', text: 'You pay your bid, we deliver the item.' },
];

export function HowAWinWorks() {
  return (
    <section className={section}>
      <h2 className={sectionTitle}>How a win works</h2>
      <ol className="grid gap-2.5 lg:grid-cols-3 lg:gap-4">
        {steps.map(({ name, text }, at) => (
          <li
            key={name}
            className="grid grid-cols-[auto_1fr] items-center gap-3.5 rounded-[22px] bg-surface p-4 shadow-1"
          >
            <span
              aria-hidden="true"
              className="grid size-11 place-items-center rounded-full bg-brand-soft font-display text-lg font-bold text-brand"
            >
              {at + 1}
            </span>
            <p className="leading-snug text-ink-2">
              <b className="font-semibold text-ink">{name}</b> {text}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Further live auctions, and the last that were won. Both come with the page's call, below what is visible first. */
export function TodaySections({ today }: { today: Today }) {
  const { others, wins } = today.data;
  const pathOf = useAuctionPath();
  return (
    <>
      {others.length > 0 ? (
        <section className={section}>
          <h2 className={sectionTitle}>Ending next</h2>
          <ul className="grid grid-cols-[minmax(0,1fr)] gap-2.5 lg:grid-cols-3 lg:gap-4">
            {others.map((auction) => (
              <li key={auction.id}>
                <Link
                  to={pathOf(auction.id)}
                  className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-[22px] bg-surface p-2.5 pr-3.5 shadow-1"
                >
                  <ItemPicture item={auction} sizes="60px" className="size-15" />
                  <span className="min-w-0 flex-[1_1_7rem] text-sm text-ink-2">
                    <b className="block truncate text-base font-semibold text-ink">{auction.name}</b>
                    Worth {formatNaira(auction.price)}
                    <span className="block font-semibold text-ink">
                      Ends {formatSoon(Date.parse(auction.end_date), today.nowMs)}
                    </span>
                  </span>
                  <span className="ml-auto text-right text-sm text-ink-3">
                    Highest bid
                    <b className="block text-base font-bold text-ink">
                      {formatNaira(auction.current_bid_amount * BIDDING_NAIRA_PER_COIN)}
                    </b>
                    {inCoins(auction.current_bid_amount)}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {wins.length > 0 ? (
        <section className={section}>
          <h2 className={sectionTitle}>Latest winners</h2>
          <ul className="divide-y divide-line rounded-[22px] bg-surface px-4 shadow-1">
            {wins.map(({ id, name, username, price }) => (
              <li key={id} className="flex min-h-16 items-center gap-3 py-2">
                <Avatar name={username} size={40} />
                <span className="min-w-0 flex-1">
                  <b className="block font-semibold wrap-anywhere">
                    {name} for {formatNaira(price * BIDDING_NAIRA_PER_COIN)}
                  </b>
                  <span className="text-sm text-ink-2">{username}</span>
                </span>
                <Link
                  to={pathOf(id)}
                  aria-label={`Check ${name}`}
                  className="inline-flex min-h-tap items-center px-2 text-sm font-semibold text-brand"
                >
                  Check
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  );
}

export function AboutTheCoin() {
  return (
    <section className={section}>
      <h2 className={sectionTitle}>One coin for all of it</h2>
      <p className="mb-5 max-w-[60ch] leading-[1.45] text-pretty text-ink-2">
        Copup coin is a utility and governance coin that rewards activity in its ecosystem. Bid in live
        auctions, play games, crack heists, and cash out to your bank.
      </p>
      <ButtonLink look="line" to={paths.peerToPeer}>
        <CoinOnGold className="size-6" />
        Buy coin
      </ButtonLink>
    </section>
  );
}
