import { paths } from '@copup/shared/page-paths.ts';
import {
  ArrowLeftRight,
  Fingerprint,
  Gamepad2,
  Handshake,
  Landmark,
  ListChecks,
  type LucideIcon,
  RotateCcw,
  ShieldCheck,
  Timer,
  Vault,
} from 'lucide-react';
import { useHome } from '../../../lib/home.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { Mark } from '../../../ui/art/mark.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { SkipLink } from '../../../ui/skip-link.tsx';
import { Faq } from '../faq.tsx';
import { FeatureCards } from '../feature-cards.tsx';
import { Hero } from '../hero.tsx';
import { JoinBox } from '../join-box.tsx';
import { LandingFooter } from '../landing-footer.tsx';
import { LandingHeader, type PageSection } from '../landing-header.tsx';
import { section, sectionTitle } from '../section-look.ts';

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

const steps = [
  {
    name: 'Sign up with your e-mail',
    text: 'We mail a one-time code. Choose a username and a password, and your wallet is ready.',
  },
  {
    name: 'Get coins',
    text: 'Buy a package by bank transfer, receive coins from a friend, or earn them in tasks and games.',
  },
  {
    name: 'Pay the entry fee once',
    text: 'Every auction shows its fee in coins before you join. It is refunded when nothing is sold.',
  },
  {
    name: 'Bid the price you see',
    text: 'You bid the price on the button, never more. If you’re outbid, your coins are back at once.',
  },
  {
    name: 'Win, and check out',
    text: 'The item is in your cart when the clock stops. Tell us where it goes, and follow the order.',
  },
];

/** The steps from the sign-up to the delivery. */
function HowItWorks() {
  return (
    <section id="how-it-works" className={section}>
      <h2 className={sectionTitle}>How it works</h2>
      <ol className="grid gap-3 lg:grid-cols-5 lg:gap-4">
        {steps.map(({ name, text }, at) => (
          <li
            key={name}
            className="grid grid-cols-[auto_1fr] gap-x-3.5 gap-y-1 rounded-[22px] bg-surface p-4 shadow-1 lg:grid-cols-1 lg:content-start lg:gap-y-3 lg:p-5"
          >
            <span
              aria-hidden="true"
              className="row-span-2 grid size-11 place-items-center rounded-full border-[5px] border-brand-soft font-display text-lg font-bold text-brand lg:row-span-1"
            >
              {at + 1}
            </span>
            <h3 className="font-display text-lg tracking-[-0.015em]">{name}</h3>
            <p className="col-start-2 text-sm leading-[1.45] text-ink-2 lg:col-start-1">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

const promises: { Icon: LucideIcon; name: string; text: string }[] = [
  {
    Icon: ShieldCheck,
    name: 'The price you saw is the price you pay',
    text: 'If another bid was faster and the price moved, your bid is refused and nothing is spent.',
  },
  {
    Icon: Timer,
    name: 'No last-second snatching',
    text: 'A bid in the last 10 seconds moves the end to 10 seconds from then, up to a latest end that the page shows.',
  },
  {
    Icon: RotateCcw,
    name: 'One tap, one bid',
    text: 'If your network drops, trying again never bids twice. You see the result when you’re back online.',
  },
  {
    Icon: Fingerprint,
    name: 'Every bid can be checked',
    text: 'Bids of an auction form a chain of fingerprints. Your own browser verifies it, from the first bid to the last.',
  },
];

/** Explains the fairness of auctions to bidders. */
function FairPlay() {
  return (
    <section id="fair-play" className={classNames(section, 'lg:grid lg:grid-cols-[320px_1fr] lg:gap-10')}>
      <div>
        <h2 className={sectionTitle}>Fair to the second</h2>
        <p className="mb-5 max-w-[46ch] leading-[1.45] text-ink-2">
          Prices, leaders and ends update live, for all players at the same time.
        </p>
      </div>
      <ul className="grid gap-3 md:grid-cols-2 lg:gap-4">
        {promises.map(({ Icon, name, text }) => (
          <li key={name} className="rounded-[22px] bg-surface p-4.5 shadow-1 lg:p-6">
            <Icon size={24} aria-hidden className="text-brand" />
            <h3 className="mt-3 font-display text-lg tracking-[-0.015em]">{name}</h3>
            <p className="mt-1 leading-[1.45] text-ink-2">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

const uses: { Icon: LucideIcon; name: string; text: string }[] = [
  { Icon: Gamepad2, name: 'Games', text: 'Tap, cards and math against others, and 1 v 1 predictions.' },
  { Icon: Vault, name: 'Heists', text: 'A ticket, a story, one question. The right answer opens the vault.' },
  { Icon: ListChecks, name: 'Tasks', text: 'Small jobs and invitations that pay.' },
  { Icon: ArrowLeftRight, name: 'Send and receive', text: 'Coins to any wallet address, with your PIN.' },
  { Icon: Handshake, name: 'P2P', text: 'Buy from other people, coins reserved while you pay.' },
  { Icon: Landmark, name: 'Cash out', text: 'To your own bank account, at ₦90 a coin.' },
];

/** The other uses of a coin, on the stage. */
function MoreThanAuctions() {
  return (
    <section
      aria-labelledby="more-than-auctions"
      className="stage adire mx-4 mt-12 overflow-hidden rounded-[26px] px-5 py-8 [--moon-at:right_-150px_top_-170px] lg:mx-auto lg:mt-16 lg:max-w-[1160px] lg:px-12 lg:py-12"
    >
      <h2
        id="more-than-auctions"
        className="mb-6 flex items-center gap-3 font-display text-[clamp(1.75rem,7.4vw,2.75rem)] leading-[1.02] tracking-[-0.03em]"
      >
        <Mark className="hidden size-10 lg:block" />
        One wallet for all of it
      </h2>
      <ul className="grid gap-x-8 gap-y-5 md:grid-cols-2 lg:grid-cols-3 lg:gap-y-8">
        {uses.map(({ Icon, name, text }) => (
          <li key={name} className="grid grid-cols-[auto_1fr] gap-x-3.5">
            <span className="grid size-11 place-items-center rounded-full bg-white/12">
              <Icon size={20} aria-hidden />
            </span>
            <div>
              <h3 className="text-ctl">{name}</h3>
              <p className="mt-0.5 leading-[1.4] text-on-stage-2">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
