import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { type SealKey, seal, unseal } from './seal.ts';

it('S8a a sealed secret opens under its key, for its owner, and unchanged only', () => {
  const key: SealKey = { key: randomBytes(32), purpose: 'second factor' };
  const secret = randomBytes(20);
  const sealed = seal({ ...key, randomBytes }, secret, 'ada');
  expect(sealed.includes(secret)).toBe(false);
  expect(unseal(key, sealed, 'ada')?.equals(secret)).toBe(true);
  expect(seal({ ...key, randomBytes }, secret, 'ada').equals(sealed)).toBe(false);
  expect(unseal({ ...key, key: randomBytes(32) }, sealed, 'ada')).toBeUndefined();
  expect(unseal({ ...key, purpose: 'fair draws' }, sealed, 'ada')).toBeUndefined();
  expect(unseal(key, sealed, 'tunde')).toBeUndefined();
  for (const at of [0, 12, sealed.length - 1]) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(unseal(key, changed, 'ada')).toBeUndefined();
  }
});
