import { describe, expect, it } from 'vitest';
import { readTokenTimes, renewalDueMs } from './token-times.ts';

const tokenOf = (claims: unknown) => `h.${btoa(JSON.stringify(claims)).replaceAll('=', '')}.s`;

describe('S3 token times', () => {
  it('reads when a token was made and when it ends', () => {
    expect(readTokenTimes(tokenOf({ iat: 1000, exp: 87_400 }))).toEqual({
      issuedAtMs: 1_000_000,
      expiresAtMs: 87_400_000,
    });
  });

  it.each(['', 'abc', 'a.b.c', tokenOf({ exp: 5 }), tokenOf(null), tokenOf('x')])(
    'knows nothing of %j',
    (token) => {
      expect(readTokenTimes(token)).toBeNull();
    },
  );

  it('renews with a third of the life left', () => {
    const hour = 3_600_000;
    expect(renewalDueMs({ issuedAtMs: 0, expiresAtMs: 24 * hour })).toBe(16 * hour);
  });
});
