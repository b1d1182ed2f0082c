import { escapeHtml } from '@copup/shared/escape-html.ts';
import { figure } from './figures.ts';

const WIDTH = 720;
const HEIGHT = 220;
const MARGIN = { left: 64, right: 12, top: 12, bottom: 28 };
const innerWidth = WIDTH - MARGIN.left - MARGIN.right;
const innerHeight = HEIGHT - MARGIN.top - MARGIN.bottom;
const LINES = 4;

export interface Line {
  name: string;
  /** One of the report's colours: `a`, `b` or `c`. */
  colour: 'a' | 'b' | 'c';
  /** Null leaves a gap. */
  values: readonly (number | null)[];
}

/** Renders lines over time as an SVG with axes. */
export function linePlot(title: string, unit: string, at: readonly number[], lines: readonly Line[]): string {
  const top = niceTop(Math.max(0, ...lines.flatMap(({ values }) => values.map((value) => value ?? 0))));
  const from = at[0] ?? 0;
  const span = Math.max(1e-9, (at.at(-1) ?? 0) - from);
  const x = (value: number) => MARGIN.left + ((value - from) / span) * innerWidth;
  const y = (value: number) => MARGIN.top + innerHeight - (value / top) * innerHeight;
  const paths = lines.map(({ colour, values }) => {
    let isDown = false;
    const path = values.map((value, index) => {
      if (value === null || !Number.isFinite(value)) {
        isDown = false;
        return '';
      }
      const command = isDown ? 'L' : 'M';
      isDown = true;
      return `${command}${x(at[index] ?? 0).toFixed(1)} ${y(value).toFixed(1)}`;
    });
    return `<path class="line ${colour}" d="${path.join('')}"/>`;
  });
  const ticks = Array.from({ length: 6 }, (_, index) => from + (span * index) / 5);
  const axis = ticks.map((tick) => text(x(tick), HEIGHT - 8, `${figure(Math.round(tick))} s`, 'middle'));
  const legend = lines.map(({ name, colour }) => `<span class="key ${colour}">${escapeHtml(name)}</span>`);
  return wrap(title, `${grid(top, unit, y)}${paths.join('')}${axis.join('')}`, legend.join(' '));
}

/** Renders a histogram as an SVG; each bar is labelled with its upper edge. */
export function barPlot(title: string, bars: readonly { upToMs: number; count: number }[]): string {
  const top = niceTop(Math.max(0, ...bars.map(({ count }) => count)));
  const y = (value: number) => MARGIN.top + innerHeight - (value / top) * innerHeight;
  const width = innerWidth / Math.max(1, bars.length);
  const every = Math.max(1, Math.ceil(bars.length / 12));
  const drawn = bars.map(({ upToMs, count }, index) => {
    const left = MARGIN.left + index * width;
    const label = index % every === 0 ? text(left + width / 2, HEIGHT - 8, figure(upToMs), 'middle') : '';
    return `<rect class="bar" x="${(left + 1).toFixed(1)}" y="${y(count).toFixed(1)}" width="${Math.max(1, width - 2).toFixed(1)}" height="${(MARGIN.top + innerHeight - y(count)).toFixed(1)}"><title>up to ${figure(upToMs)} ms: ${figure(count)}</title></rect>${label}`;
  });
  return wrap(title, `${grid(top, '', y)}${drawn.join('')}`, 'deliveries, by maximum milliseconds');
}

function wrap(title: string, inner: string, legend: string): string {
  return `<figure><figcaption>${escapeHtml(title)} <small>${legend}</small></figcaption><svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escapeHtml(title)}">${inner}</svg></figure>`;
}

function grid(top: number, unit: string, y: (value: number) => number): string {
  return Array.from({ length: LINES + 1 }, (_, index) => {
    const value = (top * index) / LINES;
    const at = y(value).toFixed(1);
    const label = text(MARGIN.left - 6, y(value) + 4, `${figure(value)}${unit}`, 'end');
    return `<line class="grid" x1="${MARGIN.left}" x2="${WIDTH - MARGIN.right}" y1="${at}" y2="${at}"/>${label}`;
  }).join('');
}

const text = (x: number, y: number, content: string, anchor: string) =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}">${escapeHtml(content)}</text>`;

/** Returns the next 1, 2, 4 or 8 times a power of ten, so that a quarter of it is a short number. */
function niceTop(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 4, 8].find((step) => step * power >= value) ?? 10) * power;
}
