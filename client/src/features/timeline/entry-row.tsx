import { formatNumber } from '@copup/shared/coins.ts';
import type { TimelineEntry } from '@copup/shared/timeline.ts';
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
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { entryAmount, entryCause, entryTitle } from '../../balance/entry-words.ts';
import { formatMoment } from '../../lib/format-time.ts';
import { classNames } from '../../ui/class-names.ts';

const icons: Readonly<Record<string, readonly [LucideIcon, look: string]>> = {
  bid_hold: [Lock, 'bg-brand-soft text-brand'],
  payout_hold: [Lock, 'bg-brand-soft text-brand'],
  bid_release: [RotateCcw, 'bg-brand-soft text-brand'],
  payout_release: [RotateCcw, 'bg-brand-soft text-brand'],
  refund: [RotateCcw, 'bg-brand-soft text-brand'],
  payout_return: [RotateCcw, 'bg-brand-soft text-brand'],
  entry_fee: [Ticket, 'bg-sunken text-ink-2'],
  ticket: [Ticket, 'bg-sunken text-ink-2'],
  bid_capture: [Crown, 'bg-coin-soft text-coin-text'],
  buy_now: [Crown, 'bg-coin-soft text-coin-text'],
  prize: [Crown, 'bg-coin-soft text-coin-text'],
};

function iconOf(kind: string, sign: string): readonly [LucideIcon, string] {
  const own = icons[kind];
  if (own) return own;
  if (sign === '+') return [ArrowDownLeft, 'bg-ok-soft text-ok'];
  return sign === '' ? [CircleDot, 'bg-sunken text-ink-2'] : [ArrowUpRight, 'bg-sunken text-ink-2'];
}

/** One entry, linked to the page of its subject. */
export function EntryRow({ entry }: { entry: TimelineEntry }) {
  const { coins, sign } = entryAmount(entry);
  const [Icon, look] = iconOf(entry.kind, sign);
  const cause = entryCause(entry);
  const time = formatMoment(Date.parse(entry.at), Date.now());
  return (
    <li className="border-b border-line last:border-0">
      <Frame path={entry.path}>
        <span className={classNames('grid size-10 shrink-0 place-items-center rounded-full', look)}>
          <Icon size={20} aria-hidden />
        </span>
        <span className="min-w-0 flex-1">
          <span className="block truncate text-ctl font-semibold">{entryTitle(entry)}</span>
          <span className="block truncate text-sm text-ink-2">{cause ? `${cause} · ${time}` : time}</span>
        </span>
        <span className="grid shrink-0 justify-items-end">
          <span
            className={classNames('font-semibold', sign === '+' ? 'text-ok' : sign === '' && 'text-ink-2')}
          >
            {sign}
            {formatNumber(coins)}
            <span className="sr-only"> coins, </span>
          </span>
          <span className="text-sm text-ink-2">
            {formatNumber(entry.balance.available)}
            <span className="sr-only"> available after</span>
          </span>
        </span>
      </Frame>
    </li>
  );
}

function Frame({ path, children }: { path: string | null; children: ReactNode }) {
  const look = 'flex min-h-16 items-center gap-3 px-3.5 py-2.5';
  return path ? (
    <Link to={path} className={classNames(look, 'hover:bg-sunken')}>
      {children}
    </Link>
  ) : (
    <div className={look}>{children}</div>
  );
}
