import { Refusal } from '../../errors.ts';

export const packageNotFound = () => new Refusal('PACKAGE_NOT_FOUND', 'Package not found.');
export const paymentNotFound = () => new Refusal('PAYMENT_NOT_FOUND', 'Payment not found.');
/** The provider delivers the event again later. */
export const notChargedYet = () =>
  new Refusal('UNAVAILABLE', 'No charge of this payment is known yet.', { retryAfterS: 30 });
