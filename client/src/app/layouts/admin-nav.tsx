import { Ellipsis } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { NavLink, useLocation } from 'react-router-dom';
import { Brand } from '../../ui/brand.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Modal } from '../../ui/modal.tsx';
import { operatorPages } from '../features.ts';
import { navigationGroups, navigationIcons, otherIcon, phoneLinks } from './admin-navigation.ts';

const pages = operatorPages.filter(({ isHidden }) => !isHidden);
const named = new Set(navigationGroups.flatMap(({ paths }) => paths));
/** Every page is in one group. */
const groups = navigationGroups.map(({ name, paths }, nth) => ({
  name,
  pages: [
    ...paths.flatMap((path) => pages.find((page) => page.path === path) ?? []),
    ...(nth === navigationGroups.length - 1 ? pages.filter(({ path }) => !named.has(path)) : []),
  ],
}));

interface AdminNavProps {
  /** What waits for a decision, by the path of its page. */
  waiting: ReadonlyMap<string, number>;
}

/** The desktop navigation: all pages in groups, at the left. */
export function AdminRail({ waiting }: AdminNavProps) {
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // The rail scrolls on low windows: the chosen link is brought into view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each other page
  useEffect(() => {
    nav.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest' });
  }, [pathname]);
  return (
    <nav
      ref={nav}
      aria-label="Operators"
      className="fixed inset-y-0 left-0 z-20 hidden w-54 overflow-y-auto border-r border-line bg-surface px-3 pt-4 pb-6 lg:block"
    >
      <span className="flex px-2.5 pt-1 pb-4">
        <Brand />
      </span>
      {groups.map((group) => (
        <Links key={group.name} name={group.name} pages={group.pages} waiting={waiting} />
      ))}
    </nav>
  );
}

interface LinksProps extends AdminNavProps {
  name: string;
  pages: readonly (typeof pages)[number][];
  onPress?: () => void;
}

function Links({ name, pages: linked, waiting, onPress }: LinksProps) {
  return (
    <>
      {name === '' ? null : <p className="px-2.5 pt-4 pb-1 text-xs text-ink-3">{name}</p>}
      {linked.map(({ path, name: page }) => {
        const Icon = navigationIcons[path] ?? otherIcon;
        return (
          <NavLink
            key={path}
            to={path}
            onClick={onPress}
            className={({ isActive }) =>
              classNames(
                'flex min-h-tap items-center gap-2.5 rounded-[12px] px-2.5 text-sm font-semibold',
                isActive ? 'bg-brand-soft text-ink' : 'text-ink-2 hover:text-ink',
              )
            }
          >
            <Icon size={18} aria-hidden className="shrink-0" />
            <span className="min-w-0 flex-1 truncate">{page}</span>
            <Waiting count={waiting.get(path)} />
          </NavLink>
        );
      })}
    </>
  );
}

/** The navigation of phones: four links, and a menu with all pages. */
export function AdminBottomNav({ waiting }: AdminNavProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { pathname } = useLocation();
  const shown = phoneLinks.flatMap((path) => pages.find((page) => page.path === path) ?? []);
  const isElsewhere = !shown.some(({ path }) => pathname.endsWith(`/${path}`));
  const rest = [...waiting].reduce(
    (sum, [path, count]) => (phoneLinks.includes(path) ? sum : sum + count),
    0,
  );
  const look = (isOn: boolean) =>
    classNames(
      'relative grid min-h-tap content-center justify-items-center gap-0.5 text-[min(var(--text-2xs),3.2vw)] leading-[1.35] font-semibold',
      isOn ? 'text-brand' : 'text-ink-2',
    );
  return (
    <>
      <nav
        aria-label="Operators"
        className="fixed inset-x-0 bottom-0 z-30 grid grid-cols-5 border-t border-line bg-surface pt-1 pb-[env(safe-area-inset-bottom)] lg:hidden"
      >
        {shown.map(({ path, name }) => {
          const Icon = navigationIcons[path] ?? otherIcon;
          return (
            <NavLink key={path} to={path} className={({ isActive }) => look(isActive)}>
              <span className="relative">
                <Icon size={20} aria-hidden />
                <Badge count={waiting.get(path)} />
              </span>
              {name}
            </NavLink>
          );
        })}
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => setIsOpen(true)}
          className={look(isElsewhere || isOpen)}
        >
          <span className="relative">
            <Ellipsis size={20} aria-hidden />
            <Badge count={rest} />
          </span>
          More
        </button>
      </nav>
      {isOpen ? (
        <Modal title="All pages" onClose={() => setIsOpen(false)}>
          {(leave) => (
            <nav aria-label="All pages">
              {groups.map((group) => (
                <Links
                  key={group.name}
                  name={group.name}
                  pages={group.pages}
                  waiting={waiting}
                  onPress={leave}
                />
              ))}
            </nav>
          )}
        </Modal>
      ) : null}
    </>
  );
}

const shortCount = (count: number) => (count > 99 ? '99+' : count);

/** How many items of a queue wait for a decision. */
function Waiting({ count = 0 }: { count: number | undefined }) {
  if (count === 0) return null;
  return (
    <span className="grid h-5 min-w-5 place-items-center rounded-full bg-live px-1.5 text-xs font-bold text-white">
      {shortCount(count)}
      <span className="sr-only"> waiting</span>
    </span>
  );
}

function Badge({ count = 0 }: { count: number | undefined }) {
  if (count === 0) return null;
  return (
    <span className="absolute -top-1.5 left-3 grid h-4.5 min-w-4.5 place-items-center rounded-full bg-live px-1 text-2xs font-bold text-white">
      {shortCount(count)}
      <span className="sr-only"> waiting</span>
    </span>
  );
}
