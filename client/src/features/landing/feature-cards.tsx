import { CoinsArt } from '../../ui/art/items/coins.tsx';
import { CouponArt } from '../../ui/art/items/coupon.tsx';
import { GamepadArt } from '../../ui/art/items/gamepad.tsx';
import { PhoneArt } from '../../ui/art/items/phone.tsx';
import { section, sectionTitle } from './section-look.ts';

const features = [
  { name: 'Auctions', text: 'Participate to win items', Art: PhoneArt },
  { name: 'Games', text: 'Play and earn more coins', Art: GamepadArt },
  { name: 'Wallet', text: 'Manage coins', Art: CoinsArt },
  { name: 'Tasks', text: 'Complete tasks to earn rewards', Art: CouponArt },
];

export function FeatureCards() {
  return (
    <section id="features" className={section}>
      <h2 className={sectionTitle}>Four ways to use a coin</h2>
      <ul className="grid grid-cols-2 gap-3 lg:grid-cols-4 lg:gap-4">
        {features.map(({ name, text, Art }) => (
          <li
            key={name}
            className="grid min-h-[212px] grid-rows-[1fr_auto_auto] content-end gap-1 overflow-hidden rounded-[22px] bg-surface px-3.5 pt-3.5 pb-4 shadow-1 lg:min-h-[270px] lg:p-5"
          >
            <Art className="size-26 self-center justify-self-center lg:size-33" />
            <h3 className="font-display text-[1.3125rem] tracking-[-0.02em]">{name}</h3>
            <p className="min-h-[2.6em] text-sm leading-[1.3] text-ink-2 lg:min-h-0">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
