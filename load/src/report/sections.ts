import { escapeHtml } from '@copup/shared/escape-html.ts';
import { bytes, figure, milliseconds } from '../figures.ts';
import type { LoadResult } from '../result.ts';
import { percentileHeadings, percentileRows, totalRows } from '../summary.ts';
import type { Change } from './change.ts';
import { describeChange } from './change.ts';
import { renderPlot } from './plot.ts';
import { hostOf, type Plot, serverPlot } from './series.ts';
import { type ComparedThreshold, compareThresholds, marginText } from './thresholds.ts';

const icons = {
  met: ['met', 'm5 12.5 5 5L19 7'],
  missed: ['missed', 'm6 6 12 12M18 6 6 18'],
  warned: ['warning', 'M12 5v8M12 18v.5'],
  unasked: ['not asked', 'M7 12h10'],
} as const;

const tones = { better: 'good', worse: 'bad', same: 'same' } as const;

export const changeSpan = (change: Change | null, before = ''): string =>
  change === null
    ? ''
    : `<span class="change ${tones[change.tone]}">${escapeHtml(change.text)}${before}</span>`;

/** The table of what was asked and what was measured, beside the figures of the other run. */
export function thresholdTable(result: LoadResult, before: LoadResult | null, beforeName: string): string {
  const rows = compareThresholds(result, before);
  const headings = `<th><span class="hidden">Met</span></th><th>What</th><th class="right">Asked</th><th class="right">Measured</th><th>Margin</th>`;
  const more = before ? `<th class="right">${escapeHtml(beforeName)}</th><th class="right">Change</th>` : '';
  return `<table class="asked" role="table"><thead role="rowgroup"><tr role="row">${headings.replaceAll('<th', '<th role="columnheader"')}${more.replaceAll('<th', '<th role="columnheader"')}</tr></thead><tbody role="rowgroup">${rows
    .map((row) => thresholdRow(row, before !== null))
    .join('')}</tbody></table>`;
}

// The roles stay when a phone shows the rows as cards, where browsers drop those of a table.
function thresholdRow(row: ComparedThreshold, isCompared: boolean): string {
  const { name, detail, asked, text, status, margin, before, change } = row;
  const [meaning, path] = icons[status];
  const width = Math.round(Math.min(1, Math.max(0, margin ?? 0)) * 100);
  const bar =
    margin === null || asked === null ? '' : `<span class="bar-of"><i style="width:${width}%"></i></span>`;
  const other = before
    ? `${escapeHtml(before.text)}${before.asked && before.asked.text !== asked?.text ? `<small>asked ${escapeHtml(before.asked.text)}</small>` : ''}`
    : '–';
  const cells = [
    `<td class="icon ${status}"><svg viewBox="0 0 24 24" role="img" aria-label="${meaning}"><path d="${path}"/></svg></td>`,
    `<td class="what"><b>${escapeHtml(name)}</b>${detail === '' ? '' : ` <small>${escapeHtml(detail)}</small>`}</td>`,
    `<td class="limit-of right">${asked ? `<span class="phone">asked </span>${escapeHtml(asked.text)}` : '–'}</td>`,
    `<td class="measured right"><b>${escapeHtml(text)}</b></td>`,
    `<td class="margin">${bar}<span>${escapeHtml(marginText(row))}</span></td>`,
    ...(isCompared
      ? [
          `<td class="before right"><span class="phone">before </span>${other}</td>`,
          `<td class="changed right">${changeSpan(change)}</td>`,
        ]
      : []),
  ].map((cell) => cell.replace('<td', '<td role="cell"'));
  return `<tr role="row" class="${status}">${cells.join('')}</tr>`;
}

