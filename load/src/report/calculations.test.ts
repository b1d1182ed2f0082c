import { describe, expect, it } from 'vitest';
import { goodResult } from '../result.fixture.ts';
import type { LoadResult } from '../result.ts';
import { describeChange } from './change.ts';
import { niceTop, scaleOf, xOf, yOf } from './plot.ts';
import { condense, type Plot, plotsOf } from './series.ts';
import { compareThresholds, marginOf, marginText, thresholdsOf, verdictOf } from './thresholds.ts';
import { tilesOf } from './tiles.ts';

function asserting(...assertions: [text: string, actual: number, holds: boolean][]): LoadResult {
  const result = goodResult();
  result.assertions = assertions.map(([text, actual, holds]) => ({ text, actual, holds }));
  result.isPassed = result.assertions.every(({ holds }) => holds);
  return result;
}

describe('the margin of a limit', () => {
  it.each([
    ['<', 250, 202, 0.192],
    ['<=', 100, 100, 0],
    ['<', 250, 281, -0.124],
    ['>=', 10, 11, 0.1],
    ['>', 10, 8, -0.2],
  ] as const)('of %s %d at %d is %d', (comparison, limit, measured, margin) => {
    expect(marginOf(comparison, limit, measured)).toBeCloseTo(margin);
  });

  it('does not exist for a limit of 0, an exact figure or one that was not measured', () => {
    expect(marginOf('=', 0, 0)).toBeNull();
    expect(marginOf('<=', 0, 3)).toBeNull();
    expect(marginOf('=', 5, 5)).toBeNull();
    expect(marginOf('<', 5, Number.NaN)).toBeNull();
  });
});

describe('thresholds', () => {
  it('list what was missed first, then what was asked, and what every run checks', () => {
    const result = asserting(['p99<1s', 99, true], ['bid.p99<50ms', 99, false], ['errors=0', 0, true]);
    const rows = thresholdsOf(result);
    expect(rows.map(({ key, status }) => `${key} ${status}`)).toEqual([
      'bid.p99 missed',
      'p99 met',
      'errors met',
      'join.p99 unasked',
      'lost met',
      'divergent met',
      'unbalanced met',
      'violations met',
      'driver met',
    ]);
    expect(rows.slice(0, 4).map(marginText)).toEqual(['98 % over', '90 %', 'met', 'not asked']);
  });

  it('are counted in the verdict, which names the tightest or the missed one', () => {
    const passed = asserting(['join.p99<1s', 99, true], ['p99<110ms', 99, true]);
    expect(verdictOf(passed)).toEqual({
      isPassed: true,
      title: 'Passed, 6 of 6',
      sentence: 'Tightest: a bid reached every watcher within 99 ms (p99), 10 % under the 110 ms asked.',
    });
    const missed = asserting(['bids/s>=20', 5, false]);
    expect(verdictOf(missed)).toMatchObject({
      title: 'Failed, 4 of 5',
      sentence: 'Missed: accepted a second: 5, 75 % under the 20 asked.',
    });
    const wrong = goodResult();
    Object.assign(wrong.verdict, { isRight: false, divergent: 3, violations: ['x'] });
    wrong.isPassed = false;
    expect(verdictOf(wrong)).toMatchObject({
      title: 'Failed, 2 of 4',
      sentence: 'Missed: watchers who saw a wrong end: 3, asked 0.',
    });
  });

  it('warn of a driver that was late in more than a tenth of the seconds, without failing the run', () => {
    const result = goodResult();
    const [second] = result.timeline;
    if (!second) throw new Error('the run has no second');
    const lags = (late: number) =>
      Array.from({ length: 20 }, (_, at) => ({ ...second, lagMs: at < late ? 150 : 5 }));
    const driverOf = (late: number) => thresholdsOf({ ...result, timeline: lags(late) }).at(-1)?.status;
    expect([driverOf(0), driverOf(2), driverOf(3)]).toEqual(['met', 'met', 'warned']);
    expect(verdictOf({ ...result, timeline: lags(20) }).title).toBe('Passed, 4 of 4');
  });

  it('stand beside those of another run, also where only one of them asked', () => {
    const before = asserting(['p99<300ms', 99, true]);
    before.latencies.lastWatcher = { ...before.latencies.lastWatcher, p99: 198 };
    const rows = compareThresholds(asserting(['p99<250ms', 99, true], ['errors=0', 0, true]), before);
    const of = (key: string) => rows.find((row) => row.key === key);
    expect(of('p99')?.before).toMatchObject({ text: '198 ms', asked: { limit: 300 } });
    expect(of('p99')?.change).toEqual({ text: '−50 %', tone: 'better' });
    expect(of('errors')?.before).toMatchObject({ text: '0', asked: null });
    expect(of('errors')?.change).toEqual({ text: 'same', tone: 'same' });
  });
});

