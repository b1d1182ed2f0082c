import { createHash } from 'node:crypto';
import type { StatementLayout, StatementPreview } from '@copup/shared/reconciliation.ts';
import { comparableReference } from '@copup/shared/shop.ts';

/** A line of a bank statement, as it was read. */
export interface ParsedLine {
  /** `YYYY-MM-DD`. */
  day: string;
  /** In hundredths of the currency, below zero for money that left. */
  amountKobo: number;
  currency: string;
  narration: string;
  sender: string;
  /** The bank's reference; empty without one. */
  reference: string;
}

/** A statement that was read. With a problem it is not imported. */
export interface ParsedStatement extends Pick<StatementPreview, 'format' | 'cells' | 'problems'> {
  layout: StatementLayout | null;
  lines: ParsedLine[];
}

/** The most problems that are listed. */
export const MOST_PROBLEMS = 20;
const MAX_TEXT = 500;
/** A reference of the bank is stored with at most this length (W2). */
const MAX_REFERENCE = 64;

/** Whether a reference of the bank can prove a payment: one or two characters are none (W2). */
export const hasReference = (reference: string): boolean => comparableReference(reference).length >= 3;

export const cleanReference = (text: string): string => cleanText(text).slice(0, MAX_REFERENCE);

/** Returns text of a bank on one line, without invisible characters and repeated spaces, of bounded length. */
export const cleanText = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_TEXT);

/**
 * Returns a hash of each line by which it is imported once: of its bank, day, amount and reference, without a reference
 * of its texts. Equal lines of one statement are counted, since a bank may charge the same fee twice on a day.
 */
export function lineKeys(bank: string, lines: readonly ParsedLine[]): Buffer[] {
  const counts = new Map<string, number>();
  return lines.map(({ day, amountKobo, currency, narration, sender, reference }) => {
    const own = comparableReference(reference) || [narration, sender].map(comparableReference).join(' ');
    const text = JSON.stringify([bank.toLowerCase(), day, amountKobo, currency, own]);
    const nth = (counts.get(text) ?? 0) + 1;
    counts.set(text, nth);
    return createHash('sha256').update(`${text}${nth}`).digest();
  });
}

/** Reads an amount such as `₦1,250.00`, `(20.00)` or `500.00 DR`; undefined for another text, null for an empty one. */
export function readAmount(text: string): number | null | undefined {
  const plain = text.replace(/NGN|₦|\s/gi, '').toUpperCase();
  if (plain === '' || plain === '-') return null;
  const [, open, sign, digits = '', decimals = '', tail] =
    /^(\()?([+-])?(\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d{1,2}))?(\)|-|DR|CR|D|C)?$/.exec(plain) ?? [];
  if (digits === '' || (open === undefined) !== (tail !== ')')) return undefined;
  const kobo = Number(digits.replaceAll(',', '')) * 100 + Number(decimals.padEnd(2, '0'));
  if (!Number.isSafeInteger(kobo)) return undefined;
  return sign === '-' || (tail !== undefined && [')', '-', 'DR', 'D'].includes(tail)) ? 0 - kobo : kobo;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Reads a day that a bank wrote in this order, as `YYYY-MM-DD`; undefined for another text. */
export function readDay(text: string, order: StatementLayout['day_order']): string | undefined {
  const parts = /^(\d{1,4})[-/. ]+([a-z]+|\d{1,2})[-/., ]+(\d{1,4})(?:[T ,].*)?$/i.exec(text.trim());
  if (!parts) return undefined;
  const [, first = '', second = '', third = ''] = parts;
  const named = MONTHS.indexOf(second.slice(0, 3).toLowerCase()) + 1;
  if (/[a-z]/i.test(second) && named === 0) return undefined;
  const isYearFirst = first.length === 4;
  const [year, other] = isYearFirst ? [first, third] : [third, first];
  if (isYearFirst !== (order === 'ymd')) return undefined;
  const isMonthFirst = order === 'mdy' && named === 0;
  const month = named || Number(isMonthFirst ? other : second);
  const day = Number(isMonthFirst ? second : other);
  const full = year.length === 2 ? 2_000 + Number(year) : Number(year);
  const date = new Date(Date.UTC(full, month - 1, day));
  const isReal =
    date.getUTCFullYear() === full && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal && full >= 2020 && full < 2100 ? date.toISOString().slice(0, 10) : undefined;
}
