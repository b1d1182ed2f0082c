import { describe, expect, it } from 'vitest';
import { compareResults } from '../compare.ts';
import { goodResult } from '../result.fixture.ts';
import type { LoadResult } from '../result.ts';
import { describeResult } from '../summary.ts';
import { renderReport, resultInReport } from './html-report.ts';

describe('the report', () => {
  it('escapes all text of the result', () => {
    const result = goodResult();
    const evil = '</script><script>alert("x")</script>';
    result.command = evil;
    result.scenario = evil;
    result.verdict.violations = [evil];
    result.totals.errorKinds = { [evil]: 1 };
    result.options = { urls: evil };
    const html = renderReport(result, result);
    expect(html.match(/<script/g)).toHaveLength(2);
    expect(html).not.toContain('<script>alert');
    expect(html.match(/&lt;script&gt;/g)?.length).toBeGreaterThanOrEqual(5);
    expect(resultInReport(html)).toMatchObject({ command: evil });
  });

  it('is a single file without external resources, with the verdict before the plots', () => {
    const html = renderReport(goodResult());
    expect(html).not.toMatch(/ (src|href)=|@import|url\((?!data:)/);
    const seen = html.slice(html.indexOf('<body>'), html.indexOf('</main>'));
    expect(seen.indexOf('Passed, 4 of 4')).toBeGreaterThan(0);
    expect(seen.indexOf('Passed, 4 of 4')).toBeLessThan(seen.indexOf('class="plot"'));
    expect(seen.match(/data-plot=/g)).toHaveLength(6);
    expect(seen).not.toMatch(/NaN|undefined|Infinity/);
    const failed = goodResult();
    failed.isPassed = false;
    expect(renderReport(failed)).toContain('Failed, 4 of 4');
  });

  it.each([
    ['report', (result: LoadResult) => renderReport(result)],
    ['summary', describeResult],
  ])('shows in the %s how many bids were overtaken and how many undelivered', (_where, render) => {
    const text = render(goodResult())
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll('&#39;', "'");
    expect(text).toMatch(/bids overtaken\s+1 of 100 shown by a later bid.s frame only/);
    expect(text).toMatch(/deliveries overtaken\s+25 of 100 came with a later bid.s frame/);
    expect(text).toMatch(/bids undelivered\s+2\b/);
  });

  it('renders a run without any events, and one of an earlier version', () => {
    const { servers: _, ...earlier } = goodResult();
    const html = renderReport({ ...earlier, timeline: [], deliveryHistogram: [] });
    expect(html.slice(0, html.indexOf('</main>'))).not.toMatch(/NaN|undefined|Infinity/);
  });
});

describe('the summary', () => {
  it('ends with the verdict and lists what failed', () => {
    expect(describeResult(goodResult()).endsWith('PASSED')).toBe(true);
    const broken = goodResult();
    Object.assign(broken, { isPassed: false, saturation: 'The driver was saturated' });
    broken.verdict.violations = ['auction 1: the chain breaks at bid 2'];
    broken.assertions = [{ text: 'p99<1ms', actual: 99, holds: false }];
    const text = describeResult(broken);
    for (const part of ['✗ auction 1', '✗ p99<1ms (99)', '! The driver was saturated', 'FAILED'])
      expect(text).toContain(part);
  });
});

describe('compare', () => {
  it('lists what got better, what got worse, and which options differ', () => {
    const after = goodResult();
    after.latencies.lastWatcher = { ...after.latencies.lastWatcher, p99: 200 };
    after.totals.accepted = 20;
    after.options = { clients: 20 };
    // Results come from JSON, where NaN is null.
    const text = compareResults(goodResult(), JSON.parse(JSON.stringify(after)));
    expect(text).toMatch(/^p99 .* \+102 % +WORSE$/m);
    expect(text).toMatch(/^bids .* \+100 % +better$/m);
    expect(text).toMatch(/^p50 .* same$/m);
    expect(text).toMatch(/^p95 .* same$/m);
    expect(text).toContain('! clients was 10, then 20');
    expect(text).not.toContain('close.max');
  });
});
