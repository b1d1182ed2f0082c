import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { NavLink, useLocation } from 'react-router-dom';
import { classNames } from './class-names.ts';
import { MoreMenu } from './more-menu.tsx';
import type { NavItem } from './nav-item.ts';

interface BottomNavProps {
  /** Three links. */
  links: readonly NavItem[];
  /** Links of the fourth item, More. */
  moreLinks: readonly NavItem[];
  className?: string;
}

const item = 'relative grid content-center justify-items-center gap-[3px] text-2xs font-semibold';
const pill = 'grid h-8 w-15 place-items-center rounded-full';
const colours = (isOn: boolean) => (isOn ? 'text-ink' : 'text-ink-3');
const pillColours = (isOn: boolean) => (isOn ? 'bg-brand-soft text-brand' : '');

/** The bottom navigation of phones: three links, and More for the others. */
export function BottomNav({ links, moreLinks, className }: BottomNavProps) {
  const { pathname } = useLocation();
  const [isOpen, setIsOpen] = useState(false);
  const isMoreOn = moreLinks.some(({ to }) => pathname === to || pathname.startsWith(`${to}/`));
  return (
    <>
      {isOpen ? <MoreMenu links={moreLinks} onClose={() => setIsOpen(false)} /> : null}
      <nav
        aria-label="Main"
        className={classNames(
          'z-50 grid h-[calc(var(--spacing-nav)+env(safe-area-inset-bottom))] grid-cols-4 bg-surface px-2 pb-[env(safe-area-inset-bottom)] shadow-[0_-1px_0_var(--c-line),0_-10px_24px_-14px_rgb(15_21_48/0.2)]',
          className,
        )}
      >
        {links.map(({ to, name, Icon }) => (
          <NavLink key={to} to={to} className={({ isActive }) => classNames(item, colours(isActive))}>
            {({ isActive }) => (
              <>
                <span className={classNames(pill, pillColours(isActive))}>
                  <Icon size={20} aria-hidden />
                </span>
                {name}
              </>
            )}
          </NavLink>
        ))}
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls="more-menu"
          className={classNames(item, colours(isMoreOn || isOpen))}
          onClick={() => setIsOpen(!isOpen)}
        >
          <span className={classNames(pill, pillColours(isMoreOn || isOpen))}>
            <Ellipsis size={20} aria-hidden />
          </span>
          More
        </button>
      </nav>
    </>
  );
}
