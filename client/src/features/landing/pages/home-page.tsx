import { useHome } from '../../../lib/home.ts';
import { mainPaths } from '../../../lib/main-paths.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { SkipLink } from '../../../ui/skip-link.tsx';
import { Faq } from '../faq.tsx';
import { FeatureCards } from '../feature-cards.tsx';
import { Hero } from '../hero.tsx';
import { JoinBox } from '../join-box.tsx';
import { LandingFooter } from '../landing-footer.tsx';
import { LandingHeader } from '../landing-header.tsx';

/** The way in for visitors. It makes no calls. */
export function Page() {
  useTitle('Put your coins in play');
  const home = useHome();
  return (
    <>
      <SkipLink />
      <main>
        <Hero
          header={<LandingHeader loginPath={mainPaths.login} registerPath={mainPaths.register} home={home} />}
          buyPath={mainPaths.peerToPeer}
        />
        <FeatureCards />
        <Faq />
        {home ? null : <JoinBox registerPath={mainPaths.register} />}
      </main>
      <LandingFooter privacyPath={mainPaths.privacy} termsPath={mainPaths.terms} />
    </>
  );
}
