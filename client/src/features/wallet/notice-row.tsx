import type { Notification } from '@copup/shared/users.ts';
import {
  ArrowUp,
  Bell,
  ClockPlus,
  Coins,
  Crown,
  Gavel,
  Handshake,
  Landmark,
  ListChecks,
  type LucideIcon,
  Package,
  Pencil,
  RotateCcw,
  ShieldCheck,
  Swords,
  UserPlus,
  Vault,
} from 'lucide-react';
import { Link } from 'react-router-dom';
import { formatTime } from '../../lib/format-time.ts';
import { classNames } from '../../ui/class-names.ts';
import { noticePath, noticeText } from './notice-text.ts';

const looks: Record<Notification['kind'], [LucideIcon, string]> = {
  outbid: [ArrowUp, 'bg-live-soft text-live-text'],
  ending: [Bell, 'bg-brand-soft text-brand'],
  starting: [Vault, 'bg-brand-soft text-brand'],
  won: [Crown, 'bg-coin-soft text-coin-text'],
  lost: [Gavel, 'bg-sunken text-ink-2'],
  refunded: [RotateCcw, 'bg-sunken text-ink-2'],
  corrected: [Pencil, 'bg-warn-soft text-warn'],
  extended: [ClockPlus, 'bg-brand-soft text-brand'],
  credited: [Coins, 'bg-coin-soft text-coin-text'],
  received: [Coins, 'bg-coin-soft text-coin-text'],
  payment: [Landmark, 'bg-ok-soft text-ok'],
  payout: [Landmark, 'bg-ok-soft text-ok'],
  trade: [Handshake, 'bg-brand-soft text-brand'],
  bet: [Swords, 'bg-brand-soft text-brand'],
  task: [ListChecks, 'bg-brand-soft text-brand'],
  order: [Package, 'bg-brand-soft text-brand'],
  referral: [UserPlus, 'bg-brand-soft text-brand'],
  security: [ShieldCheck, 'bg-warn-soft text-warn'],
};

interface NoticeRowProps {
  item: Notification;
  /** Called when the user opens the notice, or presses one without a page. */
  onRead: () => void;
}

/** One notice. An unread one has a tint, weight, a dot and a hidden word. */
export function NoticeRow({ item, onRead }: NoticeRowProps) {
  // A newer server may send other kinds.
  const [Icon, look] = looks[item.kind] ?? [Bell, 'bg-sunken text-ink-2'];
  const path = noticePath(item);
  const line = (
    <>
      <span className={classNames(look, 'grid size-11 shrink-0 place-items-center rounded-[12px]')}>
        <Icon size={20} aria-hidden />
      </span>
      <span className={classNames('min-w-0 flex-1 wrap-anywhere', !item.read && 'font-semibold')}>
        {item.read ? null : <span className="sr-only">Unread: </span>}
        {noticeText(item)}
      </span>
      <span className="grid shrink-0 justify-items-end gap-1 self-start text-xs text-ink-2">
        {formatTime(Date.parse(item.created_at))}
        {item.read ? null : <span aria-hidden="true" className="size-2.5 rounded-full bg-brand" />}
      </span>
    </>
  );
  const shape = 'flex min-h-17 w-full items-center gap-3 px-3.5 py-3 text-left text-sm';
  return (
    <li
      className={item.read ? undefined : 'bg-[color-mix(in_srgb,var(--c-brand-soft)_40%,var(--c-surface))]'}
    >
      {path ? (
        <Link to={path} onClick={onRead} className={shape}>
          {line}
        </Link>
      ) : item.read ? (
        <div className={shape}>{line}</div>
      ) : (
        <button type="button" onClick={onRead} className={shape}>
          {line}
        </button>
      )}
    </li>
  );
}
