import { coinWord, formatNumber, formatPrice } from '@copup/shared/coins.ts';
import type { PaymentHistoryItem } from '@copup/shared/shop.ts';
import { Copy, Hourglass } from 'lucide-react';
import { formatMoment } from '../../lib/format-time.ts';
import { Coin } from '../../ui/art/coin.tsx';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';

/** The transfer that is being checked, with the reference to quote (W12). */
export function OpenTransfer({ payment }: { payment: PaymentHistoryItem }) {
  return (
    <section
      aria-label="Open payment"
      className="stage adire overflow-hidden rounded-[24px] [--moon-at:right_-120px_top_-120px]"
    >
      <div className="grid gap-3.5 p-4.5 lg:p-7">
        <p className="flex flex-wrap items-center justify-between gap-2 text-sm text-on-stage-2">
          Bank transfer, {formatMoment(Date.parse(payment.created_at), Date.now())}
          <span className="inline-flex items-center gap-1.5 rounded-full bg-stage-deep px-3 py-1 font-semibold text-hot">
            <Hourglass size={16} aria-hidden />
            Being checked
          </span>
        </p>
        <p className="flex flex-wrap items-center justify-between gap-x-3">
          <span className="flex items-center gap-2 font-display text-[2.25rem] leading-none font-bold">
            <Coin className="size-8 shrink-0" />
            {formatNumber(payment.bid_points)}
            <span className="sr-only"> {coinWord(payment.bid_points)}</span>
          </span>
          <span className="text-lg font-bold">{formatPrice(payment.price)}</span>
        </p>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-2 bg-stage-deep px-4.5 py-3 lg:px-7">
        <p>
          <span className="block text-xs text-on-stage-2">Quote in your transfer’s narration</span>
          <span className="font-mono text-lg font-bold">{payment.reference}</span>
        </p>
        <Button
          look="line"
          size="sm"
          aria-label={`Copy ${payment.reference}`}
          onClick={() => void copyText(payment.reference)}
        >
          <Copy size={18} aria-hidden />
          Copy
        </Button>
      </div>
    </section>
  );
}
