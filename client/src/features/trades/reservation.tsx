import { coinsAre } from '@copup/shared/coins.ts';
import { paths } from '@copup/shared/page-paths.ts';
import type { Trade } from '@copup/shared/trades.ts';
import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { formatMoment } from '../../lib/format-time.ts';
import { serverNow } from '../../realtime/index.ts';
import { Button, ButtonLink, IconButton } from '../../ui/button.tsx';
import { announcementOf, formatPrice } from './purchase.ts';
import { TradeRing, useSecondsLeft } from './trade-ring.tsx';

interface ReservationProps {
  trade: Trade;
  onClose: () => void;
}

/** The screen after a purchase: the reserved coins with the time left, then the decision. */
export function Reservation({ trade, onClose }: ReservationProps) {
  const leftS = useSecondsLeft(trade);
  const headline = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    headline.current?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, []);
  const status = trade.status === 'reserved' && leftS === 0 ? 'expired' : trade.status;
  const { title, text } = textsOf({ ...trade, status });
  return (
    <section
      aria-label="Purchase request"
      className="stage adire flex min-h-dvh flex-col overflow-hidden px-5 pb-6 [--moon-at:center_32%] [--moon-size:620px_620px] lg:px-10"
    >
      <header className="flex min-h-15 items-center justify-between gap-3 pt-2 lg:pt-5">
        <p className="font-semibold text-on-stage-2">
          {status === 'reserved' ? 'Coins reserved!' : 'Purchase request sent!'}
        </p>
        <IconButton label="Close" onClick={onClose} className="bg-white/12">
          <X size={24} aria-hidden />
        </IconButton>
      </header>
      <div className="mx-auto grid w-full max-w-[480px] flex-1 content-center justify-items-center gap-2 py-6 text-center">
        {status === 'reserved' || status === 'expired' ? (
          <TradeRing trade={trade} className="mb-4 w-[min(58vw,14.5rem)] [&>span]:text-[2.5rem]" />
        ) : null}
        <h1 ref={headline} tabIndex={-1} className="text-[min(2rem,8.4vw)] wrap-anywhere outline-none">
          {title}
        </h1>
        <p className="wrap-anywhere text-on-stage-2">{text}</p>
        <dl className="mt-4 grid w-full grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-px overflow-hidden rounded-[18px] bg-white/20 text-left">
          <Fact
            name={status === 'reserved' || status === 'expired' ? 'Price' : 'You paid'}
            value={formatPrice(trade.price)}
          />
          <Fact {...timeOf(status, trade)} />
        </dl>
      </div>
      <p aria-live="polite" className="sr-only">
        {trade.status === 'reserved' ? announcementOf(leftS) : title}
      </p>
      <div className="mx-auto grid w-full max-w-[440px] gap-2.5">
        <ButtonLink to={paths.payments} className="bg-white! text-[#0f1530]!">
          Payment history
        </ButtonLink>
        <Button onClick={onClose}>Keep browsing</Button>
      </div>
    </section>
  );
}

function timeOf(status: Trade['status'], { expires_at, created_at }: Trade) {
  const isTimed = status === 'reserved' || status === 'expired';
  const names = { reserved: 'Reserved until', expired: 'It was reserved until' };
  return {
    name: isTimed ? names[status] : 'Requested',
    value: formatMoment(Date.parse(isTimed ? expires_at : created_at), serverNow()),
  };
}

function textsOf({ status, bid_points, reason }: Trade): { title: string; text: string } {
  const coins = coinsAre(bid_points);
  switch (status) {
    case 'reserved':
      return {
        title: `${coins} reserved`,
        text: 'Pay and upload your screenshot before the time is over.',
      };
    case 'disputed':
      return { title: 'Your dispute is being checked', text: 'You read the decision within 48 hours.' };
    case 'pending':
      return {
        title: `${coins} reserved`,
        text: 'We’re checking your screenshot. The coins come to your wallet as soon as it’s confirmed.',
      };
    case 'approved':
      return { title: `${coins} in your wallet`, text: 'The payment was confirmed.' };
    case 'rejected':
      return {
        title: 'The purchase was rejected',
        text: `${reason ?? ''} The trader keeps the coins.`.trim(),
      };
    case 'expired':
      return {
        title: 'The reservation has expired',
        text: 'The trader keeps the coins. If you have paid, contact support with the reference of your bank.',
      };
  }
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div className="bg-stage-deep px-3.5 py-3">
      <dt className="text-sm text-on-stage-2">{name}</dt>
      <dd className="font-bold wrap-anywhere">{value}</dd>
    </div>
  );
}
