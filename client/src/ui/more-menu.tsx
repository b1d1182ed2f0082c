import { type KeyboardEvent, useEffect, useRef } from 'react';
import { NavLink } from 'react-router-dom';
import type { NavItem } from './nav-item.ts';

/** The menu above the navigation: arrow keys move the focus, Esc and a tap outside close it. */
export function MoreMenu({ links, onClose }: { links: readonly NavItem[]; onClose: () => void }) {
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
