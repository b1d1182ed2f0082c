import type { OpsPoint } from '@copup/shared/ops.ts';
import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';

const HEIGHT = 220;

/** Plots messages a second and fan-out p99 over time. The tiles show the same figures as text. */
export function HistoryPlot({ points }: { points: readonly OpsPoint[] }) {
  const frame = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(undefined);
  useEffect(() => {
    const { current } = frame;
    if (!current) return;
    const colour = (name: string) => getComputedStyle(current).getPropertyValue(name).trim();
    const axis = { stroke: colour('--c-ink-2'), grid: { stroke: colour('--c-line'), width: 1 } };
    plot.current = new uPlot(
      {
        width: current.clientWidth,
        height: HEIGHT,
        scales: { ms: { range: (_plot, _least, most) => [0, Math.max(10, most || 0)] } },
        axes: [axis, { ...axis, size: 60 }, { ...axis, scale: 'ms', side: 1, grid: { show: false } }],
        series: [
          {},
          { label: 'Messages/s', stroke: colour('--c-brand'), width: 1.5 },
          { label: 'p99 ms', scale: 'ms', stroke: colour('--c-warn'), width: 1.5, spanGaps: true },
        ],
      },
      [[], [], []],
      current,
    );
    const sizes = new ResizeObserver(() => {
      plot.current?.setSize({ width: current.clientWidth, height: HEIGHT });
    });
    sizes.observe(current);
    return () => {
      sizes.disconnect();
      plot.current?.destroy();
    };
  }, []);
  useEffect(() => {
    plot.current?.setData([
      points.map(({ at }) => at / 1_000),
      points.map(({ messages }) => messages),
      points.map(({ p99 }) => p99),
    ]);
  }, [points]);
  return <div ref={frame} className="min-h-60 overflow-hidden" />;
}
