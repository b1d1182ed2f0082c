import { useHome } from '../../../lib/home.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { SkipLink } from '../../../ui/skip-link.tsx';
import { Faq } from '../faq.tsx';
import { FeatureCards } from '../feature-cards.tsx';
import { Hero } from '../hero.tsx';
import { JoinBox } from '../join-box.tsx';
import { LandingFooter } from '../landing-footer.tsx';
import { LandingHeader } from '../landing-header.tsx';
import { AboutTheCoin, HowAWinWorks, TodaySections } from '../today-sections.tsx';
import { useToday } from '../use-today.ts';

/** The start page of visitors: what can be won now, and one way to start. */
export function Page() {
  useTitle('Live auctions for coins');
  const home = useHome();
  const { today, isPending } = useToday();
  return (
    <>
      <SkipLink />
      <main>
        <Hero header={<LandingHeader home={home} />} {...{ today, isPending, home }} />
        <HowAWinWorks />
        {today ? <TodaySections today={today} /> : null}
        <AboutTheCoin />
        <FeatureCards />
        <Faq />
        {home ? null : <JoinBox />}
      </main>
      <LandingFooter supportEmail={today?.data.support_email ?? null} />
    </>
  );
}
