import { Refusal } from '../../errors.ts';

export const heistNotFound = () => new Refusal('HEIST_NOT_FOUND', 'Heist not found');
export const heistLocked = () => new Refusal('HEIST_LOCKED', 'Enter the unlock code first.');
export const wrongUnlockCode = () => new Refusal('WRONG_UNLOCK_CODE', 'Incorrect Code! Please try again.');
export const heistNotOpen = () => new Refusal('HEIST_NOT_OPEN', 'Tickets for this heist are no longer sold.');
export const heistFull = () => new Refusal('HEIST_FULL', 'All tickets for this heist are sold.');
export const heistEnded = () => new Refusal('HEIST_ENDED', 'This heist has ended.');
export const alreadyJoined = () => new Refusal('ALREADY_JOINED', 'You have a ticket for this heist.');
export const notEnoughCoins = () => new Refusal('NOT_ENOUGH_COINS', 'You do not have enough coins.');
export const heistNotEditable = (why: string) => new Refusal('HEIST_NOT_EDITABLE', why);
