import { paths } from '@copup/shared/page-paths.ts';
import { LogOut, MonitorSmartphone } from 'lucide-react';
import { useState } from 'react';
import { NavLink, Outlet } from 'react-router-dom';
import { Console } from '../../console/console.tsx';
import { useOwnRights } from '../../console/may-change.tsx';
import { SearchButton } from '../../console/search/search-button.tsx';
import { useOverview } from '../../console/use-overview.ts';
import { useSignedInUser } from '../../lib/session.ts';
import { useConnection } from '../../realtime/index.ts';
import { Mark } from '../../ui/art/mark.tsx';
import { IconButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { SkipLink } from '../../ui/skip-link.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { operatorNotices, operatorPages } from '../features.ts';
import { lazyPart } from '../lazy-part.tsx';
import { leave } from '../session-wiring.ts';
import { AdminBottomNav, AdminRail } from './admin-nav.tsx';

/** Of the palette. */
const pages = operatorPages.map(({ name, path }) => ({ name, path }));
const notices = operatorNotices.map((load) => lazyPart(load));

/**
 * The operators' console: always dark, so that it differs from players' screens. The theme is its root's own; the
 * one that was chosen for the rest of the app stays.
 */
export function AdminLayout() {
  const user = useSignedInUser();
  // Read with the page, which needs it (S8).
  useOwnRights();
  const waiting = new Map(useOverview()?.queues.map(({ queue, waiting: count }) => [queue, count]));
  const [isLeaving, setIsLeaving] = useState(false);
  return (
    <div
      data-theme="dark"
      className="min-h-dvh bg-canvas pb-[calc(4rem+env(safe-area-inset-bottom))] text-ink lg:pb-0 lg:pl-54"
    >
      <SkipLink />
      <AdminRail waiting={waiting} />
      <header className="flex min-h-15 items-center gap-3 border-b border-line bg-surface px-4 lg:px-6">
        <Mark className="size-[30px] shrink-0 lg:hidden" />
        <SearchButton pages={pages} />
        <span className="ml-auto flex min-w-0 items-center gap-1 text-sm">
          <ConnectionWord />
          <span className="hidden max-w-44 truncate px-2 sm:inline">{user.username}</span>
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
      <AdminBottomNav waiting={waiting} />
    </div>
  );
}

/** Whether what is shown updates live. */
function ConnectionWord() {
  const isLive = useConnection() === 'live';
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1.5 font-semibold',
        isLive ? 'text-ok' : 'text-warn',
      )}
    >
      <span aria-hidden="true" className="size-2.5 rounded-full bg-current" />
      {isLive ? 'Live' : 'Connecting'}
    </span>
  );
}
