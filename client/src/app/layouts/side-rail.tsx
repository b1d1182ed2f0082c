import { paths } from '@copup/shared/page-paths.ts';
import { Settings } from 'lucide-react';
import { Link, NavLink } from 'react-router-dom';
import { BalancePill } from '../../balance/balance-pill.tsx';
import { useSignedInUser } from '../../lib/session.ts';
import { Avatar } from '../../ui/art/avatar.tsx';
import { Brand } from '../../ui/brand.tsx';
import { classNames } from '../../ui/class-names.ts';
import type { NavItem } from '../../ui/nav-item.ts';
import { mainLinks, moreLinks } from './navigation.ts';

/** The desktop navigation: all links of the bottom navigation, at the left. */
export function SideRail({ onMenu }: { onMenu: () => void }) {
  const user = useSignedInUser();
  return (
    <nav
      aria-label="Main"
      className="fixed inset-y-0 left-0 z-20 hidden w-rail flex-col gap-0.5 overflow-y-auto border-r border-line bg-surface px-3.5 pt-5 pb-4 lg:flex"
    >
      <Link to={paths.dashboard} aria-label="Copup, wallet" className="px-2.5 pt-1 pb-5">
        <Brand />
      </Link>
      {mainLinks.map((link) => (
        <RailLink key={link.to} {...link} />
      ))}
      <p className="px-3 pt-4 pb-1 text-xs text-ink-3">More</p>
      {moreLinks.map((link) => (
        <RailLink key={link.to} {...link} />
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

function RailLink({ to, name, Icon }: NavItem) {
  return (
    <NavLink
      to={to}
      className={({ isActive }) =>
        classNames(
          'flex min-h-tap items-center gap-3 rounded-[12px] px-3 font-semibold',
          isActive ? 'bg-brand-soft text-brand' : 'text-ink-2',
        )
      }
    >
      <Icon size={20} aria-hidden />
      {name}
    </NavLink>
  );
}
