import { Refusal } from '../errors.ts';

export const cardNotConfigured = () =>
  new Refusal('CARD_NOT_CONFIGURED', 'Card payments are not configured.');
export const wrongSignature = () => new Refusal('WRONG_SIGNATURE', 'The signature is wrong.');
export const providerUnreachable = (cause: unknown) =>
  new Refusal('UNAVAILABLE', 'The card provider could not confirm the transaction.', {
    cause,
    retryAfterS: 30,
  });