/** What clients saw of each server. */
export function serverSection(result: LoadResult, before: LoadResult | null): string {
  const { servers = [] } = result;
  if (servers.length === 0) return '';
  const slowest = Math.max(1, ...servers.map(({ delivery }) => delivery.p99 ?? 0));
  const cards = servers.map((server) => {
    const other = before?.servers?.find(({ url }) => url === server.url);
    const facts: [string, string][] = [
      ['p99 to each watcher', milliseconds(server.delivery.p99)],
      [
        'p50, p95, worst',
        [server.delivery.p50, server.delivery.p95 ?? null, server.delivery.max].map(milliseconds).join(', '),
      ],
      ['p95, p99 to the reply', [server.bid.p95 ?? null, server.bid.p99].map(milliseconds).join(', ')],
      ['p95, p99 to joined', [server.join.p95 ?? null, server.join.p99].map(milliseconds).join(', ')],
      ['Sockets', figure(server.sockets)],
      ['Commands', figure(server.commands)],
      ['Messages', figure(server.messages)],
      ['Data', bytes(server.bytes)],
      ['Connection errors', figure(server.errors)],
    ];
    const share = Math.round(((server.delivery.p99 ?? 0) / slowest) * 100);
    const change = other && describeChange('p99', other.delivery.p99, server.delivery.p99);
    return `<article class="server"><h3>${escapeHtml(hostOf(server.url))}</h3>${changeSpan(change ?? null)}<span class="bar-of p99"><i style="width:${share}%"></i></span><dl>${pairs(facts)}</dl></article>`;
  });
  const title = servers.length === 1 ? 'The server' : `The ${servers.length} servers`;
  const plots = serverPlot(result);
  return `<section class="card" aria-label="${title}"><div class="head"><h2>${title}</h2><span>as their clients saw them</span></div><div class="servers">${cards.join('')}</div>${plots.map(renderPlot).join('')}</section>`;
}

/** How bids count whose price was overtaken before it was sent. */
export function countedBids({ totals, latencies }: LoadResult): string {
  const { overtaken } = totals;
  if (latencies.lastWatcher.count + (overtaken?.undelivered ?? 0) === 0 || !overtaken) return '';
  const all = latencies.lastWatcher.count + overtaken.undelivered;
  return `<p class="note">Every accepted bid counts: its time ends when a watcher has its price or a later one. Of ${figure(all)} bids, ${figure(overtaken.bids)} were overtaken: their watchers saw a later price only. ${overtaken.undelivered === 0 ? 'Each reached a watcher.' : `${figure(overtaken.undelivered)} reached no watcher.`}</p>`;
}

/** Everything else that was measured and checked, folded. */
export function detailSections(result: LoadResult, plots: readonly Plot[]): string {
  const { verdict, options, environment, startedAt } = result;
  const ran: [string, string][] = [
    ['Scenario', result.scenario],
    ['Started', startedAt],
    ...Object.entries({ ...options, ...environment }).map(([name, value]): [string, string] => [
      name,
      name.endsWith('Ms') ? `${figure(Number(value) / 1_000)} s` : String(value),
    ]),
  ];
  return [
    folded('All figures', `<dl class="wide-list">${pairs(totalRows(result))}</dl>${latencyTable(result)}`),
    folded(
      'What was checked',
      `<ul>${verdict.checks.map((check) => `<li>${escapeHtml(check)}</li>`).join('')}</ul>`,
    ),
    folded('Second by second', secondTable(plots)),
    folded('Where and how it ran', `<dl>${pairs(ran.map(([name, value]) => [named(name), value]))}</dl>`),
  ].join('');
}

const named = (option: string) =>
  ({ urls: 'Server', rampMs: 'Ramp up', durationMs: 'Measured', rate: 'Commands a second' })[option] ??
  option.charAt(0).toUpperCase() + option.slice(1);

const folded = (title: string, content: string) =>
  `<details class="card"><summary>${escapeHtml(title)}</summary>${content}</details>`;

const pairs = (facts: readonly (readonly [string, string])[]) =>
  facts
    .map(([name, value]) => `<div><dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd></div>`)
    .join('');

function latencyTable(result: LoadResult): string {
  const rows = percentileRows(result).filter(([, count]) => count !== '0');
  return scrolled('Latencies', percentileHeadings, rows);
}

/** The values of all plots over time, for readers who do not see them. */
function secondTable(plots: readonly Plot[]): string {
  const drawn = plots.filter(({ kind, note }) => kind === 'lines' && note === '');
  const headings = [
    '',
    ...drawn.flatMap(({ title, series }) => series.map(({ name }) => `${title}: ${name}`)),
  ];
  const points = drawn[0]?.points ?? [];
  const rows = points.map((point, at) => [
    point,
    ...drawn.flatMap(({ series }) => series.map(({ values }) => figure(values[at] ?? null))),
  ]);
  return scrolled('Second by second', headings, rows);
}

function scrolled(name: string, headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const head = headings.map((text) =>
    text === '' ? '<td></td>' : `<th scope="col">${escapeHtml(text)}</th>`,
  );
  const body = rows.map(
    ([first = '', ...rest]) =>
      `<tr><th scope="row">${escapeHtml(first)}</th>${rest.map((text) => `<td>${escapeHtml(text)}</td>`).join('')}</tr>`,
  );
  return `<div class="scroll" role="region" aria-label="${escapeHtml(name)}" tabindex="0"><table class="plain"><thead><tr>${head.join('')}</tr></thead><tbody>${body.join('')}</tbody></table></div>`;
}
