import { paths } from '@copup/shared/page-paths.ts';
import {
  ArrowDownLeft,
  ArrowLeftRight,
  ArrowUpRight,
  Bell,
  Handshake,
  type LucideIcon,
  ReceiptText,
  Settings,
  Share2,
} from 'lucide-react';
import type { ComponentType } from 'react';
import { Link } from 'react-router-dom';
import { useBalance } from '../../../balance/use-balance.ts';
import { greetingAt } from '../../../lib/format-time.ts';
import { useSignedInUser } from '../../../lib/session.ts';
import { useShell } from '../../../lib/shell.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { Avatar } from '../../../ui/art/avatar.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Skeletons } from '../../../ui/states.tsx';
import { BalanceCard } from '../balance-card.tsx';
import { LastPayments, LastPayouts } from '../last-rows.tsx';
import { TodayCard, useOwnToday } from '../today-card.tsx';

interface TileFacts {
  to: string;
  name: string;
  Icon: LucideIcon;
  /** Whether its page only announces the feature. */
  isUnfinished?: boolean;
}

const tiles: readonly TileFacts[] = [
  { to: paths.send, name: 'Send', Icon: ArrowUpRight },
  { to: paths.receive, name: 'Receive', Icon: ArrowDownLeft },
  { to: paths.affiliate, name: 'Affiliate', Icon: Share2 },
  { to: paths.swap, name: 'Swap', Icon: ArrowLeftRight, isUnfinished: true },
  { to: paths.peerToPeer, name: 'P2P', Icon: Handshake },
  { to: paths.transactions, name: 'Transactions', Icon: ReceiptText },
];

export function Page() {
  useTitle('Wallet');
  const { homeParts } = useShell();
  // What stands below Today is shown after its first read, so that nothing moves when it arrives.
  const { isFirstRead, ...today } = useOwnToday();
  return (
    <>
      <Greeting />
      <div className="mx-auto grid w-full max-w-[1120px] grid-cols-[minmax(0,1fr)] gap-4 px-4 pb-7 lg:gap-5.5 lg:px-10">
        <Parts of={homeParts.welcome} />
        <Parts of={homeParts.starters} />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-[400px_minmax(0,1fr)] lg:gap-3.5">
          <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
            <BalanceCard />
            <TodayCard {...today} />
          </div>
          <div className={classNames('grid', isFirstRead && 'max-lg:hidden')}>
            <Parts of={homeParts.live} />
          </div>
        </div>
        {isFirstRead ? (
          <Skeletons text="Loading your day..." count={1} className="h-80 rounded-[24px]!" />
        ) : null}
        <nav
          aria-label="Wallet"
          className={classNames(
            'grid grid-cols-[repeat(auto-fill,minmax(min(6.2rem,100%),1fr))] gap-2.5 lg:grid-cols-6',
            isFirstRead && 'hidden',
          )}
        >
          {tiles.map((tile, at) => (
            <Tile key={tile.to} {...tile} isFirst={at === 0} />
          ))}
        </nav>
        <div className={classNames('grid gap-4 lg:grid-cols-2 lg:gap-5', isFirstRead && 'hidden')}>
          <LastPayments />
          <LastPayouts />
        </div>
      </div>
    </>
  );
}

function Greeting() {
  const user = useSignedInUser();
  const { openMenu } = useShell();
  const unread = useBalance()?.unread ?? 0;
  return (
    <header className="mx-auto flex min-h-15 w-full max-w-[1120px] items-center gap-2.5 px-4 py-2 lg:px-10 lg:pt-5">
      <Avatar name={user.full_name} username={user.username} picture={user.profile} size={44} />
      <h1 className="min-w-0 flex-1 font-sans text-base leading-tight">
        <span className="block text-xs font-normal tracking-normal text-ink-3">
          {greetingAt(new Date().getHours())}
        </span>
        <span className="block truncate text-ctl font-semibold">{user.full_name}</span>
      </h1>
      <span className="relative">
        <Link
          to={paths.notifications}
          aria-label={unread > 0 ? `Notifications, ${unread} unread` : 'Notifications'}
          className="inline-grid size-tap place-items-center rounded-md bg-surface shadow-1"
        >
          <Bell size={20} aria-hidden />
        </Link>
        {unread > 0 ? (
          <span
            aria-hidden="true"
            className="absolute -top-1 -right-1 grid h-5 min-w-5 place-items-center rounded-full bg-live px-1 text-[11px] font-bold text-white"
          >
            {unread > 99 ? '99+' : unread}
          </span>
        ) : null}
      </span>
      <IconButton label="Settings" className="bg-surface shadow-1" onClick={openMenu}>
        <Settings size={20} aria-hidden />
      </IconButton>
    </header>
  );
}

/** What other features show here. */
function Parts({ of }: { of: readonly ComponentType[] }) {
  return of.map((Part, nth) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the list is fixed
    <Part key={nth} />
  ));
}

function Tile({ to, name, Icon, isUnfinished = false, isFirst }: TileFacts & { isFirst: boolean }) {
  return (
    <Link
      to={to}
      className={classNames(
        'grid min-h-19 content-between justify-items-start gap-1.5 rounded-[18px] px-2.5 py-2.5 text-sm font-semibold',
        isFirst && 'bg-ink text-on-ink shadow-1',
        isUnfinished && 'text-ink-3 shadow-[inset_0_0_0_1px_var(--c-line)]',
        !isFirst && !isUnfinished && 'bg-surface shadow-1',
      )}
    >
      <span className="flex items-center gap-1.5">
        <span
          className={classNames(
            'grid size-8 place-items-center rounded-[11px]',
            isFirst ? 'bg-coin text-on-coin' : isUnfinished ? 'bg-sunken' : 'bg-brand-soft text-brand',
          )}
        >
          <Icon size={20} aria-hidden />
        </span>
        {isUnfinished ? (
          <span className="rounded-full bg-sunken px-1.5 text-xs font-semibold text-ink-2">Soon</span>
        ) : null}
      </span>
      {name}
    </Link>
  );
}
