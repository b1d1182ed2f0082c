import { paths } from '@copup/shared/page-paths.ts';
import { Gavel, House, LifeBuoy, Package, ShieldCheck, Wallet } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { player, useHome } from '../lib/home.ts';
import { useSession } from '../lib/session.ts';
import { ButtonLink } from '../ui/button.tsx';
import type { NavItem } from '../ui/nav-item.ts';
import { PageLinks } from '../ui/page-links.tsx';

interface StandaloneProps {
  title: string;
  text: ReactNode;
  /** In the ring. */
  mark: ReactNode;
  action: ReactNode;
  /** What did not happen to the player's coins. */
  safe?: string;
}

const waysOfPlayers: NavItem[] = [
  { to: paths.auctions, name: 'Live auctions', Icon: Gavel },
  { to: paths.dashboard, name: 'Your wallet', Icon: Wallet },
  { to: paths.orders, name: 'Your orders', Icon: Package },
];
const waysOfVisitors: NavItem[] = [
  { to: paths.home, name: 'Start page', Icon: House },
  { to: paths.limits, name: 'Limits and help', Icon: LifeBuoy },
];

/** A page with one message, one action and the ways on. */
export function Standalone({ title, text, mark, action, safe }: StandaloneProps) {
  const role = useSession(({ user }) => user?.role);
  const isPlayer = role === player;
  const links = isPlayer ? waysOfPlayers : role === undefined ? waysOfVisitors : [];
  return (
    <div className="wrap-anywhere">
      <section className="stage adire grid justify-items-center px-5 pt-5 pb-12 text-center">
        <Ring>{mark}</Ring>
        <h1 className="mt-5 max-w-[20ch] text-balance text-[1.75rem] leading-tight tracking-tight">
          {title}
        </h1>
        <p className="mt-2 max-w-[42ch] text-balance text-on-stage-2">{text}</p>
        <div className="mt-5 grid w-full max-w-55">{action}</div>
      </section>
      <div className="relative mx-auto -mt-6 grid w-full max-w-[592px] gap-3 rounded-t-xl lg:mt-0 bg-canvas px-4 pt-5 pb-7">
        {safe && isPlayer ? (
          <p className="flex items-center gap-3 rounded-lg bg-ok-soft px-4 py-3">
            <ShieldCheck size={20} aria-hidden className="shrink-0 text-ok" />
            <span>
              <b className="font-semibold">Your coins and bids are safe.</b> {safe}
            </span>
          </p>
        ) : null}
        {links.length > 0 ? <PageLinks links={links} /> : null}
        {isPlayer ? (
          <Link to={paths.limits} className="inline-flex min-h-tap items-center font-semibold text-brand">
            Limits and help
          </Link>
        ) : null}
      </div>
    </div>
  );
}

/** The one action of such a page: the way to the user's start page. */
export function HomeAction() {
  const home = useHome() ?? { path: paths.home, name: 'Go to start page' };
  return (
    <ButtonLink look="white" to={home.path}>
      {home.name}
    </ButtonLink>
  );
}

function Ring({ children }: { children: ReactNode }) {
  return (
    <span className="relative grid size-44 place-items-center text-on-stage-2">
      <svg viewBox="0 0 176 176" aria-hidden="true" className="absolute inset-0" fill="none">
        <circle cx="88" cy="88" r="77" fill="var(--color-stage-deep)" />
        <circle
          cx="88"
          cy="88"
          r="61"
          stroke="currentColor"
          strokeWidth="2"
          strokeDasharray="2 7"
          opacity=".5"
        />
        <circle
          cx="88"
          cy="88"
          r="82"
          stroke="currentColor"
          strokeWidth="11"
          strokeLinecap="round"
          strokeDasharray="448 68"
          transform="rotate(-18 88 88)"
        />
        <circle cx="143" cy="27" r="11" fill="#ffb01f" />
      </svg>
      <span className="relative">{children}</span>
    </span>
  );
}
