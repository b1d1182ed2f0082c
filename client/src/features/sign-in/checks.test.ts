import { describe, expect, it } from 'vitest';
import { checkEmail } from '../../lib/check-email.ts';
import { checkFilled, checkOtp, checkPassword, checkUsername } from './checks.ts';

describe('S1 S2 S9 checks before sending', () => {
  it.each(['a@b.c', 'ade.okonkwo+1@mail.example.ng'])('accepts %s as an e-mail address', (email) => {
    expect(checkEmail(email)).toBeUndefined();
  });
  it.each(['', 'a', 'a@b', 'a b@c.d', '@b.c'])('rejects %j', (email) => {
    expect(checkEmail(email)).toBeDefined();
  });

  it('requires 8 characters counting marks once, a username of a-z 0-9 _, six digits and filled fields', () => {
    expect(checkPassword('12345678')).toBeUndefined();
    expect(checkPassword('👍👍👍👍')).toBeDefined();
    for (const good of ['ada', 'Ada_2', 'x'.repeat(20)]) expect(checkUsername(good)).toBeUndefined();
    for (const bad of ['ad', 'x'.repeat(21), 'ada o', 'ẹniọlá', 'a-b'])
      expect(checkUsername(bad)).toBeDefined();
    expect(checkOtp('012345')).toBeUndefined();
    expect(checkOtp('12345')).toBeDefined();
    expect(checkFilled(' x', 'full name')).toBeUndefined();
    expect(checkFilled('  ', 'full name')).toBe('Enter your full name');
  });
});
