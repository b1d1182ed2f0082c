import { formatNumber, inCoins } from '@copup/shared/coins.ts';
import type { PayoutStatus } from '@copup/shared/payouts.ts';
import { Refusal } from '../../errors.ts';

export const payoutNotFound = () => new Refusal('PAYOUT_NOT_FOUND', 'Payout not found.');
export const bankNotFound = () => new Refusal('BANK_NOT_FOUND', 'Choose a bank from the list.');
export const bankClosed = (name: string, note: string | null) =>
  new Refusal('BANK_CLOSED', note ? `${name}: ${note}` : `${name} takes no payouts now.`);
export const payoutOpen = () =>
  new Refusal('PAYOUT_OPEN', 'You have an open payout. You can request the next one when it is finished.');
export const payoutLimit = (minimum: number, maximum: number) =>
  new Refusal('PAYOUT_LIMIT', `A payout is ${formatNumber(minimum)} to ${inCoins(maximum)}.`, {
    details: { minimum, maximum },
  });
export const payoutsWait = (until: Date) =>
  new Refusal(
    'WAITING_PERIOD',
    'Your e-mail, password or PIN was changed. Payouts are possible again later.',
    { details: { waits_until: until.toISOString() } },
  );
export const owesCoins = (owed: number) =>
  new Refusal('OWES_COINS', `Your account owes ${inCoins(owed)} after a chargeback.`, {
    details: { owed },
  });
export const cannotCashOut = (cashable: number) =>
  new Refusal('NOT_ENOUGH_COINS', `You can cash out ${inCoins(cashable)} now.`, {
    details: { cashable },
  });
/** Another operator was faster, or the action does not follow this status. */
export const wrongPayoutStatus = (status: PayoutStatus) =>
  new Refusal('WRONG_STATUS', `This payout is ${status}.`, { details: { status } });
export const payoutOfLoadTest = () =>
  new Refusal('FORBIDDEN', 'Coins of a load test are never paid to a bank account.');
/** W19: what the provider does is not known yet, or it is about to send it. */
export const payoutIsSending = () =>
  new Refusal('PAYOUT_SENDING', 'The provider sends this payout. Its outcome comes by itself.');
export const accountNotFound = () =>
  new Refusal('ACCOUNT_NOT_FOUND', 'The bank has no account with this number.', {
    issues: [{ path: 'account_number', message: 'The bank has no account with this number.' }],
  });
export const enquiryLimit = () =>
  new Refusal('ENQUIRY_LIMIT', 'You have looked up many accounts today. Try again tomorrow.');
export const emailNeeded = () => new Refusal('EMAIL_NEEDED', 'Confirm an e-mail address first.');
