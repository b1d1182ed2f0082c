import { formatNumber, inCoins } from '@copup/shared/coins.ts';
import type { PlayLimit } from '@copup/shared/play-limits.ts';
import { Arc } from '../../ui/arc.tsx';
import { Button } from '../../ui/button.tsx';
import { spellMoment } from './words.ts';

const radius = 126;
const ring = { box: 280, radius, width: 15 };
const bead = 11;

interface LimitCardProps {
  title: string;
  period: 'day' | 'week';
  limit: PlayLimit;
  colour: string;
  isDisabled: boolean;
  onChange: () => void;
}

/** One limit: a ring that fills with what is used, and what is left inside. */
export function LimitCard({ title, period, limit, colour, isDisabled, onChange }: LimitCardProps) {
  const { coins, used, left, next } = limit;
  return (
    <section
      aria-label={title}
      className="flex min-w-0 flex-col items-center gap-3 rounded-lg bg-surface px-3.5 py-4 text-center shadow-2"
    >
      <h2 className="text-base">{title}</h2>
      <div className="relative w-full max-w-34">
        <Ring share={coins ? used / coins : 0} colour={colour} />
        <p className="absolute inset-0 grid place-content-center leading-tight">
          {left === null ? (
            <b className="text-sm font-semibold text-ink-2">No limit</b>
          ) : (
            <>
              <b className={`font-display font-bold tracking-tight ${sizeOf(left)}`}>{formatNumber(left)}</b>
              <span className="text-sm text-ink-2">left</span>
            </>
          )}
        </p>
      </div>
      <p className="text-sm text-ink-2">
        {coins === null
          ? `${inCoins(used)} spent ${period === 'day' ? 'today' : 'this week'}`
          : `of ${inCoins(coins)} a ${period}`}
      </p>
      {next ? (
        <p className="text-xs text-ink-2">
          {next.coins === null ? 'No limit' : inCoins(next.coins)} from {spellMoment(next.at)}
        </p>
      ) : null}
      <Button size="sm" className="mt-auto w-full" disabled={isDisabled} onClick={onChange}>
        {coins === null ? 'Set' : 'Change'}
        <span className="sr-only"> the {title.toLowerCase()}</span>
      </Button>
    </section>
  );
}

function Ring({ share, colour }: { share: number; colour: string }) {
  const filled = Math.min(1, Math.max(0, share));
  const angle = filled * 2 * Math.PI - Math.PI / 2;
  const hasBead = filled > 0 && filled < 1;
  return (
    <svg viewBox="0 0 280 280" aria-hidden="true" className="w-full">
      <Arc {...ring} stroke="var(--c-sunken)" />
      {filled > 0 ? <Arc {...ring} stroke={colour} share={filled} /> : null}
      {hasBead ? (
        <g transform={`translate(${140 + radius * Math.cos(angle)} ${140 + radius * Math.sin(angle)})`}>
          <circle r={bead} fill="var(--c-surface)" />
          <circle r={bead - 3} fill={colour} />
        </g>
      ) : null}
    </svg>
  );
}

function sizeOf(amount: number): string {
  const { length } = formatNumber(amount);
  if (length > 9) return 'text-sm';
  if (length > 6) return 'text-lg';
  return 'text-[1.625rem]';
}
