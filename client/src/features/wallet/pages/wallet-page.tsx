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
import { Link } from 'react-router-dom';
import { useBalance } from '../../../balance/use-balance.ts';
import { greetingAt } from '../../../lib/format-time.ts';
import { useSignedInUser } from '../../../lib/session.ts';
import { useShell } from '../../../lib/shell.ts';
import { useMedia } from '../../../lib/use-media.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { Avatar } from '../../../ui/art/avatar.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { BalanceCard } from '../balance-card.tsx';
import { LastPayments, LastPayouts } from '../last-rows.tsx';

const tiles: [string, string, LucideIcon][] = [
  [paths.send, 'Send', ArrowUpRight],
  [paths.receive, 'Receive', ArrowDownLeft],
  [paths.affiliate, 'Affiliate', Share2],
  [paths.swap, 'Swap', ArrowLeftRight],
  [paths.peerToPeer, 'P2P', Handshake],
  [paths.transactions, 'Transactions', ReceiptText],
];

export function Page() {
  useTitle('Wallet');
  const user = useSignedInUser();
  const { openMenu, walletAsides } = useShell();
  const unread = useBalance()?.unread ?? 0;
  // On a phone it is not visible, so it sends no request.
  const isDesktop = useMedia('(min-width: 64rem)');
  return (
    <>
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
      <div className="mx-auto grid w-full max-w-[1120px] grid-cols-[minmax(0,1fr)] gap-4 px-4 pb-7 lg:px-10">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-[minmax(0,1fr)_18rem] lg:gap-5">
          <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
            <BalanceCard />
            <Link
              to={paths.timeline}
              className="-mt-1.5 inline-flex min-h-tap items-center justify-self-start text-sm font-semibold text-brand"
            >
              See where your coins went
            </Link>
            <nav
              aria-label="Wallet"
              className="grid grid-cols-[repeat(auto-fill,minmax(min(6.2rem,100%),1fr))] gap-2.5 lg:grid-cols-6"
            >
              {tiles.map(([to, name, Icon], at) => (
                <Link
                  key={to}
                  to={to}
                  className={classNames(
                    'grid min-h-20.5 content-between justify-items-start gap-2 rounded-[18px] px-3 py-2.5 text-sm font-semibold shadow-1',
                    at === 0 ? 'bg-ink text-on-ink' : 'bg-surface',
                  )}
                >
                  <span
                    className={classNames(
                      'grid size-9 place-items-center rounded-[12px]',
                      at === 0 ? 'bg-coin text-on-coin' : 'bg-brand-soft text-brand',
                    )}
                  >
                    <Icon size={20} aria-hidden />
                  </span>
                  {name}
                </Link>
              ))}
            </nav>
          </div>
          {isDesktop ? (
            <aside className="max-lg:hidden">
              {walletAsides.map((Part, nth) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the list is fixed
                <Part key={nth} />
              ))}
            </aside>
          ) : null}
        </div>
        <div className="grid gap-4 lg:grid-cols-2 lg:gap-5">
          <LastPayments />
          <LastPayouts />
        </div>
      </div>
    </>
  );
}
