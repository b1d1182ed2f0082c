import { FairPlay } from '../../features/landing/fair-play.tsx';
import { Faq } from '../../features/landing/faq.tsx';
import { FeatureCards } from '../../features/landing/feature-cards.tsx';
import { Hero } from '../../features/landing/hero.tsx';
import { HowItWorks } from '../../features/landing/how-it-works.tsx';
import { JoinBox } from '../../features/landing/join-box.tsx';
import { LandingFooter } from '../../features/landing/landing-footer.tsx';
import { LandingHeader, type PageSection } from '../../features/landing/landing-header.tsx';
import { MoreThanAuctions } from '../../features/landing/more-than-auctions.tsx';
import { useTitle } from '../../lib/use-title.ts';
import { SkipLink } from '../layouts/skip-link.tsx';
import { paths } from '../paths.ts';
import { useHome } from '../use-home.ts';

const sections: PageSection[] = [
  { id: 'features', name: 'Features' },
  { id: 'how-it-works', name: 'How it works' },
  { id: 'fair-play', name: 'Fair play' },
  { id: 'faq', name: 'Questions' },
];

/** The long landing page. It makes no calls either. */
export function Page() {
  useTitle('Auctions, games and heists for coins');
  const home = useHome();
  return (
    <>
      <SkipLink />
      <main>
        <Hero
          header={
            <LandingHeader
              loginPath={paths.login}
              registerPath={paths.register}
              home={home}
              sections={sections}
            />
          }
          buyPath={paths.peerToPeer}
        />
        <FeatureCards />
        <HowItWorks />
        <MoreThanAuctions />
        <FairPlay />
        <Faq />
        {home ? null : <JoinBox registerPath={paths.register} />}
      </main>
      <LandingFooter privacyPath={paths.privacy} termsPath={paths.terms} />
    </>
  );
}
