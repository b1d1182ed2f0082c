import { formatNumber } from '@copup/shared/coins.ts';
import { isolate } from '@copup/shared/isolate.ts';
import type {
  BankDay,
  BankRecord,
  DayTotals,
  Explanation,
  LineProposal,
  lineReasons,
  recordReasons,
  StatementLine,
} from '@copup/shared/reconciliation.ts';
import { capitalized } from '../../../console/capitalized.ts';
import { showNaira } from '../../../console/naira-field.ts';

const DAY_MS = 86_400_000;

/** Formats money with its direction: "₦9,900", "−₦4", "−20 USD". */
export function showMoney(amount: number, currency = 'NGN'): string {
  const sign = amount < 0 ? '−' : '';
  const naira = showNaira(Math.abs(amount));
  return currency === 'NGN' ? `${sign}${naira}` : `${sign}${naira.slice(1)} ${currency}`;
}

/** "Payment 12", "Transfer of payment 12". */
export const recordName = ({ kind, id, item }: BankRecord): string =>
  kind === 'transfer' && item ? `Transfer of ${item.kind} ${item.id}` : `${capitalized(kind)} ${id}`;
/** "Payment 12, Ada Obi". */
export const recordTitle = (record: BankRecord): string => `${recordName(record)}, ${isolate(record.name)}`;

/** Who sent the money, as the bank writes it, or what for. */
export const lineTitle = ({ sender, narration }: StatementLine): string => isolate(sender || narration);

/** What confirming does: the line of an open record is its decision. */
export function confirmName({ kind, state, amount }: BankRecord): string {
  if (state === 'done') return 'Confirm';
  return kind === 'payout' ? `Mark ${showMoney(Math.abs(amount))} as paid` : `Approve ${showMoney(amount)}`;
}

export const ruleNames: Readonly<Record<LineProposal['rule'], string>> = {
  reference: 'Reference',
  'reference-typo': 'Reference, one typed error',
  'provider-id': 'Provider’s id',
  name: 'Amount, day and name',
};

/** Why a line has no record. */
export const lineReasonNames: Readonly<Record<(typeof lineReasons)[number], string>> = {
  fee: 'Fee of the bank',
  interest: 'Interest',
  own_transfer: 'Own transfer',
  returned: 'Came back',
};

/** Why a record has no line. */
export const recordReasonNames: Readonly<Record<(typeof recordReasons)[number], string>> = {
  returned: 'Came back',
  provider: 'Moved by the provider',
};

export const reasonNames: Readonly<Record<Explanation['reason'], string>> = {
  matched: 'Matched',
  ...lineReasonNames,
  ...recordReasonNames,
};

/** How long a day is past: "today", "1 day", "3 days". `nowMs` is read in Lagos. */
export function daysPast(day: string, nowMs: number): string {
  const today = new Date(nowMs + 3_600_000).toISOString().slice(0, 10);
  const days = Math.max(0, Math.round((Date.parse(today) - Date.parse(day)) / DAY_MS));
  if (days === 0) return 'today';
  return days === 1 ? '1 day' : `${days} days`;
}

export const totalNames: Readonly<Record<keyof DayTotals, string>> = {
  bank_in: 'Money in, at the bank',
  bank_out: 'Money out, at the bank',
  provider_gross: 'Collected by the provider',
  provider_fees: 'Fees of the provider',
  provider_net: 'Settled by the provider',
  records_in: 'Money in, in the records',
  records_out: 'Money out, in the records',
  ledger_issued: 'Coins issued',
  ledger_paid_out: 'Coins paid out',
};

/** Why the operator cannot close a day. */
export const blockedTexts: Readonly<Record<NonNullable<BankDay['blocked']>, string>> = {
  DAY_NOT_OVER: 'The day is not over yet.',
  DAY_OPEN: 'Each line and each record needs its explanation first.',
  EARLIER_DAY_OPEN: 'An earlier day has to be closed first.',
  OTHER_OPERATOR_NEEDED: 'You alone confirmed its lines: another operator has to close it.',
  DAY_CLOSED: 'It is closed already, and nothing has changed since.',
};

/** "1 line", "211 lines". */
export const counted = (count: number, noun: string): string =>
  `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`;

/** "211, all explained", "3 of 211 not explained". */
export function explainedWords(count: number, open: number): string {
  if (count === 0) return 'None';
  return open > 0 ? `${open} of ${count} not explained` : `${count}, all explained`;
}
