import { describe, expect, it } from 'vitest';
import { createView, screen } from './live-view.ts';
import { goodResult } from './result.fixture.ts';
import { fitInto, isRich, sparkline } from './sparkline.ts';
import { describeResult } from './summary.ts';
import { Tally } from './tally.ts';

/** A tally with these messages in its seconds. */
function tallyOf(...messages: number[]): Tally {
  const tally = new Tally();
  const [second] = goodResult().timeline;
  if (!second) throw new Error('the fixture has no second');
  for (const [at, count] of messages.entries()) tally.timeline.push({ ...second, at, messages: count });
  return tally;
}

function shown(out: { isTTY?: boolean; columns?: number }, env: NodeJS.ProcessEnv, seconds: number): string {
  let text = '';
  const write = (part: string) => {
    text += part;
    return true;
  };
  const view = createView({ ...out, write: write as never }, 'watch on http://localhost:3000', env);
  const tally = tallyOf(0, 10, 80);
  for (let second = 1; second <= seconds; second += 1)
    view.second(tally, { elapsedMs: second * 1_000, totalMs: 10_000 });
  return text;
}

describe('a sparkline', () => {
  it('has a block for each value, from 0 to the highest', () => {
    expect(sparkline([0, 10, 20, 30, 40, 50, 60, 70], 20)).toBe('▁▂▃▄▅▆▇█');
    expect(sparkline([5, 5], 20)).toBe('██');
    expect(sparkline([0, 0], 20)).toBe('▁▁');
    expect(sparkline([8, null, 0], 20)).toBe('█·▁');
    expect(sparkline([], 20)).toBe('');
  });

  it('of a whole run merges neighbours', () => {
    expect(fitInto([1, 5, null, 3, null, null, 8], 4)).toEqual([5, 3, null, 8]);
    expect(fitInto([1, 2], 4)).toEqual([1, 2]);
    expect(fitInto([], 4)).toEqual([]);
  });
});

describe('the terminal view', () => {
  it.each([20, 40, 79, 200])('keeps its height and a width of %d columns', (width) => {
    const tally = tallyOf();
    const before = screen('watch', tally, { elapsedMs: 0, totalMs: 10 }, width);
    const long = tallyOf(...Array.from({ length: 500 }, (_, at) => at));
    long.outcomes.ALREADY_LEADING = 1_000_000;
    const after = screen('watch', long, { elapsedMs: 5, totalMs: 10 }, width);
    expect(after).toHaveLength(before.length);
    for (const line of [...before, ...after]) expect(line.length).toBeLessThanOrEqual(width);
    expect(after[1]).toContain(width > 20 ? '50 %' : '█');
    expect(before.join('\n')).not.toMatch(/NaN|undefined/);
  });

  it('is redrawn in place on a terminal, as wide as it is', () => {
    const text = shown({ isTTY: true, columns: 60 }, {}, 2);
    expect(text).toContain('▁▂█ 80 (max 80)');
    expect(text).toContain('\x1b[14A');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the view moves the cursor with them
    for (const line of text.replaceAll(/\x1b\[\d+[A-Z]/g, '').split('\n'))
      expect(line.length).toBeLessThan(60);
  });

  it.each([
    ['a pipe', {}, {}],
    ['a terminal with NO_COLOR', { isTTY: true, columns: 80 }, { NO_COLOR: '1' }],
    ['a terminal without capabilities', { isTTY: true, columns: 80 }, { TERM: 'dumb' }],
  ])('is plain lines on %s', (_where, out, env) => {
    const text = shown(out, env, 10);
    expect(text.split('\n').filter(Boolean)).toHaveLength(2);
    expect(text).not.toMatch(/[▁-█░]/);
    expect(text).not.toContain('\x1b');
    expect(text).toContain('80 messages/s');
    expect(isRich(out, env)).toBe(false);
  });
});

describe('the summary', () => {
  it('has the measured seconds as sparklines on a terminal that is wide enough', () => {
    const wide = describeResult(goodResult(), 80);
    expect(wide).toMatch(/^watchers p99 {2}█·█ up to 99\.?\d* ms$/m);
    expect(wide).toMatch(/^messages\/s {4}███ up to 50$/m);
    expect(describeResult(goodResult(), 30)).not.toContain('█');
    expect(describeResult(goodResult())).not.toContain('█');
  });
});
