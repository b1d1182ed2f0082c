import { randomBytes } from 'node:crypto';
import { bech32 } from '@scure/base';
import { describe, expect, it } from 'vitest';
import { newCode, newWalletAddress } from './identifiers.ts';
import { assertUncommon, createPasswords } from './passwords.ts';

describe('S5 identifiers', () => {
  it('makes bech32 addresses with the prefix cp, in which one wrong letter is detected', () => {
    const address = newWalletAddress(randomBytes);
    expect(address).toMatch(/^cp1[02-9ac-hj-np-z]{38}$/);
    expect(bech32.decode(address as `${string}1${string}`).prefix).toBe('cp');
    const at = address.length - 5;
    const wrong = address.slice(0, at) + (address[at] === 'q' ? 'p' : 'q') + address.slice(at + 1);
    expect(() => bech32.decode(wrong as `${string}1${string}`)).toThrow();
  });

  it('makes codes, such as those of referrals, without look-alikes, all equally likely', () => {
    const seen = new Map<string, number>();
    for (let nth = 0; nth < 4_000; nth += 1) {
      const code = newCode(randomBytes, 8);
      expect(code).toMatch(/^[2-9A-HJKMNP-Z]{8}$/);
      for (const letter of code) seen.set(letter, (seen.get(letter) ?? 0) + 1);
    }
    expect(seen.size).toBe(31);
    const expected = (4_000 * 8) / 31;
    for (const count of seen.values()) expect(Math.abs(count - expected)).toBeLessThan(expected / 4);
  });

  it('skips bytes that would favour the first characters of a code', () => {
    const bytes = [Buffer.from([248, 255, 250, 249, 251, 252]), Buffer.from([0, 30, 247, 1, 2, 3])];
    expect(newCode(() => bytes.shift() ?? Buffer.alloc(6), 6)).toBe('2ZZ345');
  });
});

describe('S2 passwords', () => {
  it('refuses the most common passwords in any case, also to hash them', async () => {
    for (const common of ['password', 'PassWord', '123456789', 'iloveyou']) {
      expect(() => assertUncommon(common)).toThrow(expect.objectContaining({ code: 'WEAK_PASSWORD' }));
    }
    expect(() => assertUncommon('a longer sentence')).not.toThrow();
    const hashing = async () => createPasswords().hash('iloveyou');
    await expect(hashing()).rejects.toMatchObject({ code: 'WEAK_PASSWORD' });
  });

  it('hashes with Argon2id, 19 MiB, 2 rounds, 1 lane', async () => {
    const passwords = createPasswords();
    const hash = await passwords.hash('a longer sentence');
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await passwords.verify(hash, 'a longer sentence')).toBe(true);
    expect(await passwords.verify(hash, 'another sentence')).toBe(false);
    expect(await passwords.verify(null, 'a longer sentence')).toBe(false);
    expect(await passwords.verify(undefined, 'a longer sentence')).toBe(false);
  });

  it('refuses calls beyond the queue limit with BUSY and serves the others', async () => {
    const passwords = createPasswords({ maxWaiting: 3 });
    const wave = await Promise.allSettled(
      Array.from({ length: 9 }, () => passwords.hash('a longer sentence')),
    );
    const refused = wave.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
    expect(refused).toHaveLength(4);
    for (const { reason } of refused) expect(reason).toMatchObject({ code: 'BUSY' });
  });
});
