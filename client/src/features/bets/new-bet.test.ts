import { describe, expect, it } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { filterOf, searchOf } from './filter.ts';
import { bodyOf, errorsOf, prizeOf } from './new-bet.ts';

const team = (id: number, name: string) => ({ id, name, crest: 'pale-0a7245-f6f4ee' });
const fixture = {
  id: 2001,
  team_a: team(101, 'Green Eagles FC'),
  team_b: team(102, 'Lagoon United'),
  kickoff: '2026-11-22T15:00:00.000Z',
};
const fields = { side: 'team_b', title: 'Derby', stake: '1,500', password: 'eagles-24' } as const;
const stakes = { stake_min: 1, stake_max: 10_000 };
const refusal = (code: ApiError['code'], message: string, issues: ApiError['issues'] = []) =>
  new ApiError(message, { status: 400, code, issues });

it('B3 a new bet puts the team that the user backs first, leaves the check to the server, and pays both stakes less the fee, rounded down', () => {
  expect(bodyOf(fixture, fields)).toEqual({
    team_a: 102,
    team_b: 101,
    stake_points: 1_500,
    password: 'eagles-24',
    title: 'Derby',
    fixture_id: 2001,
  });
  expect(bodyOf(fixture, { ...fields, stake: 'many' }).stake_points).toBe(0);
  expect(prizeOf(500, 5)).toBe(950);
  expect(prizeOf(9, 5)).toBe(18);
  expect(prizeOf(10_000, 0)).toBe(20_000);
});

describe('a refused bet', () => {
  it('names what is allowed at each field, and shows the server’s sentence otherwise', () => {
    const issues = [
      { path: 'title', message: 'Too small: expected string to have >=1 characters' },
      { path: 'stake_points', message: 'Too small: expected number to be >=1' },
      { path: 'password', message: 'A password has 4 to 64 characters.' },
    ];
    expect(errorsOf(refusal('VALIDATION_FAILED', 'Check the fields.', issues), stakes)).toEqual({
      title: 'Enter a title of up to 100 characters.',
      stake: 'Enter 1 to 10,000 coins.',
      password: 'A password has 4 to 64 characters.',
    });
    const listed = [{ path: 'title', message: 'Choose another title.' }];
    expect(errorsOf(refusal('VALIDATION_FAILED', 'This title is not allowed.', listed), stakes)).toEqual({
      title: 'Choose another title.',
    });
    expect(errorsOf(refusal('STAKE_LIMIT', 'A stake is 1 to 10,000 coins.'), stakes)).toEqual({
      stake: 'A stake is 1 to 10,000 coins.',
    });
    expect(errorsOf(refusal('LIMIT_REACHED', 'You have reached your limit.'), stakes)).toEqual({
      other: 'You have reached your limit.',
    });
    expect(errorsOf(null, stakes)).toEqual({});
  });

  it('P6 points to the own bets when another password follows an unknown outcome', () => {
    expect(errorsOf(refusal('IDEMPOTENCY_KEY_REUSED', 'This key was used.'), stakes).other).toContain(
      'My bets',
    );
  });
});

it('the filter of /allBet is in the address', () => {
  expect(filterOf(new URLSearchParams())).toEqual({ status: 'pending', title: '' });
  const filter = { status: 'active', title: 'Lagos derby' } as const;
  expect(filterOf(searchOf(filter))).toEqual(filter);
  expect(searchOf({ status: 'pending', title: ' ' }).toString()).toBe('');
});
