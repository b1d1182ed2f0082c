import { inCoins } from '@copup/shared/coins.ts';
import { Crown, RefreshCw, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';

interface GuardLineProps {
  /** The button's `aria-describedby`. */
  id: string;
  /** Whether the user has the highest bid. */
  isLeading?: boolean;
  children: ReactNode;
}

/** The line above Place Bid: the effect of a press, or why it is disabled. Not announced, because it changes with the price. */
export function GuardLine({ id, isLeading = false, children }: GuardLineProps) {
  const Icon = isLeading ? Crown : ShieldCheck;
  return (
    <p id={id} className="flex min-w-0 flex-1 items-center gap-2 text-xs leading-snug text-ink-2">
      <Icon size={18} aria-hidden className="shrink-0 text-ok" />
      <span>{children}</span>
    </p>
  );
}

/** Shows what a bid costs. */
export function GuardOn({ price }: { price: number }) {
  return (
    <>
      You pay <b className="font-semibold text-ink">{inCoins(price)}</b>, never more.
    </>
  );
}

/** Announced at once: it is the reply to a press. */
export function GuardMoved() {
  return (
    <span role="alert">
      <b className="font-semibold text-ink">The price moved while you tapped.</b> Nothing was spent. Bid again
      at the new price?
    </span>
  );
}

/** Replaces Place Bid while the price may be old. */
export function WaitingForPrice({ describedBy }: { describedBy: string }) {
  return (
    <Button
      look="soft"
      size="lg"
      disabled
      keepsFocus
      data-next-focus
      className="w-full"
      aria-describedby={describedBy}
    >
      <RefreshCw size={20} aria-hidden />
      Waiting for live price
    </Button>
  );
}
