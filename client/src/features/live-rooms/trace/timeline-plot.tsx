import { formatNumber } from '@copup/shared/coins.ts';
import type { RoomTrace } from '@copup/shared/room-trace.ts';
import { memo } from 'react';
import { binsOf } from './trace-view.ts';

const BINS = 150;
const HEIGHT = 44;
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

interface LaneProps {
  name: string;
  /** The largest or the whole, in words. */
  most: string;
  values: readonly number[];
  /** Drawn over the values, in the colour of warnings. */
  marked?: readonly number[];
  isArea?: boolean;
}

interface TimelinePlotProps {
  trace: RoomTrace;
  /** The part that is shown, as moments of the trace. */
  from: number;
  to: number;
}

/** A part of the trace at a glance: sockets, commands, lag and reconnects over time. The figures beside it are text. */
export const TimelinePlot = memo(function TimelinePlot({ trace, from, to }: TimelinePlotProps) {
  const bins = binsOf(trace, BINS, { from, to });
  const sockets = bins.map((bin) => bin.sockets);
  const lags = bins.map(({ worstLag }) => worstLag);
  const [commands, refused] = [bins.map((bin) => bin.commands), bins.map((bin) => bin.refused)];
  const reconnects = bins.map((bin) => bin.reconnects);
  return (
    <div className="grid gap-2">
      <Lane name="Sockets" most={`up to ${formatNumber(Math.max(...sockets))}`} values={sockets} isArea />
      <Lane
        name="Bids and other commands"
        most={`${formatNumber(sum(commands))}, of them ${formatNumber(sum(refused))} refused`}
        values={commands}
        marked={refused}
      />
      <Lane
        name="Commit to frame"
        most={`at most ${formatNumber(Math.round(Math.max(...lags)))} ms`}
        values={lags}
      />
      <Lane name="Reconnects" most={formatNumber(sum(reconnects))} values={reconnects} marked={reconnects} />
    </div>
  );
});

function Lane({ name, most, values, marked, isArea }: LaneProps) {
  const highest = Math.max(1, ...values);
  const heightOf = (value: number) => (value / highest) * (HEIGHT - 2);
  const area = values.map((value, nth) => `L${nth} ${HEIGHT - heightOf(value)}H${nth + 1}`).join('');
  return (
    <div>
      <p className="flex flex-wrap justify-between gap-x-3 text-xs text-ink-2">
        <span>{name}</span>
        <span className="text-ink-3">{most}</span>
      </p>
      <svg
        viewBox={`0 0 ${BINS} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        className="h-9 w-full border-b border-line"
      >
        {isArea ? (
          <path d={`M0 ${HEIGHT}${area}V${HEIGHT}Z`} fill="var(--c-brand)" opacity=".45" />
        ) : (
          <Bars values={values} heightOf={heightOf} colour="var(--c-brand)" />
        )}
        {marked ? <Bars values={marked} heightOf={heightOf} colour="var(--c-warn)" /> : null}
      </svg>
    </div>
  );
}

interface BarsProps {
  values: readonly number[];
  heightOf: (value: number) => number;
  colour: string;
}

function Bars({ values, heightOf, colour }: BarsProps) {
  const path = values
    .map((value, nth) =>
      value > 0 ? `M${nth + 0.1} ${HEIGHT}v${-Math.max(2, heightOf(value))}h.8V${HEIGHT}z` : '',
    )
    .join('');
  return path === '' ? null : <path d={path} fill={colour} />;
}
