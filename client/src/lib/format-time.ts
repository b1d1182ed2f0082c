const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const pad = (value: number) => String(value).padStart(2, '0');

/** Returns the whole seconds left, rounded up: 0 only after the end. */
export function secondsLeft(endMs: number, nowMs: number): number {
  return Math.max(0, Math.ceil((endMs - nowMs) / secondMs));
}

/** Formats the time left for rings and cards: "42", "14:09", "2h 14m", "3d 2h". */
export function formatRemaining(seconds: number): string {
  if (seconds < 60) return String(seconds);
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}:${pad(seconds % 60)}`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours}h ${pad(minutes % 60)}m`;
  return `${Math.floor(hours / 24)}d ${hours % 24}h`;
}

/** Formats a duration in words: "14 minutes 9 seconds". */
export function spellDuration(seconds: number): string {
  const parts = [
    [Math.floor(seconds / 86_400), 'day'],
    [Math.floor((seconds % 86_400) / 3_600), 'hour'],
    [Math.floor((seconds % 3_600) / 60), 'minute'],
    [seconds % 60, 'second'],
  ] as const;
  const named = parts.filter(([count]) => count > 0).slice(0, 2);
  if (named.length === 0) return '0 seconds';
  return named.map(([count, unit]) => `${count} ${unit}${count === 1 ? '' : 's'}`).join(' ');
}

/** Formats an age: "now", "8s", "5m", "2h", "3d". */
export function formatAge(ageMs: number): string {
  if (ageMs < secondMs) return 'now';
  if (ageMs < minuteMs) return `${Math.floor(ageMs / secondMs)}s`;
  if (ageMs < hourMs) return `${Math.floor(ageMs / minuteMs)}m`;
  if (ageMs < dayMs) return `${Math.floor(ageMs / hourMs)}h`;
  return `${Math.floor(ageMs / dayMs)}d`;
}

/** Creates a formatter on first use, because creating one is slow on a phone and most screens need none. */
function format(options: Intl.DateTimeFormatOptions): (atMs: number) => string {
  let made: Intl.DateTimeFormat | undefined;
  return (atMs) => {
    made ??= new Intl.DateTimeFormat('en-NG', {
      hour: 'numeric',
      minute: '2-digit',
      // Not `hour12`, which is 0:05 after midnight and noon in this locale.
      hourCycle: 'h12',
      ...options,
    });
    return made.format(atMs);
  };
}

/** Formats a time of day: "8:00 pm". Without Intl, whose first use takes a slow phone longer than a frame. */
export function formatTime(atMs: number): string {
  const at = new Date(atMs);
  return `${hourOf(at)}:${pad(at.getMinutes())} ${halfOf(at)}`;
}

/** Formats a time of day with its seconds: "8:00:05 pm". */
export function formatClock(atMs: number): string {
  const at = new Date(atMs);
  return `${hourOf(at)}:${pad(at.getMinutes())}:${pad(at.getSeconds())} ${halfOf(at)}`;
}

const hourOf = (at: Date) => at.getHours() % 12 || 12;
const halfOf = (at: Date) => (at.getHours() < 12 ? 'am' : 'pm');

const dayAndClock = format({ day: 'numeric', month: 'short' });

/** Formats a time: "8:00 pm" today, otherwise with the day. */
export function formatMoment(atMs: number, nowMs: number): string {
  const isToday = new Date(atMs).toDateString() === new Date(nowMs).toDateString();
  return isToday ? formatTime(atMs) : dayAndClock(atMs);
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** Formats a time soon to come: "2:00 pm" today, "Thursday 2:00 pm" within six days, otherwise with the date. */
export function formatSoon(atMs: number, nowMs: number): string {
  const at = new Date(atMs);
  const isNamed = at.toDateString() !== new Date(nowMs).toDateString() && atMs - nowMs < 6 * dayMs;
  return isNamed ? `${weekdays[at.getDay()]} ${formatTime(atMs)}` : formatMoment(atMs, nowMs);
}

/** Formats a start: "2:00 pm, in 12 min" within the hour, otherwise the time alone. */
export function formatStart(atMs: number, nowMs: number): string {
  const minutes = Math.ceil((atMs - nowMs) / minuteMs);
  return `${formatSoon(atMs, nowMs)}${minutes > 0 && minutes <= 60 ? `, in ${minutes} min` : ''}`;
}

const longDay = format({
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  hour: undefined,
  minute: undefined,
});

const dayOfYear = format({
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: undefined,
  minute: undefined,
});
/** Formats a time with its day: "21 Nov 2026, 2:16 pm". */
export const formatDayAndTime = format({ day: 'numeric', month: 'short', year: 'numeric' });

/** Formats a day as the heading of a list: "Today", "Yesterday", "Thursday, 19 November", in other years "19 November 2025". */
export function formatDay(atMs: number, nowMs: number): string {
  const [at, now] = [new Date(atMs), new Date(nowMs)];
  if (at.toDateString() === now.toDateString()) return 'Today';
  if (at.toDateString() === new Date(nowMs - dayMs).toDateString()) return 'Yesterday';
  return at.getFullYear() === now.getFullYear() ? longDay(atMs) : dayOfYear(atMs);
}

/** Returns the greeting for an hour of the day, as customary in Nigeria. */
export function greetingAt(hour: number): string {
  if (hour < 12) return 'Good morning';
  return hour < 16 ? 'Good afternoon' : 'Good evening';
}

/** Formats a date: "4 December". */
export const formatDate = format({ day: 'numeric', month: 'long', hour: undefined, minute: undefined });
/** "23 Nov". */
export const formatShortDate = format({ day: 'numeric', month: 'short', hour: undefined, minute: undefined });
/** "March 2024". */
export const formatMonth = format({ month: 'long', year: 'numeric', hour: undefined, minute: undefined });
