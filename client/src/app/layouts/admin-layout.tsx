import { paths } from '@copup/shared/page-paths.ts';
import { LogOut, MonitorSmartphone } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { NavLink, Outlet, useLocation } from 'react-router-dom';
import { Console } from '../../console/console.tsx';
import { useOverview } from '../../console/use-overview.ts';
import { useSignedInUser } from '../../lib/session.ts';
import { Brand } from '../../ui/brand.tsx';
import { IconButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { SkipLink } from '../../ui/skip-link.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { operatorNotices, operatorPages } from '../features.ts';
import { lazyPart } from '../lazy-part.tsx';
import { leave } from '../session-wiring.ts';

const links = operatorPages.filter(({ isHidden }) => !isHidden);
const notices = operatorNotices.map(lazyPart);

/**
 * The operators' console: always dark, so that it differs from players' screens. The theme is its root's own; the
 * one that was chosen for the rest of the app stays.
 */
export function AdminLayout() {
  const user = useSignedInUser();
  const waiting = new Map(useOverview()?.queues.map(({ queue, waiting: count }) => [queue, count]));
  const [isLeaving, setIsLeaving] = useState(false);
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // On phones the links scroll sideways: the one that is chosen is brought into view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each other page
  useEffect(() => {
    const chosen = nav.current?.querySelector('[aria-current="page"]');
    chosen?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [pathname]);
  return (
    <div data-theme="dark" className="min-h-dvh bg-canvas text-ink">
      <SkipLink />
      <header className="flex flex-wrap items-center gap-x-5 border-b border-line bg-surface px-4 lg:min-h-16 lg:px-6">
        <span className="flex min-h-14 items-center gap-3">
          <Brand />
          <span className="hidden text-sm text-ink-2 sm:inline">Operator console</span>
        </span>
        <nav
          ref={nav}
          aria-label="Operators"
          className="relative order-last -mx-4 flex w-[calc(100%+2rem)] gap-1 overflow-x-auto px-4 pb-2 lg:order-none lg:mx-0 lg:w-auto lg:flex-1 lg:px-0 lg:pb-0"
        >
          {links.map(({ path: to, name }) => (
            <NavLink
              key={to}
              to={to}
              className={({ isActive }) =>
                classNames(
                  'inline-flex min-h-tap shrink-0 items-center rounded-[12px] px-2.5 text-sm lg:px-3 font-semibold',
                  isActive ? 'bg-brand-soft text-brand' : 'text-ink-2 hover:text-ink',
                )
              }
            >
              {name}
              <Waiting count={waiting.get(to)} />
            </NavLink>
          ))}
        </nav>
        <span className="ml-auto flex min-w-0 items-center gap-1 text-sm">
          <span className="max-w-44 truncate text-ink-2">{user.username}</span>
          <NavLink
            to="sessions"
            aria-label="Signed-in devices"
            className="inline-grid size-tap shrink-0 place-items-center rounded-md hover:bg-[rgb(127_127_127/0.12)]"
          >
            <MonitorSmartphone size={20} aria-hidden />
          </NavLink>
          <IconButton
            label="Logout"
            aria-busy={isLeaving}
            disabled={isLeaving}
            onClick={() => {
              setIsLeaving(true);
              void leave();
            }}
          >
            {isLeaving ? <Spinner /> : <LogOut size={20} aria-hidden />}
          </IconButton>
        </span>
      </header>
      <main id="content" tabIndex={-1} className="mx-auto max-w-[1680px] px-4 py-5 outline-none lg:px-6">
        <Console basename={paths.admin}>
          {notices.map((Notice, nth) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list is fixed
            <Notice key={nth} />
          ))}
          <Outlet />
        </Console>
      </main>
    </div>
  );
}

/** How many items of a queue wait for a decision. */
function Waiting({ count = 0 }: { count: number | undefined }) {
  if (count === 0) return null;
  return (
    <span className="ml-1.5 grid h-5 min-w-5 place-items-center rounded-full bg-live px-1.5 text-xs font-bold text-white">
      {count > 99 ? '99+' : count}
      <span className="sr-only"> waiting</span>
    </span>
  );
}
