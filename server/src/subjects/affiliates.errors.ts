import { Refusal } from '../errors.ts';

export const unknownReferrer = () =>
  new Refusal('UNKNOWN_REFERRER', 'This link is not valid: its referral code does not exist.');
export const ownLink = () => new Refusal('OWN_LINK', 'You cannot join through your own link.');
