import { Refusal } from '../../errors.ts';

export const heistNotFound = () => new Refusal('HEIST_NOT_FOUND', 'Heist not found');
export const heistLocked = () => new Refusal('HEIST_LOCKED', 'Enter the unlock code first.');
export const wrongUnlockCode = () => new Refusal('WRONG_UNLOCK_CODE', 'Incorrect Code! Please try again.');
export const heistNotOpen = () => new Refusal('HEIST_NOT_OPEN', 'Tickets for this heist are no longer sold.');
export const heistFull = () => new Refusal('HEIST_FULL', 'All tickets for this heist are sold.');
export const heistEnded = () => new Refusal('HEIST_ENDED', 'This heist has ended.');
export const alreadyJoined = () => new Refusal('ALREADY_JOINED', 'You already have a ticket for this heist.');
export const notEnoughCoins = () => new Refusal('NOT_ENOUGH_COINS', 'You do not have enough coins.');
export const heistNotEditable = (why: string) => new Refusal('HEIST_NOT_EDITABLE', why);
export const heistNotStarted = () => new Refusal('HEIST_NOT_STARTED', 'This heist has not started yet');
export const heistNotCompleted = () =>
  new Refusal('HEIST_NOT_COMPLETED', 'The winner is shown when the heist is completed.');
export const noTicket = () => new Refusal('NO_TICKET', 'You need a ticket to answer.');
export const alreadyAnswered = () => new Refusal('ALREADY_ANSWERED', 'You have already answered this heist.');
export const notNear = () =>
  new Refusal('NOT_FOUND', 'This user has no answer that nearly equals an accepted one.');
