import { Faq } from '../../features/landing/faq.tsx';
import { FeatureCards } from '../../features/landing/feature-cards.tsx';
import { Hero } from '../../features/landing/hero.tsx';
import { JoinBox } from '../../features/landing/join-box.tsx';
import { LandingFooter } from '../../features/landing/landing-footer.tsx';
import { LandingHeader } from '../../features/landing/landing-header.tsx';
import { useTitle } from '../../lib/use-title.ts';
import { SkipLink } from '../layouts/skip-link.tsx';
import { paths } from '../paths.ts';
import { useHome } from '../use-home.ts';

/** The way in for visitors. It makes no calls. */
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
      <LandingFooter privacyPath={paths.privacy} termsPath={paths.terms} />
    </>
  );
}
