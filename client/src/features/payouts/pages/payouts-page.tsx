import { coinWord, formatNaira, formatNumber, inCoins } from '@copup/shared/coins.ts';
import { isolate } from '@copup/shared/isolate.ts';
import { paths } from '@copup/shared/page-paths.ts';
import type { Payout } from '@copup/shared/payouts.ts';
import { Check, Hourglass, X } from 'lucide-react';
import { formatMoment } from '../../../lib/format-time.ts';
import { groupBy } from '../../../lib/group-by.ts';
import { onHoldWords } from '../../../lib/hold-words.ts';
import { ShareReceipt } from '../../../parts/share-receipt.tsx';
import { StatusNews } from '../../../parts/status-news.tsx';
import { useServerNow } from '../../../realtime/index.ts';
import { Coin } from '../../../ui/art/coin.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { SteadyList } from '../../../ui/loaded-list.tsx';
import { Screen } from '../../../ui/page-header.tsx';
import { ShowMore } from '../../../ui/show-more.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { StepDots } from '../../../ui/step-dots.tsx';
import { BankBadge } from '../bank-badge.tsx';
import { isOpen, returnedText } from '../payout-words.ts';
import { usePayouts } from '../use-payouts.ts';

/** The history of payouts; the open one is shown with its steps. */
export function Page() {
  const nowMs = useServerNow(60_000);
  const query = usePayouts();
  const { data } = query;
  const open = data?.find(({ status }) => status === 'pending' || status === 'approved');
  return (
    <Screen
      title="PayOut History"
      backTo={paths.dashboard}
      aside={
        <ButtonLink size="sm" to={paths.payout}>
          New payout
        </ButtonLink>
      }
    >
      <StatusNews
        items={data}
        text={({ bid_points, status }) => `Your payout of ${inCoins(bid_points)} is ${status}.`}
      />
      <SteadyList
        query={query}
        loading="Loading payouts..."
        failed="Error fetching payout history"
        skeleton={{ count: 3, className: 'h-16' }}
        empty={<EmptyState title="No payout history">Coins that you cash out appear here.</EmptyState>}
      >
        {(payouts) => (
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[420px_minmax(0,1fr)] lg:gap-6">
            <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
              {open ? <OpenPayout payout={open} nowMs={nowMs} /> : null}
              <Card className="p-4 max-lg:hidden">
                <h2 className="text-ctl">If a bank sends it back</h2>
                <p className="mt-1 text-sm text-ink-2">
                  Your coins return to your wallet once, and you get a message with the bank’s reason.
                </p>
              </Card>
            </div>
            <div className="grid gap-3">
              <PayoutDays payouts={payouts} nowMs={nowMs} />
              <ShowMore query={query} />
            </div>
          </div>
        )}
      </SteadyList>
    </Screen>
  );
}

/** The history by day, newest first. */
function PayoutDays({ payouts, nowMs }: { payouts: readonly Payout[]; nowMs: number }) {
  const days = groupBy(payouts, ({ created_at }) => new Date(created_at).toDateString());
  const today = new Date(nowMs).toDateString();
  return (
    <div className="grid gap-3">
      {[...days].map(([day, rows]) => (
        <section key={day} aria-label={day === today ? 'Today' : nameOf(day)} className="grid gap-3">
          <h2 className="px-0.5 font-sans text-sm font-semibold tracking-normal text-ink-2">
            {day === today ? 'Today' : nameOf(day)}
          </h2>
          <Card>
            <ul className="divide-y divide-line">
              {rows.map((payout) => (
                <PayoutRow key={payout.id} payout={payout} />
              ))}
            </ul>
          </Card>
        </section>
      ))}
    </div>
  );
}

let names: Intl.DateTimeFormat | undefined;
/** "Friday, 20 November". */
function nameOf(day: string): string {
  names ??= new Intl.DateTimeFormat('en-NG', { weekday: 'long', day: 'numeric', month: 'long' });
  return names.format(new Date(day));
}

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
function PayoutRow({ payout }: { payout: Payout }) {
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
        <ShareReceipt kind="payout" id={payout.id} of={formatNaira(payout.amount)} className="-ml-3.5" />
      </div>
    </li>
  );
}

/** The steps of an open payout; the current one has its own name. */
const steps = {
  pending: { names: ['Requested', 'Being checked', 'Approved', 'Paid'], now: 1, chip: 'Being checked' },
  approved: { names: ['Requested', 'Approved', 'At the bank', 'Paid'], now: 2, chip: 'On its way' },
} as const;

/** The open payout with its steps. */
function OpenPayout({ payout, nowMs }: { payout: Payout; nowMs: number }) {
  const { names, now, chip } = steps[payout.status === 'approved' ? 'approved' : 'pending'];
  // Once it was sent, the outcome comes by itself (W19).
  const isHeld = payout.on_hold !== null && payout.sent_at === null;
  return (
    <section
      aria-label="Open payout"
      className="stage adire overflow-hidden rounded-[24px] [--moon-at:right_-130px_top_-150px]"
    >
      <div className="grid gap-3 px-4.5 py-4 lg:px-6 lg:py-6">
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-sm font-semibold text-on-stage-2">
          <span>
            {payout.bank_name} {payout.account_number}
          </span>
          <span className="inline-flex h-7 items-center gap-1.5 rounded-full bg-stage-deep px-2.5 text-xs text-[#ffb870]">
            <Hourglass size={16} aria-hidden />
            {isHeld ? 'On hold' : chip}
          </span>
        </div>
        <p className="flex flex-wrap items-center justify-between gap-x-3 font-display font-bold">
          <span className="text-[2.25rem] leading-none tracking-tight">{formatNaira(payout.amount)}</span>
          <span className="inline-flex items-center gap-1.5 text-xl">
            <Coin className="size-5" />
            {formatNumber(payout.bid_points)}
            <span className="sr-only"> {coinWord(payout.bid_points)}</span>
          </span>
        </p>
        {isHeld && payout.on_hold ? (
          <p className="text-sm text-on-stage-2">{onHoldWords[payout.on_hold]}</p>
        ) : null}
        {payout.sent_at ? (
          <p className="text-sm text-on-stage-2">Sent {formatMoment(Date.parse(payout.sent_at), nowMs)}.</p>
        ) : null}
      </div>
      <div className="bg-stage-deep px-2 py-3.5">
        <StepDots
          label="Steps"
          steps={names.map((name, at) => ({
            name,
            Icon: at === now ? Hourglass : undefined,
            state: at < now ? 'done' : at === now ? 'now' : 'next',
          }))}
        />
      </div>
    </section>
  );
}
