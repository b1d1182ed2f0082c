import { formatPrice, inCoins } from '@copup/shared/coins.ts';
import type { PaymentHistoryItem, PaymentMethod } from '@copup/shared/shop.ts';
import { Check, CreditCard, Handshake, Hourglass, Landmark, type LucideIcon, X } from 'lucide-react';
import { formatTime } from '../../lib/format-time.ts';
import { classNames } from '../../ui/class-names.ts';
import { endText, lookOf, methodNames, type StatusLook, statusText } from './payment-status.ts';

const methodIcons: Record<PaymentMethod, LucideIcon> = {
  bank_transfer: Landmark,
  card: CreditCard,
  p2p: Handshake,
};
const looks: Record<StatusLook, { text: string; badge: string; Icon: LucideIcon }> = {
  waiting: { text: 'text-warn', badge: 'bg-warn-soft text-warn', Icon: Hourglass },
  done: { text: 'text-ok', badge: 'bg-ok text-surface', Icon: Check },
  ended: { text: 'text-danger', badge: 'bg-danger text-surface', Icon: X },
};

export function PaymentRow({ payment }: { payment: PaymentHistoryItem }) {
  const { bid_points, price, method, created_at } = payment;
  const look = looks[lookOf(payment.status)];
  const MethodIcon = methodIcons[method];
  const status = (
    <em
      className={classNames('font-semibold not-italic transition-colors duration-(--dur-state)', look.text)}
    >
      {statusText(payment.status)}
    </em>
  );
  const why = endText(payment);
  return (
    <li className="flex gap-3 px-4 py-3">
      <span className="relative grid size-10 shrink-0 place-items-center rounded-[12px] bg-brand-soft text-brand">
        <MethodIcon size={20} aria-hidden />
        <span
          className={classNames(
            'absolute -right-1.5 -bottom-1.5 grid size-5 place-items-center rounded-full',
            look.badge,
          )}
        >
          <look.Icon size={13} aria-hidden />
        </span>
      </span>
      <span className="min-w-0 flex-1">
        <span className="block wrap-anywhere text-ink-2 first-line:font-medium">
          {inCoins(bid_points)} - status - {status}
        </span>
        <span className="block text-sm text-ink-2">
          {methodNames[method]}, {formatPrice(price)}, {formatTime(Date.parse(created_at))}
        </span>
        {why ? <span className="mt-1.5 block text-sm wrap-anywhere text-danger">{why}</span> : null}
      </span>
    </li>
  );
}
