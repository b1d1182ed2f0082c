import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { AuctionSkeleton } from './features/auctions/auction-skeleton.tsx';
import { Hero } from './features/landing/hero.tsx';
import { LandingHeader } from './features/landing/landing-header.tsx';
import { FullScreenLoader } from './ui/full-screen-loader.tsx';
import { LiveBadge } from './ui/live-badge.tsx';
import { PriceTicker } from './ui/price-ticker.tsx';

/*
 * Content of the HTML files, rendered at build time: it paints as soon as the styles are loaded. React replaces it by the real
 * screen, which looks the same.
 */

export const loader = renderToStaticMarkup(<FullScreenLoader />);

/** Inert, because before the scripts run a tap would have no effect and input would be lost. */
export const landing = renderToStaticMarkup(
  <MemoryRouter>
    <main inert aria-hidden="true">
      <Hero header={<LandingHeader home={null} />} today={null} isPending home={null} />
    </main>
  </MemoryRouter>,
);

const auctionStart = renderToStaticMarkup(
  <MemoryRouter>
    <main inert aria-hidden="true">
      <AuctionSkeleton
        badge={<LiveBadge word="Live" />}
        price={<PriceTicker price={1} hasBids ageS={null} worth={1} />}
      />
    </main>
  </MemoryRouter>,
);

/** public/early-read.js shows the content of the template, with the price that it has read. */
export const auction = `${loader}<template>${auctionStart.replaceAll('data-testid', 'data-early')}</template>`;
