import { noticePath } from '@copup/shared/notice-path.ts';
import { paths } from '@copup/shared/page-paths.ts';
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
import { ButtonLink } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { noticeParts } from './notice-text.ts';

/** Icon, colours and word of each kind. The word of one with a status is its status. */
const looks: Record<Notification['kind'], [Icon: LucideIcon, look: string, word: string]> = {
  outbid: [ArrowUp, 'bg-live-soft text-live-text', 'Outbid'],
  ending: [Bell, 'bg-brand-soft text-brand', 'Ends soon'],
  starting: [Vault, 'bg-brand-soft text-brand', 'Starts'],
  won: [Crown, 'bg-coin-soft text-coin-text', 'Won'],
  lost: [Gavel, 'bg-sunken text-ink-2', 'Over'],
  refunded: [RotateCcw, 'bg-sunken text-ink-2', 'Refunded'],
  corrected: [Pencil, 'bg-warn-soft text-warn', 'Corrected'],
  extended: [ClockPlus, 'bg-brand-soft text-brand', 'Ends later'],
  credited: [Coins, 'bg-coin-soft text-coin-text', 'Credited'],
  received: [Coins, 'bg-ok-soft text-ok', 'Received'],
  payment: [Landmark, 'bg-ok-soft text-ok', 'Payment'],
  payout: [Landmark, 'bg-ok-soft text-ok', 'Payout'],
  trade: [Handshake, 'bg-brand-soft text-brand', 'Trade'],
  bet: [Swords, 'bg-brand-soft text-brand', 'Bet'],
  task: [ListChecks, 'bg-brand-soft text-brand', 'Task'],
  order: [Package, 'bg-brand-soft text-brand', 'Order'],
  referral: [UserPlus, 'bg-brand-soft text-brand', 'Invited'],
  security: [ShieldCheck, 'bg-warn-soft text-warn', 'Security'],
};
const failures: readonly unknown[] = [
  'rejected',
  'returned',
  'expired',
  'failed',
  'charged_back',
  'disputed',
];

/** The button of a notice that waits for its user: its words, and its page if it is not that of the notice. */
const actions: Partial<Record<Notification['kind'], [words: string, path?: string]>> = {
  outbid: ['Bid again'],
  ending: ['Bid now'],
  starting: ['Open the heist'],
  won: ['Open the cart'],
  payout: ['Payout to another account', paths.payout],
  task: ['Send another screenshot'],
};

interface NoticeRowProps {
  item: Notification;
  /** Called when the user opens the notice, or presses one without a page. */
  onRead: () => void;
}

/** One notice. An unread one has a tint, weight, a dot and a hidden word; one that waits for its user has a button. */
export function NoticeRow({ item, onRead }: NoticeRowProps) {
  const { kind, read, details, created_at: at } = item;
  // A newer server may send other kinds.
  const [Icon, ownLook, kindWord] = looks[kind] ?? [Bell, 'bg-sunken text-ink-2', 'News'];
  const { status } = details;
  const word = typeof status === 'string' ? status.replace('_', ' ') : kindWord;
  const look = failures.includes(status) ? 'bg-danger-soft text-danger' : ownLook;
  const [title, rest] = noticeParts(item);
  const path = noticePath(item);
  const [words, target = path] = item.needs_you && !read ? (actions[kind] ?? ['Open']) : [];
  // The whole row is pressed by its title, so that the button can lie above it.
  const cover = 'text-left after:absolute after:inset-0';
  return (
    <li
      className={classNames(
        'relative flex gap-3.5 px-3.5 py-3',
        !read && 'bg-[color-mix(in_srgb,var(--c-brand-soft)_40%,var(--c-surface))]',
      )}
    >
      <span className={classNames(look, 'grid size-11 shrink-0 place-items-center rounded-[12px]')}>
        <Icon size={20} aria-hidden />
      </span>
      <div className="min-w-0 flex-1 text-sm leading-snug wrap-anywhere">
        <p className="flex items-center justify-between gap-3">
          <span className={classNames(look, 'bg-transparent! font-semibold first-letter:uppercase')}>
            {word}
          </span>
          <span className="flex shrink-0 items-center gap-2 text-xs text-ink-2">
            {formatTime(Date.parse(at))}
            {read ? null : <span aria-hidden="true" className="size-2.5 rounded-full bg-brand" />}
          </span>
        </p>
        <p className={classNames('text-base text-ink', read ? 'font-medium' : 'font-semibold')}>
          {read ? null : <span className="sr-only">Unread: </span>}
          {path ? (
            <Link to={path} onClick={onRead} className={cover}>
              {title}
            </Link>
          ) : read ? (
            title
          ) : (
            <button type="button" onClick={onRead} className={cover}>
              {title}
            </button>
          )}
        </p>
        {rest ? <p className="text-ink-2">{` ${rest}`}</p> : null}
        {words && target ? (
          <ButtonLink
            to={target}
            onClick={onRead}
            size="sm"
            look={kind === 'outbid' ? 'ink' : 'line'}
            className="relative mt-2"
          >
            {words}
          </ButtonLink>
        ) : null}
      </div>
    </li>
  );
}
