import { type Assertion, figures, parseAssertions } from '../assertions.ts';
import { figure } from '../figures.ts';
import type { LoadResult } from '../result.ts';
import { SLOW_LOOP_MS } from '../saturation.ts';
import { describeStop } from '../summary.ts';
import { type Change, describeChange } from './change.ts';
import { formatFigure, isAboutBids, nameFigure } from './figure-names.ts';

/** One line of the table of what was asked and what was measured. */
export interface Threshold {
  key: string;
  name: string;
  detail: string;
  /** Null if nothing was asked. */
  asked: { limit: number; text: string } | null;
  measured: number | null;
  text: string;
  /** `warned`: the driver was late; the run still passes. */
  status: 'met' | 'missed' | 'warned' | 'unasked';
  /** The unused share of the limit, negative if missed; null if the limit is 0 or there is none. */
  margin: number | null;
  sentence: string;
}

/** Figures that every run must have as 0. */
const alwaysChecked = new Set(['divergent', 'lost', 'doubled', 'unbalanced']);
/** Shown without a limit if none was asked. */
const alwaysShown = ['p99', 'bid.p99', 'join.p99'];

/** Lists all thresholds of a run: missed ones first, then in the order in which they were asked. */
export function thresholdsOf(result: LoadResult): Threshold[] {
  const asserted = result.assertions.flatMap(({ text, holds }) => {
    const [assertion] = parseAssertions(text);
    const isBuiltIn = assertion && alwaysChecked.has(assertion.figure) && assertion.limit === 0;
    return assertion && !isBuiltIn ? [assertedRow(result, assertion, holds)] : [];
  });
  const shown = alwaysShown
    .filter((key) => asserted.every((row) => row.key !== key))
    .flatMap((key) => unaskedRow(result, key));
  const rows = [...asserted, ...shown, ...builtInRows(result), driverRow(result)];
  return [...rows.filter(isMissed), ...rows.filter((row) => !isMissed(row))];
}

const isMissed = ({ status }: Threshold) => status === 'missed';

/** Returns the unused share of a limit, negative if it was missed. */
export function marginOf(
  comparison: Assertion['comparison'],
  limit: number,
  measured: number,
): number | null {
  if (limit === 0 || comparison === '=' || !Number.isFinite(measured)) return null;
  const unused = comparison.startsWith('<') ? limit - measured : measured - limit;
  return unused / limit;
}

function assertedRow(result: LoadResult, assertion: Assertion, holds: boolean): Threshold {
  const { figure: key, comparison, limit } = assertion;
  const measured = measuredOf(result, key);
  const amount = formatFigure(key, limit);
  return {
    key,
    ...nameFigure(key, result),
    asked: { limit, text: comparison.startsWith('>') ? `≥ ${amount}` : amount },
    measured,
    text: formatFigure(key, measured),
    status: holds ? 'met' : 'missed',
    margin: marginOf(comparison, limit, measured ?? Number.NaN),
  };
}

function unaskedRow(result: LoadResult, key: string): Threshold[] {
  const measured = measuredOf(result, key);
  if (measured === null) return [];
  const text = formatFigure(key, measured);
  return [{ key, ...nameFigure(key, result), asked: null, measured, text, status: 'unasked', margin: null }];
}

function builtInRows(result: LoadResult): Threshold[] {
  const { verdict, totals } = result;
  const what = isAboutBids(result) ? 'Bids' : 'Commands';
  const all: [key: string, name: string, detail: string, measured: number][] = [
    ['lost', `${what} lost or doubled`, `of ${figure(totals.accepted)}`, verdict.lost + verdict.doubled],
    ['divergent', 'Watchers who saw a wrong end', `of ${figure(verdict.compared)}`, verdict.divergent],
    ['unbalanced', 'Coins that don’t add up', '', Math.abs(verdict.unbalancedCoins)],
    ['violations', 'Rules broken', `${figure(verdict.checks.length)} checks`, verdict.violations.length],
  ];
  // A run that was stopped has not compared its last states and coins.
  const rows = all.filter(([key]) => !result.stopped || key === 'lost' || key === 'violations');
  return rows.map(([key, name, detail, measured]) => ({
    key,
    name,
    detail,
    asked: { limit: 0, text: '0' },
    measured,
    text: figure(measured),
    status: measured === 0 ? 'met' : 'missed',
    margin: null,
    sentence: `${name.toLowerCase()}:`,
  }));
}

