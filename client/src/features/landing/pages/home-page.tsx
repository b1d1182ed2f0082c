import { paths } from '@copup/shared/page-paths.ts';
import { useHome } from '../../../lib/home.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { SkipLink } from '../../../ui/skip-link.tsx';
import { Faq } from '../faq.tsx';
import { FeatureCards } from '../feature-cards.tsx';
import { Hero } from '../hero.tsx';
import { JoinBox } from '../join-box.tsx';
import { LandingFooter } from '../landing-footer.tsx';
import { LandingHeader } from '../landing-header.tsx';

/** The start page of visitors. It sends no API calls. */
export function Page() {
  useTitle('Put your coins in play');
  const home = useHome();
  return (
    <>
      <SkipLink />
      <main>
        <Hero
          header={<LandingHeader loginPath={paths.login} registerPath={paths.register} home={home} />}
          buyPath={paths.peerToPeer}
        />
        <FeatureCards />
        <Faq />
        {home ? null : <JoinBox registerPath={paths.register} />}
      </main>
      <LandingFooter limitsPath={paths.limits} privacyPath={paths.privacy} termsPath={paths.terms} />
    </>
  );
}
