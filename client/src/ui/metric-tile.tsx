import { classNames } from './class-names.ts';
import { Sparkline } from './sparkline.tsx';

interface MetricTileProps {
  label: string;
  /** The formatted value; null without data. */
  value: string | null;
  unit?: string;
  /** "goal 150", "+412". */
  aside?: string;
  points: readonly number[];
  /** In the unit of the points. */
  goal?: number;
  /** Whether the value exceeds its goal, which adds a ring in the warning colour. */
  isAlert?: boolean;
  /** The trend for screen readers: "rising", "steady". */
  trend: string;
}

export function MetricTile({ label, value, unit, aside, points, goal, isAlert, trend }: MetricTileProps) {
  return (
    <div
      className={classNames(
        'grid grid-cols-[minmax(0,1fr)] gap-0.5 rounded-[16px] bg-surface px-3 pt-2.5 pb-2',
        isAlert ? 'shadow-[0_0_0_1.5px_var(--c-warn)]' : 'shadow-1',
      )}
    >
      <p className="flex justify-between gap-2 text-xs text-ink-2">
        <span className="truncate">{label}</span>
        {aside ? <span className="shrink-0 text-ink-3">{aside}</span> : null}
      </p>
      <p
        className={classNames(
          'font-display text-[1.75rem] leading-[1.1] font-bold tracking-tight',
          isAlert && 'text-warn',
        )}
      >
        {value ?? <span className="text-ink-3">–</span>}{' '}
        {value !== null && unit ? (
          <span className="font-sans text-xs font-semibold tracking-normal text-ink-3">{unit}</span>
        ) : null}
        <span className="sr-only">{value === null ? 'No data' : trend}</span>
      </p>
      {value === null ? (
        <p aria-hidden="true" className="grid h-7.5 content-center text-xs text-ink-3">
          No data
        </p>
      ) : (
        <Sparkline points={points} goal={goal} isAlert={isAlert ?? false} className="h-7.5 w-full" />
      )}
    </div>
  );
}