describe('the change between two runs', () => {
  it.each([
    ['p99', 100, 105, '+5 %', 'same'],
    ['p99', 100, 100.2, 'same', 'same'],
    ['p99', 241, 202, '−16 %', 'better'],
    ['p99', 100, 150, '+50 %', 'worse'],
    ['bids/s', 10, 15, '+50 %', 'better'],
    ['bids', 10, 5, '−50 %', 'worse'],
    ['errors', 0, 7, '+7', 'worse'],
    ['errors', 0, 0, 'same', 'same'],
    ['errors', 7, 0, '−100 %', 'better'],
  ] as const)('of %s from %d to %d is %s, %s', (key, before, after, text, tone) => {
    expect(describeChange(key, before, after)).toEqual({ text, tone });
  });

  it('is unknown if one of them was not measured', () => {
    expect(describeChange('p99', null, 5)).toBeNull();
    expect(describeChange('p99', 5, Number.NaN)).toBeNull();
    expect(describeChange('p99', undefined, 5)).toBeNull();
  });
});

describe('plots', () => {
  const plot = (more: Partial<Plot>): Plot => ({
    title: '',
    unit: 'ms',
    kind: 'lines',
    points: [],
    axis: [],
    asked: null,
    series: [{ name: 'p99', line: 'main', values: [10, null, 90] }],
    note: '',
    ...more,
  });

  it('show the measured time only, as long as the longer of two runs', () => {
    const long = goodResult();
    const [second] = long.timeline;
    if (!second) throw new Error('the run has no second');
    long.timeline = [
      { ...second, phase: 'connecting' },
      ...Array.from({ length: 7 }, () => second),
      { ...second, phase: 'settling' },
    ];
    const [, bids] = plotsOf(goodResult(), long, 'run before');
    expect(bids?.series.map(({ values }) => values)).toEqual([
      [5, 5, 5, 5, 5, 5, 5],
      [5, 5, 5, null, null, null, null],
    ]);
    expect(bids?.points).toHaveLength(7);
    expect(bids?.axis).toEqual([
      [0, '1 s'],
      [1, '2 s'],
      [3, '4 s'],
      [5, '6 s'],
    ]);
  });

  it('condense long runs to the highest or the mean of neighbours', () => {
    const values = [1, 5, null, 3, null, null, 8];
    expect(condense(values, 4, 'max')).toEqual([5, 3, null, 8]);
    expect(condense(values, 4, 'mean')).toEqual([3, 3, null, 8]);
    expect(condense(values, 7, 'max')).toBe(values);
  });

  it('have the limit inside the axis unless it is far above all values', () => {
    const asked = (limit: number) => scaleOf(plot({ asked: { limit, text: '' } }));
    expect(asked(250)).toEqual({ top: 300, showsLimit: true });
    expect(asked(400)).toEqual({ top: 100, showsLimit: false });
    expect(scaleOf(plot({}))).toEqual({ top: 100, showsLimit: false });
  });

  it('end their axis at a short number above the values', () => {
    expect([0, 0.7, 1, 17, 214, 842, 9_800].map(niceTop)).toEqual([1, 0.8, 1, 20, 300, 1_000, 10_000]);
    expect([yOf(0, 300), yOf(300, 300)]).toEqual([194, 14]);
    expect([xOf(0, 20), xOf(19, 20), xOf(0, 1)]).toEqual([60, 546, 303]);
  });
});

describe('tiles', () => {
  it('have the totals, what was asked of p99, and the change', () => {
    const before = goodResult();
    before.totals.accepted = 5;
    const tiles = tilesOf(asserting(['p99<250ms', 99, true]), before);
    expect(tiles.map(({ name, value, unit, detail }) => [name, value, unit, detail].join('|'))).toEqual([
      'Watchers|10||in 1 rooms',
      'Bids accepted|10||5 a second',
      'p99 to every watcher|99|ms|asked 250',
      'Messages|100||50 a second',
      'Errors|0||of 22',
      'Data|20|kB|2 kB a watcher',
    ]);
    expect(tiles[1]?.change).toEqual({ text: '+100 %', tone: 'better' });
  });
});
