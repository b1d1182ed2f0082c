import { expect, it } from 'vitest';
import { type LimitName, limitRules, SITE_FACTOR } from './limit-rules.ts';

/** The limit after the rule that states it, the requests of an account, the seconds, and the requests of an address. */
const expected: [name: string, points: number, seconds: number, perAddress: number][] = [
  ['read', 20, 1, 1_000],
  ['A15 visit', 20, 1, 400],
  ['write', 5, 1, 200],
  ['bid', 5, 1, 400],
  ['A13 maximum', 5, 1, 400],
  ['payEntry', 5, 1, 200],
  ['C2 tap', 60, 1, 2_000],
  ['C3 pick', 5, 1, 400],
  ['X8 mathAnswer', 3, 1, 400],
  ['W1 send', 5, 60, 200],
  ['W10 walletLookup', 10, 60, 400],
  ['statement', 10, 60, 200],
  ['payout', 5, 60, 100],
  ['S6 pin', 10, 60, 200],
  ['payment', 10, 60, 200],
  ['webhook', 2_000, 60, 2_000],
  ['ticket', 5, 1, 400],
  ['heistAnswer', 1, 2, 2_000],
  ['H7 heistUnlock', 5, 60, 200],
  ['B5 spinUnlock', 5, 60, 200],
  ['G1 playLimits', 20, 60, 400],
  ['bet', 5, 1, 200],
  ['B3 betPassword', 5, 60, 400],
  ['B3 betPasswordOfBet', 20, 60, 400],
  ['B3 betPasswordSlowed', 1, 60, 400],
  ['checkout', 5, 1, 100],
  ['admin', 40, 1, 400],
  ['S2a login', 5, 60, 60],
  ['S2a loginOfAccount', 60, 60, 60],
  ['proofOfWork', 1, 120, 600],
  ['credentials', 60, 60, 600],
  ['X10 usernameCheck', 30, 60, 120],
  ['code', 10, 900, 60],
  ['S8a confirm', 5, 60, 60],
  ['notifyMe', 3, 900, 30],
  ['stranger', 60, 60, 600],
  ['socketEvents', 20, 1, 2_000],
];

const nameOf = (name: string) => name.split(' ').at(-1) as LimitName;

it.each(expected)('%s: %i in %i s, %i of an address', (name, points, seconds, perAddress) => {
  expect(limitRules[nameOf(name)]).toEqual({ points, windowMs: seconds * 1_000, perAddress });
});

it('S2a there are no other limits, and a /48 has ten times those of an address', () => {
  expect(Object.keys(limitRules).sort()).toEqual(expected.map(([name]) => nameOf(name)).sort());
  expect(SITE_FACTOR).toBe(10);
});
