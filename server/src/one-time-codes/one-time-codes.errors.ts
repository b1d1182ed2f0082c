import { Refusal } from '../errors.ts';

export const wrongCode = () => new Refusal('WRONG_CODE', 'This code is wrong or has expired.');
export const requestedTooSoon = (retryAfterS: number) =>
  new Refusal('RATE_LIMITED', 'Please wait before you request another code.', { retryAfterS });
