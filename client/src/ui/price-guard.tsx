import { formatNumber } from '@copup/shared/coins.ts';
import { RefreshCw, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';

interface GuardLineProps {
  /** The button below describes itself by it. */
  id: string;
  children: ReactNode;
}

/** The line above Place Bid: what a press will do, or why it does nothing. */
export function GuardLine({ id, children }: GuardLineProps) {
  return (
    <p
      id={id}
      role="status"
      className="flex min-w-0 flex-1 items-center gap-2 text-xs leading-snug text-ink-2"
    >
      <ShieldCheck size={18} aria-hidden className="shrink-0 text-ok" />
      <span>{children}</span>
    </p>
  );
}

/** `ceiling` is the most the player allows, null for exactly the price. */
export function GuardOn({ price, ceiling }: { price: number; ceiling: number | null }) {
  return (
    <>
      <b className="font-semibold text-ink">Price guard on.</b>{' '}
      {ceiling === null
        ? `You bid exactly ${formatNumber(price)} or nothing.`
        : `You bid ${formatNumber(price)}, at most ${formatNumber(ceiling)}, or nothing.`}
    </>
  );
}

export function GuardMoved() {
  return (
    <>
      <b className="font-semibold text-ink">The price moved while you tapped.</b> Nothing was spent. Bid again
      at the new price?
    </>
  );
}

/** Stands where Place Bid was while the price may be old. */
export function WaitingForPrice({ describedBy }: { describedBy: string }) {
  return (
    <Button look="soft" size="lg" disabled className="w-full" aria-describedby={describedBy}>
      <RefreshCw size={20} aria-hidden />
      Waiting for live price
    </Button>
  );
}
