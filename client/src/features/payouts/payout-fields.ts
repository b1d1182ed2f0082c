import { formatNumber, inCoins } from '@copup/shared/coins.ts';
import type { PayoutBody, PayoutTerms } from '@copup/shared/payouts.ts';
import { parseWholeNumber } from '../../lib/whole-number.ts';

/** What is typed into the form, as text. */
export interface PayoutFields {
  amount: string;
  bank: string;
  number: string;
  name: string;
}
export type PayoutField = keyof PayoutFields;
/** In the order of the form. */
export const payoutFields: readonly PayoutField[] = ['amount', 'bank', 'number', 'name'];
export type FieldErrors = Partial<Record<PayoutField, string | undefined>>;

/** Returns the highest amount that can be paid out now. */
export const highestOf = ({ cashable, maximum }: Pick<PayoutTerms, 'cashable' | 'maximum'>) =>
  Math.min(cashable, maximum);

/** Returns what is wrong with each field; the name may be left to the bank. The server checks everything again. */
export function checkPayout(
  fields: PayoutFields,
  terms: Pick<PayoutTerms, 'cashable' | 'minimum' | 'maximum'>,
  isNameTyped = true,
): FieldErrors {
  const amount = parseWholeNumber(fields.amount);
  const highest = highestOf(terms);
  const errors: FieldErrors = {};
  if (amount === undefined || amount < terms.minimum || amount > highest) {
    errors.amount = `Enter ${formatNumber(terms.minimum)} to ${inCoins(highest)}.`;
  }
  if (fields.bank === '') errors.bank = 'Choose a bank.';
  if (!/^\d{10}$/.test(fields.number.trim())) errors.number = 'Enter the 10 digits.';
  if (isNameTyped && fields.name.trim() === '') errors.name = 'Enter the account name.';
  return errors;
}

/** Returns the request of fields that were checked, with the bank's name of the account where it is known (W19). */
export const toBody = (
  { amount, bank, number, name }: PayoutFields,
  bankName?: string,
): Omit<PayoutBody, 'pin'> => ({
  bid_points: parseWholeNumber(amount) ?? 0,
  account_name: bankName ?? name.trim(),
  account_number: number.trim(),
  bank_name: bank,
});