/** The driver counts as too slow if more than a tenth of the seconds were late; the figure is the tenth latest. */
function driverRow(result: LoadResult): Threshold {
  const late = result.timeline
    .filter(({ phase }) => phase === 'running')
    .map(({ lagMs }) => lagMs)
    .sort((a, b) => b - a);
  const measured = late[Math.floor(late.length / 10)] ?? 0;
  return {
    key: 'driver',
    name: 'Load driver, loop late',
    detail: 'in 9 of 10 seconds',
    asked: { limit: SLOW_LOOP_MS, text: formatFigure('driver', SLOW_LOOP_MS) },
    measured,
    text: formatFigure('driver', Math.round(measured)),
    status: measured <= SLOW_LOOP_MS ? 'met' : 'warned',
    margin: marginOf('<=', SLOW_LOOP_MS, measured),
    sentence: 'the load driver was late by',
  };
}

function measuredOf(result: LoadResult, key: string): number | null {
  const value = figures[key]?.(result) ?? null;
  return value !== null && Number.isFinite(value) ? value : null;
}

/** Words of a margin: `19 %`, `12 % over`, `met`, `missed` or a dash. */
export function marginText({ status, margin, asked }: Threshold): string {
  if (asked === null) return 'not asked';
  if (margin === null) return status === 'met' ? 'met' : 'missed';
  const percent = `${figure(Math.round(Math.abs(margin) * 100))} %`;
  if (margin >= 0) return percent;
  return `${percent} ${asked.text.startsWith('≥') ? 'under' : 'over'}`;
}

export interface Verdict {
  isPassed: boolean;
  title: string;
  sentence: string;
}

/** Sums the thresholds up: how many were met, and the one with the least margin or the first that was missed. */
export function verdictOf(result: LoadResult): Verdict {
  const rows = thresholdsOf(result).filter(({ status }) => status === 'met' || status === 'missed');
  const counted = rows.filter(({ key }) => key !== 'driver');
  const met = counted.filter(({ status }) => status === 'met').length;
  const title = `${result.stopped ? 'Stopped early' : result.isPassed ? 'Passed' : 'Failed'}, ${met} of ${counted.length}`;
  if (result.stopped) return { isPassed: false, title, sentence: upperFirst(describeStop(result.stopped)) };
  const missed = counted.filter(isMissed);
  const worst = missed.find(({ margin }) => margin !== null) ?? missed[0];
  if (worst) return { isPassed: result.isPassed, title, sentence: `Missed: ${describeMargin(worst)}` };
  const tightest = counted
    .filter(({ margin }) => margin !== null)
    .sort((a, b) => (a.margin ?? 0) - (b.margin ?? 0))[0];
  return {
    isPassed: result.isPassed,
    title,
    sentence: tightest
      ? `Tightest: ${describeMargin(tightest)}`
      : 'Every check of the result holds. No limit of time was asked.',
  };
}

const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function describeMargin({ sentence, text, detail, asked, margin }: Threshold): string {
  const measured = `${sentence} ${text}${/^p\d+$/.test(detail) ? ` (${detail})` : ''}`;
  if (!asked || margin === null) return `${measured}, asked ${asked?.text ?? 'nothing'}.`;
  const percent = `${figure(Math.round(Math.abs(margin) * 100))} %`;
  const isLeast = asked.text.startsWith('≥');
  const side = margin >= 0 === isLeast ? 'above' : 'under';
  return `${measured}, ${percent} ${side} the ${asked.text.replace('≥ ', '')} asked.`;
}

/** A threshold beside the same one of another run. */
export interface ComparedThreshold extends Threshold {
  before: Threshold | null;
  change: Change | null;
}

/** Pairs the thresholds of two runs; those that only the other run has are left out, because the command lists them. */
export function compareThresholds(result: LoadResult, before: LoadResult | null): ComparedThreshold[] {
  const others = before ? thresholdsOf(before) : [];
  return thresholdsOf(result).map((row) => {
    const other =
      others.find(({ key }) => key === row.key) ??
      (before ? unaskedRow(before, row.key)[0] : undefined) ??
      null;
    return { ...row, before: other, change: describeChange(row.key, other?.measured, row.measured) };
  });
}
