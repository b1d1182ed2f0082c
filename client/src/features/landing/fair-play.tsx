import { Fingerprint, type LucideIcon, RotateCcw, ShieldCheck, Timer } from 'lucide-react';
import { classNames } from '../../ui/class-names.ts';
import { section, sectionTitle } from './section-look.ts';

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
export function FairPlay() {
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
