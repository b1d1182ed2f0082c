import { type LiveSubject, liveSubjects } from '@copup/shared/live-subjects.ts';
import { paths } from '@copup/shared/page-paths.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Keyboard, Moon, Settings, Vibrate, Volume2 } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { Link, matchPath, Outlet, useLocation, useMatches } from 'react-router-dom';
import { BalancePill } from '../../balance/balance-pill.tsx';
import { useBalance, useSuspendedUntil } from '../../balance/use-balance.ts';
import type { HomePart, PageHandle } from '../../lib/feature.ts';
import { formatMoment } from '../../lib/format-time.ts';
import { canVibrate, isVibrationOn, setVibration } from '../../lib/haptics.ts';
import { useSignedInUser } from '../../lib/session.ts';
import type { Shell } from '../../lib/shell.ts';
import { areShortcutsOn, setShortcuts } from '../../lib/shortcuts.ts';
import { isSoundOn, setSound } from '../../lib/sound.ts';
import { switchTheme, useTheme } from '../../lib/theme.ts';
import { closeTopCard, useTopCard } from '../../lib/top-card.ts';
import { offlineTitle, useIsOnline } from '../../lib/use-online.ts';
import { useConnection, useServerNow } from '../../realtime/index.ts';
import { Avatar } from '../../ui/art/avatar.tsx';
import { BottomNav, currentOf } from '../../ui/bottom-nav.tsx';
import { Brand } from '../../ui/brand.tsx';
import { classNames } from '../../ui/class-names.ts';
import { MenuPanel, type MenuSwitch } from '../../ui/menu-panel.tsx';
import type { NavItem } from '../../ui/nav-item.ts';
import { Note } from '../../ui/note.tsx';
import { PageLinks } from '../../ui/page-links.tsx';
import { SkipLink } from '../../ui/skip-link.tsx';
import {
  homeParts as loadedParts,
  gamesParts as loadGamesParts,
  playParts as loadPlayParts,
  suspendedParts as loadSuspendedParts,
  noticeQueries,
} from '../features.ts';
import { lazyPart } from '../lazy-part.tsx';
import { isUnreached } from '../offline-start.ts';
import { isLoaded } from '../page-loads.tsx';
import { leave } from '../session-wiring.ts';
import { mainLinks, menuLinks, moreLinks, savedLinks } from './navigation.tsx';

const gamesParts = loadGamesParts.map((load) => lazyPart(load));
const partsAt = (place: HomePart['place']) =>
  loadedParts
    .filter((part) => part.place === place)
    .map(({ load, loadingClass }) => lazyPart(load, loadingClass));
const homeParts: Shell['homeParts'] = {
  welcome: partsAt('welcome'),
  starters: partsAt('starters'),
  live: partsAt('live'),
};

/** Layout of players' screens. A focused screen has a back link and no bottom navigation. */
export function MainLayout() {
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const { isFocused, tab } = (useMatches().at(-1)?.handle ?? {}) as PageHandle;
  const connection = useConnection();
  const isOnline = useIsOnline();
  const [isUnreachable, setIsUnreachable] = useState(false);
  useFollowNotices();
  const shell = useMemo<Shell>(
    () => ({
      openMenu: () => setIsMenuOpen(true),
      saved: <SavedPages />,
      onUnreachable: setIsUnreachable,
      homeParts,
      gamesParts,
    }),
    [],
  );
  return (
    <div className="lg:pl-rail">
      <SkipLink />
      <SideRail tab={tab} onMenu={shell.openMenu} />
      <main id="content" tabIndex={-1} className={isFocused ? 'outline-none' : 'pb-20 outline-none lg:pb-0'}>
        {connection === 'offline' && !isFocused && !isUnreachable ? (
          <div className="mx-auto max-w-[1120px] px-4 pt-3 lg:px-10">
            <Note look="offline" title={offlineTitle(isOnline)}>
              This may be out of date. You can’t spend coins until you’re back online.
            </Note>
          </div>
        ) : null}
        <SuspendedParts />
        <Outlet context={shell} />
      </main>
      {isFocused ? null : (
        <BottomNav
          links={mainLinks}
          moreLinks={moreLinks}
          tab={tab}
          className="fixed inset-x-0 bottom-0 lg:hidden"
        />
      )}
      <PlayParts />
      <TopCard />
      {isMenuOpen ? <SideMenu onClose={() => setIsMenuOpen(false)} /> : null}
    </div>
  );
}

/** Reloads the data that a new notice may have changed: cart, orders, joined auctions and others. */
function useFollowNotices(): void {
  const unread = useBalance()?.unread ?? null;
  const before = useRef<number | null>(null);
  const queries = useQueryClient();
  useEffect(() => {
    const hasRisen = before.current !== null && unread !== null && unread > before.current;
    before.current = unread;
    if (!hasRisen) return;
    for (const key of noticeQueries) void queries.invalidateQueries({ queryKey: [key] });
  }, [unread, queries]);
}

const suspendedParts = loadSuspendedParts.map((load) => lazyPart(load));

/** S10: above every page while the player is suspended. A renewal or another suspension is read again. */
function SuspendedParts() {
  const until = useSuspendedUntil();
  return until === null ? null : <UntilSuspended key={until} until={until} />;
}

function UntilSuspended({ until }: { until: number }) {
  const nowMs = useServerNow();
  if (until <= nowMs) return null;
  // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
  return suspendedParts.map((Part, nth) => <Part key={nth} />);
}

