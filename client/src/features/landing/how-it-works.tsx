import { section, sectionTitle } from './section-look.ts';

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
export function HowItWorks() {
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
