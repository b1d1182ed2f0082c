import {
  ArrowLeftRight,
  Gamepad2,
  Handshake,
  Landmark,
  ListChecks,
  type LucideIcon,
  Vault,
} from 'lucide-react';
import { Mark } from '../../ui/art/mark.tsx';

const uses: { Icon: LucideIcon; name: string; text: string }[] = [
  { Icon: Gamepad2, name: 'Games', text: 'Tap, cards and math against others, and 1 v 1 predictions.' },
  { Icon: Vault, name: 'Heists', text: 'A ticket, a story, one question. The right answer opens the vault.' },
  { Icon: ListChecks, name: 'Tasks', text: 'Small jobs and invitations that pay.' },
  { Icon: ArrowLeftRight, name: 'Send and receive', text: 'Coins to any wallet address, with your PIN.' },
  { Icon: Handshake, name: 'P2P', text: 'Buy from other people, coins reserved while you pay.' },
  { Icon: Landmark, name: 'Cash out', text: 'To your own bank account, at ₦90 a coin.' },
];

/** The other uses of a coin, on the stage. */
export function MoreThanAuctions() {
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
