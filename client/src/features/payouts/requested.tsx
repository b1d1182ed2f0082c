import { formatNaira } from '@copup/shared/coins.ts';
import { paths } from '@copup/shared/page-paths.ts';
import type { PayoutReply } from '@copup/shared/payouts.ts';
import { Check, Hourglass } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { formatMoment } from '../../lib/format-time.ts';
import { Arc } from '../../ui/arc.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Rows } from '../../ui/rows.tsx';

const ring = { box: 280, radius: 126, width: 14 };

interface RequestedProps {
  reply: PayoutReply;
  /** As it was typed; the server returns only its last digits. */
  accountNumber: string;
  nowMs: number;
}

/** A payout that was just requested: the coins are held, and these steps follow. */
export function Requested({ reply: { message, payout }, accountNumber, nowMs }: RequestedProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const steps = [
    ['Requested', formatMoment(Date.parse(payout.created_at), nowMs)],
    ['Being checked', 'now'],
    ['Approved', 'coins leave your wallet'],
    ['Paid', 'with the bank’s reference'],
  ] as const;
  return (
    <div className="grid max-w-[620px] gap-4 pb-28 lg:pb-0">
      <Card className="grid justify-items-center gap-2 px-4.5 pt-6 pb-3 text-center">
        <WaitingRing />
        <h2 ref={heading} tabIndex={-1} className="text-2xl outline-none">
          {formatNaira(payout.amount)} requested
        </h2>
        <p role="status" className="max-w-[38ch] text-ink-2">
          {message} We’ll tell you here when it’s decided.
        </p>
        <ol className="mt-3 w-full rounded-[18px] bg-canvas px-3.5 py-1.5 text-left">
          {steps.map(([name, note], at) => (
            <li
              key={name}
              aria-current={at === 1 ? 'step' : undefined}
              className={classNames(
                'relative flex min-h-12 items-center gap-3 py-1',
                at > 0 &&
                  'before:absolute before:bottom-1/2 before:left-3 before:h-full before:w-1 before:bg-line',
                at === 1 && 'before:bg-ok!',
              )}
            >
              <StepDot state={at === 0 ? 'done' : at === 1 ? 'now' : 'next'} />
              <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-3">
                <b className={classNames('font-semibold', at > 1 && 'text-ink-3')}>{name}</b>
                <span className="text-xs text-ink-3">{note}</span>
              </span>
            </li>
          ))}
        </ol>
        <div className="w-full text-left">
          <Rows
            isPlain
            rows={[
              ['To', `${payout.bank_name} ${accountNumber}`],
              ['Account name', payout.account_name],
            ]}
          />
        </div>
      </Card>
      <div className="fixed inset-x-0 bottom-0 z-30 grid grid-cols-2 gap-2.5 bg-surface px-4 pt-3 pb-[max(1rem,env(safe-area-inset-bottom))] shadow-[0_-1px_0_var(--c-line)] lg:static lg:bg-transparent lg:p-0 lg:shadow-none">
        <ButtonLink look="line" to={paths.payouts} className="px-2!">
          PayOut History
        </ButtonLink>
        <ButtonLink to={paths.dashboard}>Done</ButtonLink>
      </div>
    </div>
  );
}

/** A ring of which a quarter is filled: the first of four steps. */
function WaitingRing() {
  return (
    <div aria-hidden="true" className="relative size-29">
      <svg viewBox="0 0 280 280" aria-hidden="true" className="size-full">
        <Arc {...ring} className="stroke-line" />
        <Arc {...ring} share={1 / 4} className="stroke-coin" />
      </svg>
      <Hourglass size={36} className="absolute inset-0 m-auto text-coin-text" />
    </div>
  );
}

function StepDot({ state }: { state: 'done' | 'now' | 'next' }) {
  const looks = {
    done: 'bg-ok text-surface',
    now: 'bg-coin-soft text-coin-text shadow-[inset_0_0_0_2px_currentColor]',
    next: 'bg-sunken shadow-[inset_0_0_0_2px_var(--c-line)]',
  };
  return (
    <span
      aria-hidden="true"
      className={classNames('z-1 grid size-7 place-items-center rounded-full', looks[state])}
    >
      {state === 'done' ? <Check size={16} /> : state === 'now' ? <Hourglass size={16} /> : null}
    </span>
  );
}
