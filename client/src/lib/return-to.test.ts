import type { SignedInUser } from '@copup/shared/auth.ts';
import { describe, expect, it } from 'vitest';
import { referralCodeOf, returnPath, returnTo } from './return-to.ts';

const ada: SignedInUser = {
  id: 'u1',
  username: 'ada',
  full_name: 'Ada',
  email: null,
  profile: null,
  role: 0,
};
const chief: SignedInUser = { ...ada, id: 'u2', role: 1 };
const at = (pathname: string, search = '', hash = '') => returnTo({ pathname, search, hash });

describe('X10 return after sign-in', () => {
  it('returns to the page with its query and fragment, if there is one', () => {
    expect(returnPath(at('/auction/7', '?tab=bids', '#top'), ada)).toBe('/auction/7?tab=bids#top');
    expect(returnPath(at('/affiliate/7/ADA12345'), ada)).toBe('/affiliate/7/ADA12345');
    expect(returnPath(at('/admin/users', '?q=ada'), chief)).toBe('/admin/users?q=ada');
    for (const state of [null, undefined, {}, 'x', 7, { email: 'a@b.test' }])
      expect(returnPath(state, ada)).toBeNull();
  });

  it.each([
    '//evil.test',
    '/\\evil.test',
    '\\\\evil.test',
    '/auction//evil.test',
    '/.//evil.test',
    '/x/..//evil.test',
    '/\t/evil.test',
    '/\r\n/evil.test',
    'https://evil.test',
    'https:evil.test',
    'javascript:alert(1)',
    'data:text/html,x',
    ' /auction',
    'auction',
    '@evil.test',
    '',
  ])('refuses %j', (address) => expect(returnPath({ returnTo: address }, ada)).toBeNull());

  it.each([
    '/%5cevil.test',
    '/%2f%2fevil.test',
    '/\0/evil.test',
    '/@evil.test',
    '/https://evil.test'.replace('//', '/'),
  ])('keeps %j, which the browser opens on this origin', (address) => {
    const path = returnPath({ returnTo: address }, ada) ?? '';
    expect(new URL(path, 'https://copup.test').origin).toBe('https://copup.test');
    expect(path).not.toBe('');
  });

  it.each([7, null, {}, ['/auction'], true])('refuses %j, which is no address', (address) =>
    expect(returnPath({ returnTo: address }, ada)).toBeNull(),
  );

  it('sends no player to an operators’ page, and no operator to a player’s', () => {
    for (const path of ['/admin', '/admin/', '/admin/users', '/Admin/users', '/x/../admin', '/%61dmin'])
      expect([path, returnPath(at(path), ada)]).toEqual([path, null]);
    for (const path of ['/dashboard', '/auction/7', '/administer'])
      expect(returnPath(at(path), chief)).toBeNull();
    expect(returnPath(at('/administer'), ada)).toBe('/administer');
  });

  it('returns only the user whose session ended on the page', () => {
    const page = returnTo({ pathname: '/send', search: '', hash: '' }, ada.id);
    expect(returnPath(page, ada)).toBe('/send');
    expect(returnPath(page, { ...ada, id: 'u3' })).toBeNull();
  });
});

it('T2 the referral code of a registration is the one in the address of the link, and empty for other pages', () => {
  expect(referralCodeOf(at('/affiliate/7/ADA12345'))).toBe('ADA12345');
  expect(referralCodeOf(at('/heist/affiliate/7/ADA12345'))).toBe('ADA12345');
  for (const path of ['/affiliate', '/affiliate/7', '/auction/7', '/heist/affiliate/7'])
    expect(referralCodeOf(at(path))).toBe('');
  expect(referralCodeOf(null)).toBe('');
  expect(referralCodeOf({ returnTo: '//evil.test/affiliate/7/X' })).toBe('');
});