/** The card above the page, which the next user of this device does not see. Closed, it leaves the focus to the page. */
function TopCard() {
  const card = useTopCard((top) => top.card);
  const hadCard = useRef(false);
  useEffect(() => {
    const isLost = hadCard.current && card === null && document.activeElement === document.body;
    if (isLost) document.getElementById('content')?.focus({ preventScroll: true });
    hadCard.current = card !== null;
  }, [card]);
  useEffect(() => closeTopCard, []);
  return card;
}

const parts = loadPlayParts.map((load) => lazyPart(load));
/** Pages on which players spend coins and time. */
const playPages = [
  ...Object.values<LiveSubject>(liveSubjects).flatMap(({ rooms }) => Object.values(rooms)),
  paths.cardPractice,
  paths.heist,
  paths.bets,
  paths.spin,
];
/** Late, because it is only needed after an hour: short visits load nothing. */
const delayMs = 60_000;

/** G3: the parts on pages of plays. They stay while the player goes from one to another. */
function PlayParts() {
  const { pathname } = useLocation();
  const isPlay = playPages.some((pattern) => matchPath(pattern, pathname));
  const [isOn, setIsOn] = useState(false);
  useEffect(() => {
    if (!isPlay) return setIsOn(false);
    const timer = setTimeout(() => setIsOn(true), delayMs);
    return () => clearTimeout(timer);
  }, [isPlay]);
  if (!isOn) return null;
  // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
  return parts.map((Part, nth) => <Part key={nth} />);
}

/** Returns the state of a stored setting as props of a switch. */
function useSetting(
  read: () => boolean,
  write: (isOn: boolean) => void,
): Pick<MenuSwitch, 'isOn' | 'onChange'> {
  const [isOn, setIsOn] = useState(read);
  const onChange = (isOn: boolean) => {
    write(isOn);
    setIsOn(isOn);
  };
  return { isOn, onChange };
}

function SideMenu({ onClose }: { onClose: () => void }) {
  const user = useSignedInUser();
  const theme = useTheme((choice) => choice.theme);
  const vibration = useSetting(isVibrationOn, setVibration);
  const sound = useSetting(isSoundOn, setSound);
  const shortcuts = useSetting(areShortcutsOn, setShortcuts);
  const [isLeaving, setIsLeaving] = useState(false);
  return (
    <MenuPanel
      name={user.full_name}
      username={user.username}
      picture={user.profile}
      links={menuLinks}
      switches={[
        {
          name: 'Dark mode',
          Icon: Moon,
          isOn: theme === 'dark',
          onChange: (isDark) => switchTheme(isDark ? 'dark' : 'light'),
        },
        ...(canVibrate() ? [{ name: 'Vibration', Icon: Vibrate, ...vibration }] : []),
        { name: 'Bid sounds', Icon: Volume2, ...sound },
        { name: 'Single-key shortcuts', Icon: Keyboard, ...shortcuts },
      ]}
      isLeaving={isLeaving}
      onLogout={() => {
        setIsLeaving(true);
        void leave();
      }}
      version="v 1.08.01"
      onClose={onClose}
    />
  );
}

/** Links to the pages whose files are loaded, which open without a network. An app that opened without one has no data. */
function SavedPages(): ReactNode {
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
      <PageLinks links={saved} className="mt-2.5" />
    </section>
  );
}

/** The desktop navigation: all links of the bottom navigation, at the left, each once. */
function SideRail({ tab, onMenu }: { tab: string | undefined; onMenu: () => void }) {
  const user = useSignedInUser();
  const { pathname } = useLocation();
  const others = moreLinks.filter(({ to }) => mainLinks.every((link) => link.to !== to));
  const isOther = others.some(({ to }) => to === pathname);
  return (
    <nav
      aria-label="Main"
      className="fixed inset-y-0 left-0 z-20 hidden w-rail flex-col gap-0.5 overflow-y-auto border-r border-line bg-surface px-3.5 pt-5 pb-4 lg:flex"
    >
      <Link to={paths.dashboard} aria-label="Copup, wallet" className="px-2.5 pt-1 pb-5">
        <Brand />
      </Link>
      {mainLinks.map((link) => (
        <RailLink key={link.to} {...link} current={isOther ? undefined : currentOf(link.to, tab, pathname)} />
      ))}
      <p className="px-3 pt-4 pb-1 text-xs text-ink-3">More</p>
      {others.map((link) => (
        <RailLink key={link.to} {...link} current={currentOf(link.to, undefined, pathname)} />
      ))}
      <button
        type="button"
        onClick={onMenu}
        className="mt-auto flex items-center gap-2.5 rounded-[16px] bg-canvas p-2.5 text-left"
      >
        <Avatar name={user.full_name} username={user.username} picture={user.profile} size={40} />
        <span className="min-w-0 flex-1">
          <span className="sr-only">Menu</span>
          <b className="block truncate text-sm font-semibold">{user.full_name}</b>
          <BalancePill className="text-xs text-coin-text" />
        </span>
        <Settings size={20} aria-hidden className="text-ink-2" />
      </button>
    </nav>
  );
}

function RailLink({ to, name, Icon, current }: NavItem & { current: ReturnType<typeof currentOf> }) {
  return (
    <Link
      to={to}
      aria-current={current}
      className={classNames(
        'flex min-h-tap items-center gap-3 rounded-[12px] px-3 font-semibold',
        current ? 'bg-brand-soft text-brand' : 'text-ink-2',
      )}
    >
      <Icon size={20} aria-hidden />
      {name}
    </Link>
  );
}
