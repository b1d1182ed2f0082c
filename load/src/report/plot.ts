import { escapeHtml } from '@copup/shared/escape-html.ts';
import type { LineKind, Plot, Series } from './series.ts';

/** The drawing area, in units of the SVG. */
export const area = { width: 560, height: 224, left: 60, right: 546, top: 14, bottom: 194 };
const LINES = 4;
/** A limit further above all values is named but not drawn, because the values would be a flat line. */
const MOST_HEADROOM = 4;

export const xOf = (at: number, points: number): number =>
  points < 2 ? (area.left + area.right) / 2 : area.left + (at / (points - 1)) * (area.right - area.left);
export const yOf = (value: number, top: number): number =>
  area.bottom - (value / top) * (area.bottom - area.top);

/** Returns the end of the axis: a short number, whose quarters are short as well. */
export function niceTop(value: number): number {
  if (!(value > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 1.2, 1.6, 2, 3, 4, 5, 6, 8].find((step) => step * power >= value) ?? 10) * power;
}

/** Returns the end of a plot's axis, and whether its limit is inside. */
export function scaleOf({ series, asked }: Plot): { top: number; showsLimit: boolean } {
  const highest = Math.max(0, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)));
  const showsLimit = asked !== null && asked.limit <= highest * MOST_HEADROOM;
  return { top: niceTop(showsLimit ? Math.max(highest, asked.limit * 1.1) : highest), showsLimit };
}

/** The series as the legend lists them: the main one first, then from the last drawn to the first. */
export function inLegend(series: readonly Series[]): Series[] {
  return [...series].reverse().sort((a, b) => Number(b.line === 'main') - Number(a.line === 'main'));
}

/** Renders a figure: its legend, and its drawing with axes. The page's script adds the values of a point. */
export function renderPlot(plot: Plot): string {
  const { title, note } = plot;
  const legend = inLegend(plot.series).map(
    ({ name, line }) => `<span class="key ${line}"><i></i>${escapeHtml(name)} <b></b></span>`,
  );
  const caption = `<figcaption><b>${escapeHtml(title)}</b><span class="legend">${legend.join('')}</span></figcaption>`;
  if (note !== '')
    return `<figure class="plot"><figcaption><b>${escapeHtml(title)}</b></figcaption><p class="note">${escapeHtml(note)}</p></figure>`;
  const data = escapeHtml(JSON.stringify({ ...plot, top: scaleOf(plot).top }));
  return `<figure class="plot" data-plot="${data}">${caption}<div class="pad" role="img" aria-label="${escapeHtml(title)}"><svg viewBox="0 0 ${area.width} ${area.height}" aria-hidden="true">${drawing(plot)}<g class="cursor"></g></svg></div></figure>`;
}

function drawing(plot: Plot): string {
  const { top, showsLimit } = scaleOf(plot);
  const { asked, kind, series, axis, points } = plot;
  const grid = Array.from({ length: LINES + 1 }, (_, line) => {
    const y = yOf((top * line) / LINES, top);
    return `<path class="grid" d="M${area.left} ${round(y)}H${area.right}"/>${label(area.left - 8, y + 4, axisNumber((top * line) / LINES), 'end')}`;
  });
  const last = axis.length - 1;
  const ticks = axis.map(([at, text], nth) => {
    const anchor = kind === 'lines' && nth === last && nth > 0 && at === points.length - 1 ? 'end' : 'middle';
    // Every second label, because those of a phone are larger.
    return label(xIn(plot, at), area.height - 6, text, anchor, nth % 2 === 1 && nth !== last ? 'wide' : '');
  });
  const limit =
    asked === null
      ? ''
      : showsLimit
        ? `<path class="limit" d="M${area.left} ${round(yOf(asked.limit, top))}H${area.right}"/>${label(area.left + 6, yOf(asked.limit, top) - 7, asked.text, 'start', 'limit-text')}`
        : label(area.right, area.top - 3, `${asked.text}, far above`, 'end', 'limit-text');
  const lines = series.map(({ values, line }) =>
    kind === 'bars' && line === 'main' ? bars(plot, values, top) : curve(plot, values, line, top),
  );
  return `${grid.join('')}${ticks.join('')}${limit}${lines.join('')}`;
}

/** The middle of a point: bars have a width of their own. */
export function xIn({ kind, points }: { kind: Plot['kind']; points: unknown[] }, at: number): number {
  if (kind === 'lines') return xOf(at, points.length);
  return area.left + ((at + 0.5) / Math.max(1, points.length)) * (area.right - area.left);
}

function curve(plot: Plot, values: (number | null)[], line: LineKind, top: number): string {
  const runs: [x: number, y: number][][] = [];
  let open: [number, number][] | undefined;
  for (const [at, value] of values.entries()) {
    if (value === null) {
      open = undefined;
      continue;
    }
    if (!open) {
      open = [];
      runs.push(open);
    }
    open.push([round(xIn(plot, at)), round(yOf(value, top))]);
  }
  // A point between gaps is drawn as a dot by the round ends of a line without length.
  const path = (run: [number, number][]) =>
    `M${run.map(([x, y]) => `${x} ${y}`).join('L')}${run.length === 1 ? 'h0' : ''}`;
  const fill =
    line === 'main' ? runs.map((run) => `${path(run)}V${area.bottom}H${run[0]?.[0]}Z`).join('') : '';
  return `${fill === '' ? '' : `<path class="fill" d="${fill}"/>`}<path class="line ${line}" d="${runs.map(path).join('')}"/>`;
}

function bars(plot: Plot, values: (number | null)[], top: number): string {
  const width = (area.right - area.left) / Math.max(1, values.length);
  return values
    .map((value, at) => {
      const y = yOf(value ?? 0, top);
      return `<rect class="bar" x="${round(xIn(plot, at) - width / 2 + 1)}" y="${round(y)}" width="${round(Math.max(1, width - 2))}" height="${round(area.bottom - y)}" rx="2"/>`;
    })
    .join('');
}

function label(x: number, y: number, text: string, anchor: string, more = ''): string {
  return `<text class="axis${more ? ` ${more}` : ''}" x="${round(x)}" y="${round(y)}" text-anchor="${anchor}">${escapeHtml(text)}</text>`;
}

const round = (value: number) => Math.round(value * 10) / 10;

const axisNumber = (value: number): string =>
  value >= 1_000
    ? `${Number((value / 1_000).toFixed(2)).toLocaleString('en')}k`
    : Number(value.toFixed(2)).toLocaleString('en');
