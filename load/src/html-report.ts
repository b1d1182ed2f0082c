import { escapeHtml } from '@copup/shared/escape-html.ts';
import { figure } from './figures.ts';
import { barPlot, linePlot } from './plots.ts';
import type { LoadResult } from './result.ts';
import { percentileHeadings, percentileRows, totalRows } from './summary.ts';

const style = `
:root{color-scheme:light dark;--ink:#1c1b22;--faint:#6b6875;--paper:#fff;--rule:#dedbe6;--a:#5b3df5;--b:#d9480f;--c:#0b8a6a;--good:#0b7a4b;--bad:#c2255c}
@media(prefers-color-scheme:dark){:root{--ink:#eceaf3;--faint:#a29fb0;--paper:#16151c;--rule:#34323f;--a:#a797ff;--b:#ff9b62;--c:#4cd3ad;--good:#51cf8a;--bad:#ff7ba5}}
body{font:15px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);max-width:1500px;margin:0 auto;padding:24px}
h1{font-size:22px;margin:0}h2{font-size:16px;margin:28px 0 8px}
.verdict{border-left:8px solid var(--good);padding:8px 16px;margin:16px 0}.verdict.failed{border-color:var(--bad)}
.verdict strong{font-size:26px;color:var(--good)}.verdict.failed strong{color:var(--bad)}
.warning{border-left:8px solid var(--b);padding:8px 16px}ul{margin:6px 0;padding-left:20px}.bad{color:var(--bad)}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}td,th{padding:3px 14px 3px 0;border-bottom:1px solid var(--rule);text-align:right;font-weight:400}
td:first-child,th:first-child{text-align:left;color:var(--faint)}.words td{text-align:left}
.plots{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(460px,100%),1fr));gap:12px 28px}figure{margin:0}
figcaption{font-weight:600}small{font-weight:400;color:var(--faint)}svg{width:100%;height:auto}
svg text{font:11px system-ui,sans-serif;fill:var(--faint)}.grid{stroke:var(--rule)}.line{fill:none;stroke-width:2;stroke-linejoin:round}
.line.a{stroke:var(--a)}.line.b{stroke:var(--b)}.line.c{stroke:var(--c)}.bar{fill:var(--a)}
.key::before{content:"";display:inline-block;width:12px;height:3px;margin:0 4px 3px 8px}.key.a::before{background:var(--a)}.key.b::before{background:var(--b)}.key.c::before{background:var(--c)}
.scroll{overflow-x:auto}code{overflow-wrap:anywhere}`;

/** Renders the result as a single HTML file: the verdict first, then figures, plots and the command to repeat the run. */
export function renderReport(result: LoadResult): string {
  const { scenario, timeline, verdict, assertions, saturation, isPassed, command, startedAt } = result;
  const title = `Load test: ${scenario}`;
  const at = timeline.map((second) => second.at);
  const of = (
    key: 'p50' | 'p99' | 'max' | 'sockets' | 'errors' | 'joins' | 'accepted' | 'messages' | 'lagMs',
  ) => timeline.map((second) => second[key]);
  const plots = [
    linePlot('From bid to each watcher', ' ms', at, [
      { name: 'p50', colour: 'c', values: of('p50') },
      { name: 'p99', colour: 'a', values: of('p99') },
      { name: 'max', colour: 'b', values: of('max') },
    ]),
    barPlot('Fan-out latency', result.deliveryHistogram),
    linePlot('Messages a second', '', at, [{ name: 'messages', colour: 'a', values: of('messages') }]),
    linePlot('Bids a second', '', at, [{ name: 'accepted', colour: 'c', values: of('accepted') }]),
    linePlot('Sockets', '', at, [
      { name: 'open', colour: 'a', values: of('sockets') },
      { name: 'joins a second', colour: 'c', values: of('joins') },
    ]),
    linePlot('Errors a second', '', at, [{ name: 'errors', colour: 'b', values: of('errors') }]),
    linePlot('The driver: share of a core', ' %', at, [
      { name: 'busiest process', colour: 'a', values: timeline.map(({ cpu }) => cpu * 100) },
    ]),
    linePlot('The driver: event loop delay', ' ms', at, [
      { name: 'maximum', colour: 'a', values: of('lagMs') },
    ]),
  ];
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeHtml(title)}</title><style>${style}</style></head><body>
<h1>${escapeHtml(title)}</h1><small>${escapeHtml(startedAt)}</small>
<section class="verdict${isPassed ? '' : ' failed'}"><strong>${isPassed ? 'Passed' : 'Failed'}</strong>
${list([
  ...verdict.violations.map((violation) => ({ text: violation, isBad: true })),
  ...assertions.map(({ text, actual, holds }) => ({
    text: `${text}: ${figure(actual)}, ${holds ? 'passed' : 'failed'}`,
    isBad: !holds,
  })),
  ...verdict.checks.map((check) => ({ text: `Checked: ${check}`, isBad: false })),
])}</section>
${saturation === null ? '' : `<p class="warning">${escapeHtml(saturation)}</p>`}
<div class="scroll"><table><tr>${cells('th', percentileHeadings)}</tr>${rows(percentileRows(result))}</table></div>
<h2>Over time</h2><div class="plots">${plots.join('')}</div>
<h2>Totals</h2><table class="words">${rows(totalRows(result))}</table>
<h2>Environment</h2><table class="words">${rows(words({ ...result.options, ...result.environment }))}</table>
<h2>To repeat</h2><p><code>${escapeHtml(command)}</code></p>
</body></html>
`;
}

const cells = (tag: 'td' | 'th', texts: readonly string[]) =>
  texts.map((text) => `<${tag}>${escapeHtml(text)}</${tag}>`).join('');
const rows = (all: readonly (readonly string[])[]) =>
  all.map((row) => `<tr>${cells('td', row)}</tr>`).join('');
const words = (record: Record<string, unknown>) =>
  Object.entries(record).map(([name, value]) => [name, String(value)]);
const list = (items: readonly { text: string; isBad: boolean }[]) =>
  `<ul>${items.map(({ text, isBad }) => `<li${isBad ? ' class="bad"' : ''}>${escapeHtml(text)}</li>`).join('')}</ul>`;
