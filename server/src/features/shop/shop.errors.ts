import { formatNumber, formatPrice, inCoins, toNaira } from '@copup/shared/coins.ts';
import { Refusal } from '../../errors.ts';

export const packageNotFound = () => new Refusal('PACKAGE_NOT_FOUND', 'Package not found.');
export const paymentNotFound = () => new Refusal('PAYMENT_NOT_FOUND', 'Payment not found.');
export const priceDiffers = () =>
  new Refusal('PRICE_DIFFERS', 'The coin shop has no package with these coins at this price.');
/** `lowest` is in naira. */
export const priceTooLow = (lowest: number, bidPoints: number) =>
  new Refusal(
    'PRICE_TOO_LOW',
    `${inCoins(bidPoints)} must cost at least ₦${formatNumber(Math.ceil(lowest))}, so that a payout does not exceed what was paid.`,
    { details: { lowest } },
  );
export const tooManyOpenPayments = (most: number) =>
  new Refusal(
    'TOO_MANY_OPEN_PAYMENTS',
    `You have ${most} payments that are being checked. Wait until one is decided.`,
  );
export const noAutomaticTransfers = () =>
  new Refusal('CARD_NOT_CONFIGURED', 'Automatic bank transfers are not configured.');
/** The buyer transfers to the shop's own account instead. */
export const noAccount = (cause?: unknown) =>
  new Refusal('UNAVAILABLE', 'Automatic bank transfers are not available right now.', {
    cause,
    retryAfterS: 30,
  });
/** Another operator decided first. */
export const wrongPaymentStatus = (status: string) =>
  new Refusal('WRONG_STATUS', `This payment is already ${status}.`, { details: { status } });
/** Too little was recorded (W2a). */
export const isMissing = (kobo: number) =>
  new Refusal(
    'WRONG_STATUS',
    `${formatPrice(toNaira(kobo))} of this payment is missing. Record it once it arrived.`,
    { details: { status: 'underpaid' } },
  );
export const notRecorded = () =>
  new Refusal('VALIDATION_FAILED', 'Use the reference of a transfer that was recorded.', {
    issues: [{ path: 'bank_reference', message: 'is not that of a transfer that was recorded' }],
  });
