import { paths } from '@copup/shared/page-paths.ts';
import { ChevronRight, KeyRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { headerBalance } from '../../../balance/balance-pill.tsx';
import { VaultDoor } from '../../../ui/art/vault-door.tsx';
import { Screen } from '../../../ui/page-header.tsx';

/** The two ways to a heist. */
export function Page() {
  return (
    <Screen title="Heists" backTo={paths.dashboard} aside={headerBalance}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 lg:grid-cols-2 lg:gap-5">
        <Choice
          to={paths.preventHeist}
          name="Prevent Heist"
          text="Early tickets for heists that are not open yet, with an unlock code."
        >
          <KeyRound size={44} strokeWidth={1.8} aria-hidden className="text-coin" />
        </Choice>
        <Choice
          to={paths.heists}
          name="Open Heist"
          text="Buy a ticket, answer one question, and open the vault."
        >
          <VaultDoor className="size-22 lg:size-31" />
        </Choice>
      </div>
    </Screen>
  );
}

function Choice({
  to,
  name,
  text,
  children,
}: {
  to: string;
  name: string;
  text: string;
  children: ReactNode;
}) {
  return (
    <Link
      to={to}
      className="grid grid-cols-[auto_minmax(0,1fr)_20px] items-center gap-4 rounded-[24px] bg-surface py-3 pr-4 pl-3 shadow-2"
    >
      <span className="stage adire grid h-28 w-26 place-items-center rounded-[18px] [--moon-at:center] max-[359px]:w-20 lg:h-40 lg:w-40">
        {children}
      </span>
      <span className="min-w-0">
        <b className="block font-display text-[1.5rem] leading-tight font-bold tracking-tight">{name}</b>
        <span className="mt-1 block text-sm leading-snug text-ink-2">{text}</span>
      </span>
      <ChevronRight size={20} aria-hidden className="text-ink-2" />
    </Link>
  );
}
