import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { Hero } from './features/landing/hero.tsx';
import { LandingHeader } from './features/landing/landing-header.tsx';
import { FullScreenLoader } from './ui/full-screen-loader.tsx';

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
