import type { BetStatus } from '@copup/shared/bets.ts';
import { formatNumber, inCoins } from '@copup/shared/coins.ts';
import { Refusal } from '../../errors.ts';

export const teamNotFound = () => new Refusal('TEAM_NOT_FOUND', 'Team not found.');
export const fixtureNotFound = () => new Refusal('FIXTURE_NOT_FOUND', 'Fixture not found.');
export const betNotFound = () => new Refusal('BET_NOT_FOUND', 'Bet not found.');
export const noFixture = () =>
  new Refusal('NO_FIXTURE', 'These teams have no match in the next 30 days. Choose another match.');
export const fixtureMoved = () =>
  new Refusal('NO_FIXTURE', 'This match has started or was moved. Choose a match again.');
export const notEnoughCoins = () => new Refusal('NOT_ENOUGH_COINS', 'You do not have enough coins.');
export const stakeLimit = (min: number, max: number) =>
  new Refusal('STAKE_LIMIT', `A stake is ${formatNumber(min)} to ${inCoins(max)}.`, {
    details: { stake_min: min, stake_max: max },
  });
export const ownBet = () => new Refusal('OWN_BET', 'You cannot join your own bet.');
export const wrongBetPassword = () =>
  new Refusal('WRONG_BET_PASSWORD', 'Error joining the bet. This password is wrong.');
export const kickedOff = () =>
  new Refusal('BET_CLOSED', 'The match has started. This bet can no longer be joined.');

/** Refuses a join: a bet has one opponent, and an ended bet has none. */
export const notJoinable = (status: BetStatus) =>
  status === 'active' || status === 'settled'
    ? new Refusal('BET_TAKEN', 'Another player has joined this bet.')
    : new Refusal('BET_CLOSED', 'This bet was cancelled.');

export const wrongBetStatus = (status: BetStatus) =>
  new Refusal('WRONG_STATUS', `This bet is ${status} and cannot be cancelled.`, { details: { status } });
export const fixtureNotEditable = (why: string) => new Refusal('FIXTURE_NOT_EDITABLE', why);
export const fixtureExists = (cause?: unknown) =>
  new Refusal('FIXTURE_EXISTS', 'These teams have a fixture at this time already.', { cause });
export const matchNotStarted = () =>
  new Refusal(
    'MATCH_NOT_STARTED',
    'The match has not started. Only an abandoned match can be entered before.',
  );
export const resultExists = () =>
  new Refusal('RESULT_EXISTS', 'This fixture has a result. Correct it instead.');
export const noResult = () => new Refusal('NO_RESULT', 'This fixture has no result to correct.');
export const sameResult = () => new Refusal('SAME_RESULT', 'The fixture already has this result.');
