import { describe, expect, it } from 'vitest';
import { judgeAssertions, parseAssertions } from './assertions.ts';
import { goodResult } from './result.fixture.ts';

const holds = (text: string, result = goodResult()) =>
  judgeAssertions(parseAssertions(text), result).map((each) => each.holds);

describe('--assert', () => {
  it('compares figures, times in ms or s', () => {
    expect(holds('p99<250ms, p99<0.05s, errors=0,divergent=0,bids>=10,bids/s>5,max<=100ms')).toEqual([
      true,
      false,
      true,
      true,
      true,
      false,
      true,
    ]);
  });

  it('fails for a figure that was never measured', () => {
    expect(holds('close.max<1s')).toEqual([false]);
  });

  it('fails for a divergent watcher, a lost bid, a doubled bid or a missing coin', () => {
    const result = goodResult();
    Object.assign(result.verdict, { divergent: 1, lost: 1, doubled: 1, unbalancedCoins: -3 });
    expect(holds('divergent=0,lost=0,doubled=0,unbalanced=0', result)).toEqual([false, false, false, false]);
  });

  it.each(['p99', 'p99<', 'p99<250m', 'nothing=0', 'errors=-1', ''])('refuses "%s"', (text) => {
    expect(() => parseAssertions(text)).toThrow('--assert');
  });
});
