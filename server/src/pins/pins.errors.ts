import { Refusal } from '../errors.ts';

export const pinNeeded = () => new Refusal('PIN_NEEDED', 'Enter your PIN.');
export const pinNotSet = () => new Refusal('PIN_NOT_SET', 'Set a PIN first.');
export const wrongPin = (triesLeft: number) =>
  new Refusal(
    'WRONG_PIN',
    triesLeft === 1
      ? 'Wrong PIN. One more wrong attempt locks it.'
      : `Wrong PIN. ${triesLeft} attempts are left.`,
    { details: { tries_left: triesLeft } },
  );
/** `until` is null when only a recovery ends the lock. */
export const pinLocked = (until: Date | null) =>
  new Refusal(
    'PIN_LOCKED',
    until
      ? 'Your PIN is locked after 5 wrong attempts. Try again later, or recover it.'
      : 'Your PIN is locked after 10 wrong attempts. Recover it to set a new one.',
    { details: { until: until?.toISOString() ?? null } },
  );
