import { coinWord, formatNumber } from '@copup/shared/coins.ts';
import { paths } from '@copup/shared/page-paths.ts';
import type { HoldsReply } from '@copup/shared/timeline.ts';
import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { transferTitle } from '../../balance/entry-words.ts';
import { useBalance, useBalanceHidden } from '../../balance/use-balance.ts';
import { useHolds } from './use-timeline.ts';

const radius = 58;
const around = 2 * Math.PI * radius;

/** The balance in its parts: available, held (for what) and bonus. */
export function SplitCard() {
  const balance = useBalance();
  const { isHidden } = useBalanceHidden();
  const holds = useHolds().data?.items ?? [];
  const { available = 0, held = 0, bonus = 0 } = balance ?? {};
  const total = available + held + bonus;
  const show: Show = (coins) => (isHidden ? '****' : balance ? formatNumber(coins) : '–');
  const heldFor = holds.length === 1 ? 'for 1 hold' : `for ${holds.length} holds`;
  const parts: Part[] = [
    { name: 'Available', coins: available, colour: '#8e9bff', note: null },
    { name: 'Held', coins: held, colour: '#ffab1a', note: held > 0 && holds.length > 0 ? heldFor : null },
    { name: 'Bonus', coins: bonus, colour: '#4cd08d', note: 'entry fees and tickets' },
  ];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <section
        aria-label="Your balance"
        className="stage adire flex flex-wrap items-center gap-x-6 gap-y-4 overflow-hidden rounded-xl p-5 text-white"
      >
        <div className="relative grid size-36 shrink-0 place-items-center">
          <Ring parts={isHidden ? [] : parts} total={total} />
          <p className="relative text-center leading-tight">
            <span className="block text-xl font-bold">{show(total)}</span>
            <span className="text-xs text-on-stage-2">coins</span>
          </p>
        </div>
        <dl className="grid min-w-0 flex-[1_1_9rem] gap-2">
          {parts.map(({ name, coins, colour, note }) => (
            <div key={name} className="flex items-start justify-between gap-x-3 font-semibold">
              <dt className="min-w-0 leading-tight">
                <span
                  aria-hidden="true"
                  className="mr-2 inline-block size-2.5 rounded-sm"
                  style={{ background: colour }}
                />
                {name}
                {note ? (
                  <span className="block pl-4.5 text-xs font-normal text-on-stage-2">{note}</span>
                ) : null}
              </dt>
              <dd className="max-w-3/5 shrink-0 text-right wrap-anywhere">{show(coins)}</dd>
            </div>
          ))}
        </dl>
      </section>
      {balance && balance.task > 0 ? (
        <Link
          to={paths.tasks}
          className="flex min-h-tap items-center gap-3 rounded-lg bg-surface px-4 py-3 shadow-2 hover:bg-sunken"
        >
          <span className="min-w-0 flex-1 text-sm text-ink-2">
            Task coins, which become bonus coins
            <span className="block text-base font-semibold wrap-anywhere text-ink">{show(balance.task)}</span>
          </span>
          <ChevronRight size={20} aria-hidden className="shrink-0" />
        </Link>
      ) : null}
      {holds.length > 0 ? (
        <ul aria-label="Held coins" className="overflow-hidden rounded-lg bg-surface shadow-2">
          {holds.map((hold) => (
            <li key={hold.id} className="border-b border-line last:border-0">
              <HoldLine hold={hold} show={show} />
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

type Show = (coins: number) => string;

interface Part {
  name: string;
  coins: number;
  colour: string;
  note: string | null;
}

function Ring({ parts, total }: { parts: readonly Part[]; total: number }) {
  const ring = { cx: 70, cy: 70, r: radius, fill: 'none', strokeWidth: 14 };
  let start = 0;
  return (
    <svg viewBox="0 0 140 140" className="absolute inset-0 -rotate-90" aria-hidden="true">
      <circle {...ring} stroke="rgb(255 255 255 / 0.14)" />
      {(total === 0 ? [] : parts).map(({ name, coins, colour }) => {
        const length = (coins / total) * around;
        const dash = {
          strokeDasharray: `${length} ${around - length}`,
          strokeDashoffset: -start,
        };
        start += length;
        return <circle key={name} {...ring} {...dash} stroke={colour} />;
      })}
    </svg>
  );
}

function HoldLine({ hold, show }: { hold: HoldsReply['items'][number]; show: Show }) {
  const line = (
    <>
      <span className="block text-sm text-ink-2">
        {show(hold.amount)} {coinWord(hold.amount)} held for
      </span>
      <span className="block font-semibold wrap-anywhere">
        {hold.subject_name ?? (hold.subject_kind === 'payout' ? 'Payout' : transferTitle('bid_hold'))}
      </span>
    </>
  );
  if (!hold.path) return <div className="px-4 py-3">{line}</div>;
  return (
    <Link to={hold.path} className="block min-h-tap px-4 py-3 hover:bg-sunken">
      {line}
    </Link>
  );
}
