import { paths } from '@copup/shared/page-paths.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Screen } from './page-header.tsx';

interface OrdersFrameProps {
  /** Title of the browser's tab. */
  tab: string;
  /** The page with the orders of the other kind. */
  other: { to: string; name: string };
  children: ReactNode;
}

/** The frame of a page with a player's orders. */
export function OrdersFrame({ tab, other, children }: OrdersFrameProps) {
  return (
    <Screen title="Recent Orders" tab={tab} backTo={paths.dashboard} closes>
      <div className="-mt-1 flex flex-wrap items-center justify-between gap-x-3 text-sm">
        <p className="text-ink-2">Below are your most recent orders</p>
        <Link to={other.to} className="inline-flex min-h-11 items-center font-semibold text-brand">
          {other.name}
        </Link>
      </div>
      {children}
    </Screen>
  );
}
