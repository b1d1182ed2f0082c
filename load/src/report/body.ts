import { escapeHtml } from '@copup/shared/escape-html.ts';
import { figure } from '../figures.ts';
import type { LoadResult } from '../result.ts';
import { renderPlot } from './plot.ts';
import { changeSpan, countedBids, detailSections, serverSection, thresholdTable } from './sections.ts';
import { plotsOf } from './series.ts';
import { verdictOf } from './thresholds.ts';
import { tilesOf } from './tiles.ts';

const SHOWN_VIOLATIONS = 40;

/** Renders a run, compared with another if there is one. Runs when the file is written and in the page itself. */
export function renderBody(result: LoadResult, before: LoadResult | null): string {
  const beforeName = before && before.startedAt > result.startedAt ? 'Other run' : 'Run before';
  const plots = plotsOf(result, before, beforeName.toLowerCase());
  const { totals, environment } = result;
  const facts = [
    `<time datetime="${escapeHtml(result.startedAt)}">${escapeHtml(timeOf(result))}</time>`,
    `${figure(Math.round(totals.seconds))} s measured`,
    ...(environment.cores === undefined ? [] : [`${environment.cores} cores`]),
  ];
  return [
    `<header><svg aria-hidden="true" viewBox="0 0 48 48"><path d="M38.94 22.69A15 15 0 1 1 25.31 9.06" fill="none" stroke="currentColor" stroke-width="8.5"/><circle cx="37.6" cy="10.4" r="5.2" fill="#ffb01f"/></svg><h1>Load report: ${escapeHtml(result.scenario)}</h1><p>${facts.join(', ')}</p></header>`,
    verdictBand(result),
    before ? otherVerdict(result, before, beforeName) : '',
    warnings(result, before),
    violations(result),
    `<section class="tiles" aria-label="Summary">${tilesOf(result, before).map(renderTile).join('')}</section>`,
    `<section class="card" aria-label="Asked and measured"><div class="head"><h2>Asked and measured</h2>${before ? `<span>compared with ${escapeHtml(timeOf(before))}</span>` : ''}</div>${thresholdTable(result, before, beforeName)}${countedBids(result)}</section>`,
    `<section class="plots" aria-label="Over time">${plots.map(renderPlot).join('')}</section>`,
    serverSection(result, before),
    chooser(before),
    detailSections(result, plots),
    `<section class="card" aria-label="Run it again"><div class="head"><h2>Run it again</h2><button type="button" class="button" data-copy>Copy</button></div><code>${escapeHtml(result.command)}</code></section>`,
  ].join('\n');
}

function verdictBand(result: LoadResult): string {
  const { isPassed, title, sentence } = verdictOf(result);
  const sign = isPassed ? 'm22 33 7 7 13-15' : 'm23 23 18 18M41 23 23 41';
  return `<section class="verdict${isPassed ? '' : ' failed'}" aria-label="Verdict"><svg viewBox="0 0 64 64" aria-hidden="true"><circle cx="32" cy="32" r="26"/><path d="${sign}"/></svg><div><b>${escapeHtml(title)}</b><p>${escapeHtml(sentence)}</p></div></section>`;
}

function otherVerdict(result: LoadResult, before: LoadResult, name: string): string {
  const { isPassed, title, sentence } = verdictOf(before);
  const { options } = result;
  const differing = Object.keys({ ...before.options, ...options }).filter(
    (option) => before.options[option] !== options[option] && option !== 'urls',
  );
  const notes = [
    ...(before.scenario === result.scenario
      ? []
      : [`It ran ${before.scenario}: the figures of two scenarios do not compare.`]),
    ...differing.map(
      (option) => `${option}: ${options[option] ?? '–'}, before ${before.options[option] ?? '–'}.`,
    ),
  ];
  return `<section class="card other${isPassed ? '' : ' failed'}" aria-label="${name}"><p><b>${name}: ${escapeHtml(title)}.</b> ${escapeHtml(timeOf(before))}. ${escapeHtml(sentence)}</p>${notes.length === 0 ? '' : `<p>What differs: ${escapeHtml(notes.join(' '))}</p>`}</section>`;
}

function warnings(result: LoadResult, before: LoadResult | null): string {
  const texts = [
    ...[result, before].flatMap((run) => run?.saturation ?? []),
    ...(result.realm?.remains ? [result.realm.remains] : []),
  ];
  return texts.map((text) => `<section class="card warning"><p>${escapeHtml(text)}</p></section>`).join('');
}

function violations({ verdict }: LoadResult): string {
  if (verdict.violations.length === 0) return '';
  const shown = verdict.violations.slice(0, SHOWN_VIOLATIONS).map((text) => `<li>${escapeHtml(text)}</li>`);
  return `<section class="card broken" aria-label="What is wrong"><div class="head"><h2>What is wrong</h2></div><ul>${shown.join('')}</ul></section>`;
}

const renderTile = ({ name, value, unit, detail, change }: ReturnType<typeof tilesOf>[number]) =>
  `<div class="tile"><span>${escapeHtml(name)}</span><b>${escapeHtml(value)}${unit === '' ? '' : ` <small>${escapeHtml(unit)}</small>`}</b><em>${escapeHtml(detail)}${change ? ` ${changeSpan(change)}` : ''}</em></div>`;

const chooser = (before: LoadResult | null) =>
  `<section class="card choose" aria-label="Compare two runs"><p><b>Compare two runs.</b> Pick another report: its values join the table, its p99 joins the plots as a dotted line. <span role="status" data-status></span></p>${before ? '<button type="button" class="button" data-alone>Show one run</button>' : ''}<label class="button">Choose a report<input type="file" accept=".html,.json" data-choose></label></section>`;

/** The time of the product's users, like `21 Nov 2026, 8:38 pm`. */
function timeOf({ startedAt }: LoadResult): string {
  return new Date(startedAt).toLocaleString('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    hourCycle: 'h12',
    timeZone: 'Africa/Lagos',
  });
}
