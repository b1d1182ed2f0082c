import { formatPrice, toNaira } from '@copup/shared/coins.ts';
import { Refusal } from '../../errors.ts';

export const badStatement = (problems: readonly { row: number; message: string }[]) =>
  new Refusal('BAD_STATEMENT', problems[0]?.message ?? 'The file has no lines.', { details: { problems } });
export const lineNotFound = () => new Refusal('LINE_NOT_FOUND', 'Line not found.');
export const lineExplained = () => new Refusal('LINE_EXPLAINED', 'This line is already explained.');
export const recordNotFound = () =>
  new Refusal('RECORD_NOT_FOUND', 'There is no payment, payout, trade or settlement with this number.');
export const recordExplained = () =>
  new Refusal('RECORD_EXPLAINED', 'This record is already explained by another line or note.');
export const recordDiffers = (lineKobo: number, recordKobo: number) =>
  new Refusal(
    'RECORD_DIFFERS',
    `The bank has ${formatPrice(toNaira(lineKobo))}, the record ${formatPrice(toNaira(recordKobo))}. Only equal amounts in naira are confirmed.`,
  );
export const notExact = () =>
  new Refusal('RECORD_DIFFERS', 'This line has no exact proposal any more. Confirm it on its own.');
export const referenceMissing = () =>
  new Refusal('VALIDATION_FAILED', 'The bank gave no reference of its own. Enter one.', {
    issues: [{ path: 'bank_reference', message: 'is needed for this line' }],
  });
export const explanationNotFound = () =>
  new Refusal('EXPLANATION_NOT_FOUND', 'This explanation does not exist, or was withdrawn before.');

/** Why a day is not closed now, by code. */
export const dayTexts = {
  DAY_NOT_OVER: 'This day is not over.',
  DAY_OPEN: 'Lines or records of this day are not explained.',
  EARLIER_DAY_OPEN: 'Close the earlier days first.',
  DAY_CLOSED: 'This day is closed, and nothing of it has changed.',
  OTHER_OPERATOR_NEEDED: 'You explained all lines of this day. Another operator has to close it.',
} as const;
export type DayBlock = keyof typeof dayTexts;
export const dayBlocked = (code: DayBlock) => new Refusal(code, dayTexts[code]);
