import { Ellipsis } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Link, NavLink, useLocation } from 'react-router-dom';
import { classNames } from './class-names.ts';
import type { NavItem } from './nav-item.ts';

interface BottomNavProps {
  /** Four links. */
  links: readonly NavItem[];
  /** Links of the fifth item, More. */
  moreLinks: readonly NavItem[];
  /** Address of the link that is marked; without one, More is. */
  tab: string | undefined;
  className?: string;
}

/** Equal widths, unless large text needs more in one. */
const item = 'relative grid flex-1 content-center justify-items-center gap-[3px] text-2xs font-semibold';
const pill = 'grid h-8 w-full max-w-15 place-items-center rounded-full';
const colours = (isOn: boolean) => (isOn ? 'text-ink' : 'text-ink-3');
const pillColours = (isOn: boolean) => (isOn ? 'bg-brand-soft text-brand' : '');

/** Returns what `aria-current` says of a tab: the page itself, or one below it. */
export const currentOf = (
  to: string,
  tab: string | undefined,
  pathname: string,
): 'page' | 'true' | undefined => (to === pathname ? 'page' : to === tab ? 'true' : undefined);

/** The bottom navigation of phones: four links, and More for the others. */
export function BottomNav({ links, moreLinks, tab, className }: BottomNavProps) {
  const { pathname } = useLocation();
  const [isOpen, setIsOpen] = useState(false);
  const isMoreOn = isOpen || tab === undefined;
  return (
    <>
      {isOpen ? <MoreMenu links={moreLinks} onClose={() => setIsOpen(false)} /> : null}
      <nav
        aria-label="Main"
        className={classNames(
          'z-50 flex h-[calc(var(--spacing-nav)+env(safe-area-inset-bottom))] bg-surface px-2 pb-[env(safe-area-inset-bottom)] shadow-[0_-1px_0_var(--c-line),0_-10px_24px_-14px_rgb(15_21_48/0.2)]',
          className,
        )}
      >
        {links.map(({ to, name, Icon }) => (
          <Link
            key={to}
            to={to}
            aria-current={currentOf(to, tab, pathname)}
            className={classNames(item, colours(to === tab))}
          >
            <span className={classNames(pill, pillColours(to === tab))}>
              <Icon size={20} aria-hidden />
            </span>
            {name}
          </Link>
        ))}
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls="more-menu"
          className={classNames(item, colours(isMoreOn))}
          onClick={() => setIsOpen(!isOpen)}
        >
          <span className={classNames(pill, pillColours(isMoreOn))}>
            <Ellipsis size={20} aria-hidden />
          </span>
          More
        </button>
      </nav>
    </>
  );
}

/** The menu above the navigation: arrow keys move the focus, Esc and a tap outside close it. */
function MoreMenu({ links, onClose }: { links: readonly NavItem[]; onClose: () => void }) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const opener = document.activeElement;
    list.current?.querySelector('a')?.focus();
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const items = [...(list.current?.querySelectorAll('a') ?? [])];
    const at = items.indexOf(document.activeElement as HTMLAnchorElement);
    items[(at + step + items.length) % items.length]?.focus();
  };

  return (
    <nav aria-label="More" className="lg:hidden">
      <button
        type="button"
        aria-label="Close the menu"
        tabIndex={-1}
        className="fixed inset-0 z-40 bg-scrim"
        onClick={onClose}
      />
      <ul
        id="more-menu"
        ref={list}
        onKeyDown={onKeyDown}
        className="fixed inset-x-2 bottom-[calc(4rem+env(safe-area-inset-bottom)+0.5rem)] z-50 rounded-xl bg-surface p-3 shadow-3 animate-enter"
      >
        {links.map(({ to, name, Icon, aside }) => (
          <li key={to}>
            <NavLink
              to={to}
              onClick={onClose}
              className="flex min-h-14 items-center gap-3.5 rounded-[16px] px-2 font-semibold aria-[current]:bg-canvas"
            >
              <span className="grid size-10 place-items-center rounded-[12px] bg-brand-soft text-brand">
                <Icon size={20} aria-hidden />
              </span>
              <span className="flex-1">{name}</span>
              {aside}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
