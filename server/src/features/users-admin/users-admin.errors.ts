import { Refusal } from '../../errors.ts';

export const userNotFound = () => new Refusal('USER_NOT_FOUND', 'User not found.');
export const cannotTakeThatMany = () =>
  new Refusal('NOT_ENOUGH_COINS', 'The user does not have that many coins available.');
