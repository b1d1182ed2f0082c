import { BIDDING_NAIRA_PER_COIN, formatNaira, formatNumber } from '@copup/shared/coins.ts';
import type { PlayBreak, PlayLimits } from '@copup/shared/play-limits.ts';

const minus = '−';

/** "−280", "0", "1,240". */
export const signed = (amount: number): string =>
  `${amount < 0 ? minus : ''}${formatNumber(Math.abs(amount))}`;

/** "−₦28,000": the value of coins when bidding. */
export const signedNaira = (amount: number): string =>
  `${amount < 0 ? minus : ''}${formatNaira(Math.abs(amount) * BIDDING_NAIRA_PER_COIN)}`;

const moment = new Intl.DateTimeFormat('en-NG', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  hour: 'numeric',
  minute: '2-digit',
  hourCycle: 'h12',
});
const momentWithYear = new Intl.DateTimeFormat('en-NG', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  hourCycle: 'h12',
});

/** "Saturday 28 November, 2:16 pm"; with the year instead of the weekday in another year. */
export function spellMoment(at: number | string, nowMs = Date.now()): string {
  const date = new Date(at);
  const isThisYear = date.getFullYear() === new Date(nowMs).getFullYear();
  const parts = Object.fromEntries(
    (isThisYear ? moment : momentWithYear).formatToParts(date).map(({ type, value }) => [type, value]),
  );
  const day = [isThisYear ? parts.weekday : '', parts.day, parts.month, isThisYear ? '' : parts.year]
    .filter(Boolean)
    .join(' ');
  return `${day}, ${parts.hour}:${parts.minute} ${parts.dayPeriod?.toLowerCase()}`;
}

const shortMonth = new Intl.DateTimeFormat('en-NG', { month: 'short', timeZone: 'UTC' });

/** "1 to 21 Nov"; "1 Nov" on the first day. */
export function spellMonth({ from, to }: PlayLimits['month']): string {
  const [first, last] = [new Date(from), new Date(to)];
  const name = shortMonth.format(last);
  const [start, end] = [first.getUTCDate(), last.getUTCDate()];
  return start === end ? `${end} ${name}` : `${start} to ${end} ${name}`;
}

export const breakTitle = ({ kind, until }: PlayBreak): string => {
  if (until === null) return 'Play is closed for good';
  return kind === 'time_out' ? 'You are taking a time-out' : 'Play is closed';
};

/** "1 hour 12 minutes". */
export function spellPlayed(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const parts = [
    [Math.floor(minutes / 60), 'hour'],
    [minutes % 60, 'minute'],
  ] as const;
  const named = parts.filter(([count]) => count > 0);
  if (named.length === 0) return 'less than a minute';
  return named.map(([count, unit]) => `${count} ${unit}${count === 1 ? '' : 's'}`).join(' ');
}
