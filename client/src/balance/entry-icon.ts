import {
  ArrowDownLeft,
  ArrowUpRight,
  CircleDot,
  Crown,
  Lock,
  type LucideIcon,
  RotateCcw,
  Ticket,
} from 'lucide-react';

const icons: Readonly<Record<string, readonly [LucideIcon, look: string]>> = {
  bid_hold: [Lock, 'bg-brand-soft text-brand'],
  payout_hold: [Lock, 'bg-brand-soft text-brand'],
  bid_release: [RotateCcw, 'bg-brand-soft text-brand'],
  payout_release: [RotateCcw, 'bg-brand-soft text-brand'],
  refund: [RotateCcw, 'bg-brand-soft text-brand'],
  payout_return: [RotateCcw, 'bg-brand-soft text-brand'],
  chargeback_return: [RotateCcw, 'bg-brand-soft text-brand'],
  entry_fee: [Ticket, 'bg-sunken text-ink-2'],
  ticket: [Ticket, 'bg-sunken text-ink-2'],
  bid_capture: [Crown, 'bg-coin-soft text-coin-text'],
  buy_now: [Crown, 'bg-coin-soft text-coin-text'],
  prize: [Crown, 'bg-coin-soft text-coin-text'],
};

/** Returns the icon and the colours of an entry of a wallet, by the kind of its transfer and its sign. */
export function entryIcon(kind: string, sign: string): readonly [LucideIcon, string] {
  const own = icons[kind];
  if (own) return own;
  if (sign === '+') return [ArrowDownLeft, 'bg-ok-soft text-ok'];
  return sign === '' ? [CircleDot, 'bg-sunken text-ink-2'] : [ArrowUpRight, 'bg-sunken text-ink-2'];
}
