import { coinWord, formatNaira, formatNumber } from '@copup/shared/coins.ts';
import { isolate } from '@copup/shared/isolate.ts';
import type { Payout } from '@copup/shared/payouts.ts';
import { Check, Hourglass, X } from 'lucide-react';
import { classNames } from '../../ui/class-names.ts';
import { BankBadge } from './bank-badge.tsx';
import { isOpen, returnedText } from './payout-words.ts';

type Look = 'ok' | 'wait' | 'no';
const lookOf: Record<Payout['status'], Look> = {
  pending: 'wait',
  approved: 'ok',
  paid: 'ok',
  rejected: 'no',
  returned: 'no',
};
const texts: Record<Look, string> = { ok: 'text-ok', wait: 'text-warn', no: 'text-danger' };
const dots: Record<Look, string> = {
  ok: 'bg-ok text-surface',
  wait: 'bg-warn-soft text-warn',
  no: 'bg-danger text-surface',
};
const icons = { ok: Check, wait: Hourglass, no: X };

/** A payout of the history: coins and status, where the naira go, and why it was rejected or returned. */
export function PayoutRow({ payout }: { payout: Payout }) {
  const look = lookOf[payout.status];
  const Icon = icons[look];
  const returned = returnedText(payout);
  const coins = <b className="text-ink">{formatNumber(payout.bid_points)}</b>;
  const status = (
    <b className={classNames('transition-colors duration-(--dur-state)', texts[look])}>{payout.status}</b>
  );
  return (
    <li className="grid min-h-16 grid-cols-[40px_minmax(0,1fr)] items-center gap-x-3 px-3.5 py-2.5 leading-snug">
      <span aria-hidden="true" className="relative self-start">
        <BankBadge name={payout.bank_name} className="size-[2.5rem]" />
        <span
          className={classNames(
            'absolute -right-1 -bottom-1 grid size-5 place-items-center rounded-full shadow-[0_0_0_2px_var(--c-surface)]',
            dots[look],
          )}
        >
          <Icon size={12} strokeWidth={3} />
        </span>
      </span>
      <div className="min-w-0">
        <p className="text-ink-2">
          {coins} {coinWord(payout.bid_points)} - status - {status}
        </p>
        <p className="text-sm wrap-anywhere text-ink-3">
          {formatNaira(payout.amount)} to {payout.bank_name}
          {isOpen(payout) ? `, ${isolate(payout.account_name)}` : null}
          {payout.bank_reference === null ? null : `, reference ${payout.bank_reference}`}
        </p>
        {returned ? <p className="mt-1 text-sm wrap-anywhere text-danger">{returned}</p> : null}
      </div>
    </li>
  );
}
