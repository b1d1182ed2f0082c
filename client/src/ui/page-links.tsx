import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { NavItem } from './nav-item.ts';

/** A list of ways to other pages, each with what `aside` says below its name. */
export function PageLinks({ links, className }: { links: readonly NavItem[]; className?: string }) {
  return (
    <ul className={`divide-y divide-line rounded-lg bg-surface shadow-2 ${className ?? ''}`}>
      {links.map(({ to, name, Icon, aside }) => (
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
  );
}
