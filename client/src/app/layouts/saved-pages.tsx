import { ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { formatMoment } from '../../lib/format-time.ts';
import { isUnreached } from '../offline-start.ts';
import { isLoaded } from '../page-loads.tsx';
import { savedLinks } from './navigation.ts';

/** Links to the pages whose files are loaded, which open without a network. An app that opened without one has no data. */
export function SavedPages(): ReactNode {
  const { pathname } = useLocation();
  const [since] = useState(() => formatMoment(Date.now(), Date.now()));
  const saved = savedLinks.filter(({ to }) => to !== pathname && isLoaded(to));
  if (saved.length === 0 || isUnreached()) return null;
  return (
    <section>
      <div className="flex items-baseline justify-between gap-3">
        <h2 className="text-ctl">Saved on this phone</h2>
        <span className="text-xs text-ink-3">as of {since}</span>
      </div>
      <ul className="mt-2.5 divide-y divide-line rounded-lg bg-surface shadow-2">
        {saved.map(({ to, name, Icon, aside }) => (
          <li key={to}>
            <Link to={to} className="flex min-h-15 items-center gap-3.5 px-4 py-1.5">
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
