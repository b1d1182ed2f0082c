import { totpAt } from '@copup/testkit/totp.ts';
import { describe, expect, it } from 'vitest';
import { describeSecret, findTotpStep } from './totp.ts';

/** Appendix B of RFC 6238 for SHA-1: the last six of its eight digits. */
const secret = Buffer.from('12345678901234567890');
const vectors = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
] as const;

describe('S8a TOTP', () => {
  it.each(vectors)('has the code of RFC 6238 at %d s', (seconds, code) => {
    const at = new Date(seconds * 1_000);
    expect(totpAt(secret, at)).toBe(code);
    expect(findTotpStep(secret, code, at)).toBe(Math.floor(seconds / 30));
  });

  it('accepts the step before and after, and no other', () => {
    const step = 41_152_263;
    const at = (steps: number) => new Date((step + steps) * 30_000 + 5_000);
    const code = totpAt(secret, at(0));
    expect([-2, -1, 0, 1, 2].map((steps) => findTotpStep(secret, code, at(steps)))).toEqual([
      undefined,
      step,
      step,
      step,
      undefined,
    ]);
    for (const wrong of ['', '000000', code.slice(1), `${code}0`, 'abcdef']) {
      expect(findTotpStep(secret, wrong, at(0))).toBeUndefined();
    }
  });

  it('passes the base32 secret and the account to authenticator apps', () => {
    const { key, uri } = describeSecret(secret, 'ada@copup.test');
    expect(key).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
    const { protocol, host, searchParams, pathname } = new URL(uri);
    expect([protocol, host, decodeURIComponent(pathname)]).toEqual([
      'otpauth:',
      'totp',
      '/Copup:ada@copup.test',
    ]);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      secret: key,
      issuer: 'Copup',
      digits: '6',
      period: '30',
    });
  });
});
