import { ChevronRight, Package, Ticket, Wallet } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { BalancePill } from '../../features/wallet/balance-pill.tsx';
import { formatMoment } from '../../lib/format-time.ts';
import { isLoaded } from '../page-loads.tsx';
import { paths } from '../paths.ts';

const pages = [
  {
    path: paths.dashboard,
    name: 'Wallet',
    Icon: Wallet,
    aside: <BalancePill className="text-sm text-ink-2" />,
  },
  { path: paths.joined, name: 'Your Auctions', Icon: Ticket },
  { path: paths.orders, name: 'Recent Orders', Icon: Package },
];

/** Where a player can go without a network: pages whose files are here. */
export function SavedPages(): ReactNode {
  const { pathname } = useLocation();
  const [since] = useState(() => formatMoment(Date.now(), Date.now()));
  const saved = pages.filter(({ path }) => path !== pathname && isLoaded(path));
  if (saved.length === 0) return null;
  return (
    <section>
      <div className="flex items-baseline justify-between gap-3">
        <h2 className="text-ctl">Saved on this phone</h2>
        <span className="text-xs text-ink-3">as of {since}</span>
      </div>
      <ul className="mt-2.5 divide-y divide-line rounded-lg bg-surface shadow-2">
        {saved.map(({ path, name, Icon, aside }) => (
          <li key={path}>
            <Link to={path} className="flex min-h-15 items-center gap-3.5 px-4 py-1.5">
              <span className="grid size-10 shrink-0 place-items-center rounded-[13px] bg-brand-soft text-brand">
                <Icon size={20} aria-hidden />
              </span>
              <span className="min-w-0 flex-1">
                <b className="block font-semibold">{name}</b>
                {aside}
              </span>
              <ChevronRight size={20} aria-hidden className="text-ink-2" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
