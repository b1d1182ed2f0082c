import { Refusal } from '../../errors.ts';

export const cardNotConfigured = () =>
  new Refusal('CARD_NOT_CONFIGURED', 'Card payments are not configured.');
export const packageNotFound = () => new Refusal('PACKAGE_NOT_FOUND', 'Package not found.');
export const paymentNotFound = () => new Refusal('PAYMENT_NOT_FOUND', 'Payment not found.');
export const wrongSignature = () => new Refusal('WRONG_SIGNATURE', 'The signature is wrong.');
/** The provider delivers the event again later. */
export const notChargedYet = () =>
  new Refusal('UNAVAILABLE', 'No charge of this payment is known yet.', { retryAfterS: 30 });
export const providerUnreachable = (cause: unknown) =>
  new Refusal('UNAVAILABLE', 'The card provider could not confirm the transaction.', {
    cause,
    retryAfterS: 30,
  });
