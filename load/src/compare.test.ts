import { describe, expect, it } from 'vitest';
import { BadOptions } from './bad-options.ts';
import { compareResults, isRegressed, judgeRegressions, parseRegressions } from './compare.ts';
import { goodResult } from './result.fixture.ts';
import type { LoadResult } from './result.ts';

/** A run whose 99th percentile is a fifth higher than that of the good one. */
function slower(): LoadResult {
  const result = goodResult();
  const { lastWatcher } = result.latencies;
  result.latencies.lastWatcher = { ...lastWatcher, p99: lastWatcher.p99 * 1.25 };
  return result;
}

const fails = (text: string, after: LoadResult, before = goodResult()) =>
  judgeRegressions(parseRegressions(text), before, after).map(({ isFailed }) => isFailed);

describe('--fail-on', () => {
  it('judges changes in percent and in units, and values of the second run', () => {
    expect(fails('p99>+20%, p99>+30%, p99>+20ms, p99>+1s, p99>120ms, p99>130ms', slower())).toEqual([
      true,
      false,
      true,
      false,
      true,
      false,
    ]);
    expect(fails('p99<-10%,bids/s<-10%,errors>0', goodResult(), slower())).toEqual([true, false, false]);
  });

  it('treats any rise above 0 as more than every percentage, and 0 after 0 as none', () => {
    const after = goodResult();
    after.totals.errors = 1;
    expect(fails('errors>+500%', after)).toEqual([true]);
    expect(fails('errors>+0%', goodResult())).toEqual([false]);
  });

  it('fails for a figure that was not measured in one of the runs, as in JSON', () => {
    const old = JSON.parse(JSON.stringify(goodResult())) as LoadResult;
    delete old.latencies.lastWatcher.p95;
    expect(fails('p95>+20%', goodResult(), old)).toEqual([true]);
    expect(fails('close.max>+20%', goodResult())).toEqual([true]);
  });

  it.each(['p99', 'p99>', 'p99=3', 'p99>20%', 'nothing>0', ''])('refuses "%s"', (text) => {
    expect(() => parseRegressions(text)).toThrow('--fail-on');
  });
});

describe('compare', () => {
  const isFailed = (after: LoadResult, text: string) =>
    isRegressed(judgeRegressions(parseRegressions(text), goodResult(), after), goodResult(), after);

  it('shows the condition beside its figure and which failed', () => {
    const judged = judgeRegressions(parseRegressions('p99>+20%,errors>0'), goodResult(), slower());
    const text = compareResults(goodResult(), slower(), judged);
    expect(text).toMatch(/^p99 .* \+25 % +WORSE +>\+20% +✗$/m);
    expect(text).toMatch(/^errors .* same +>0 +✓$/m);
    expect(text).toMatch(/✗ p99>\+20% \(\+25(\.0)? %\)/);
  });

  it('fails for a regression, and not without a condition', () => {
    expect(isFailed(goodResult(), 'p99>+20%,errors>0')).toBe(false);
    expect(isFailed(slower(), 'errors>0,p99>+20%')).toBe(true);
    expect(isRegressed([], goodResult(), slower())).toBe(false);
  });

  it('refuses runs of different scenarios', () => {
    const other = { ...goodResult(), scenario: 'soak' };
    expect(() => compareResults(goodResult(), other)).toThrow(BadOptions);
    expect(() => compareResults(goodResult(), other)).toThrow(
      'the first run is of watch, the second of soak',
    );
  });

  it('does not let a run that was stopped pass', () => {
    const stopped = { kind: 'interrupted', reason: 'SIGINT', phase: 'running' } as const;
    const after = { ...goodResult(), stopped };
    expect(isFailed(after, 'errors>0')).toBe(true);
    expect(compareResults(goodResult(), after)).toContain('STOPPED: interrupted by SIGINT');
  });
});
