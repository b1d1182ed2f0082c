import { paths } from '@copup/shared/page-paths.ts';
import { useHome } from '../../../lib/home.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { SkipLink } from '../../../ui/skip-link.tsx';
import { FairPlay } from '../fair-play.tsx';
import { Faq } from '../faq.tsx';
import { FeatureCards } from '../feature-cards.tsx';
import { Hero } from '../hero.tsx';
import { HowItWorks } from '../how-it-works.tsx';
import { JoinBox } from '../join-box.tsx';
import { LandingFooter } from '../landing-footer.tsx';
import { LandingHeader, type PageSection } from '../landing-header.tsx';
import { MoreThanAuctions } from '../more-than-auctions.tsx';

const sections: PageSection[] = [
  { id: 'features', name: 'Features' },
  { id: 'how-it-works', name: 'How it works' },
  { id: 'fair-play', name: 'Fair play' },
  { id: 'faq', name: 'Questions' },
];

/** The long landing page. It sends no API calls. */
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
      <LandingFooter limitsPath={paths.limits} privacyPath={paths.privacy} termsPath={paths.terms} />
    </>
  );
}
