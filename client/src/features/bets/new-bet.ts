import { MAX_BET_PASSWORD, MIN_BET_PASSWORD } from '@copup/shared/bet-limits.ts';
import type { CreateBetBody, Fixture, Side } from '@copup/shared/bets.ts';
import { formatNumber, inCoins } from '@copup/shared/coins.ts';
import { ApiError, issueOf } from '../../lib/api-error.ts';
import { parseWholeNumber } from '../../lib/whole-number.ts';

export interface NewBet {
  side: Side;
  title: string;
  stake: string;
  password: string;
}

/** Returns the request: the user backs team_a. The server checks it; a stake that is no number is sent as 0. */
export function bodyOf(fixture: Fixture, { side, title, stake, password }: NewBet): CreateBetBody {
  const [own, other] =
    side === 'team_a' ? [fixture.team_a, fixture.team_b] : [fixture.team_b, fixture.team_a];
  return {
    team_a: own.id,
    team_b: other.id,
    stake_points: parseWholeNumber(stake) ?? 0,
    password,
    title,
    fixture_id: fixture.id,
  };
}

/** After a request whose reply was lost, the same bet with another password. */
const unknownOutcome = 'An earlier request may have created this bet. Look at My bets before you try again.';

/** Messages of the validator itself, which do not state what is allowed in words of the form. */
const generic = /^(Too|Invalid)\b/;

type FieldName = 'title' | 'stake' | 'password';

/** Assigns a refusal to the fields of the form; `other` is the server's message about anything else. */
export function errorsOf(
  error: unknown,
  stakes: { stake_min: number; stake_max: number },
): Partial<Record<FieldName | 'other', string>> {
  if (!(error instanceof ApiError)) return error ? { other: '' } : {};
  if (error.code === 'IDEMPOTENCY_KEY_REUSED') return { other: unknownOutcome };
  if (error.code === 'STAKE_LIMIT' || error.code === 'NOT_ENOUGH_COINS') return { stake: error.message };
  const refused = (path: string, text: string) => {
    const issue = issueOf(error, path);
    return issue !== undefined && generic.test(issue) ? text : issue;
  };
  const errors = {
    title: refused('title', 'Enter a title of up to 100 characters.'),
    stake: refused(
      'stake_points',
      `Enter ${formatNumber(stakes.stake_min)} to ${inCoins(stakes.stake_max)}.`,
    ),
    password: refused('password', `A password has ${MIN_BET_PASSWORD} to ${MAX_BET_PASSWORD} characters.`),
  };
  const known = Object.fromEntries(Object.entries(errors).filter(([, text]) => text !== undefined));
  return Object.keys(known).length > 0 ? known : { other: error.message };
}

/** B3: both stakes less the fee, which is rounded down. The server decides; this is what the form shows. */
export function prizeOf(stake: number, feePercent: number): number {
  const stakes = 2 * stake;
  return stakes - Math.floor((stakes * feePercent) / 100);
}
