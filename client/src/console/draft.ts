import { formatNumber, MAX_AMOUNT } from '@copup/shared/coins.ts';
import { parseWholeNumber } from '../lib/whole-number.ts';
import { fromLocalInput } from './local-time.ts';

/** The times of a form, as datetime-local inputs have them. The start may be empty. */
interface PeriodFields {
  starts_at: string;
  end_date: string;
}

/** Returns the error of a whole number's field. */
export function errorOfNumber(text: string, { min, max }: { min: number; max: number }): string | undefined {
  const number = parseWholeNumber(text);
  const isPossible = number !== undefined && number >= min && number <= max;
  return isPossible ? undefined : `Enter a whole number from ${formatNumber(min)} to ${formatNumber(max)}.`;
}

/** Returns the error of the end. */
export function errorOfEnd({ starts_at, end_date }: PeriodFields): string | undefined {
  const end = fromLocalInput(end_date);
  const start = fromLocalInput(starts_at);
  if (end === undefined) return 'Enter the end.';
  return start !== undefined && Date.parse(end) <= Date.parse(start)
    ? 'The end must be after the start.'
    : undefined;
}

/** Returns the errors of a form with coins and a reason. */
export function errorsOfCoins(fields: { bid_points: string; reason: string }) {
  const coins = errorOfNumber(fields.bid_points, { min: 1, max: MAX_AMOUNT });
  const why = reasonError(fields.reason);
  return { ...(coins && { bid_points: coins }), ...(why && { reason: why }) };
}

/** Returns the coins entered; 0 if the input is not a whole number. */
export const coinsIn = (text: string): number => parseWholeNumber(text) ?? 0;

/** Returns the error of a reason for the audit log. */
export const reasonError = (reason: string): string | undefined =>
  reason.trim() === '' ? 'Add a reason for the audit log.' : undefined;

const moments = ['opens_at', 'starts_at', 'end_date'];

/** Returns those fields of a draft that differ from the record. */
export function changedFields(
  draft: object,
  before: Readonly<Partial<Record<string, unknown>>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(draft).filter(([name, value]) => {
      if (value === undefined) return false;
      // Inputs have whole seconds only: a time that is equal to the second was not changed.
      if (moments.includes(name))
        return Math.abs(Date.parse(String(value)) - Date.parse(String(before[name]))) >= 1_000;
      return JSON.stringify(value) !== JSON.stringify(before[name]);
    }),
  );
}
