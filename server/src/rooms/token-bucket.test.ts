import { describe, expect, it } from 'vitest';
import { TokenBucket } from './connection.ts';

describe('a token bucket', () => {
  it('allows its burst at once and then its rate', () => {
    const bucket = new TokenBucket({ burst: 2, perSecond: 10 }, 0);
    expect([bucket.take(1, 0), bucket.take(1, 0), bucket.take(1, 0)]).toEqual([true, true, false]);
    expect([bucket.take(1, 99), bucket.take(1, 100), bucket.take(1, 100)]).toEqual([false, true, false]);
  });

  it('never holds more than its burst, and takes no tokens from a refused call', () => {
    const bucket = new TokenBucket({ burst: 2, perSecond: 10 }, 0);
    expect([bucket.take(3, 60_000), bucket.take(2, 60_000), bucket.take(1, 60_000)]).toEqual([
      false,
      true,
      false,
    ]);
  });
});
