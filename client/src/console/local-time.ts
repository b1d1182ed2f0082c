/** Africa/Lagos is one hour ahead of UTC, without daylight saving time (X3). Operators see and enter its times everywhere. */
const LAGOS_MS = 3_600_000;

/** Converts a time to the value of a datetime-local input, in Lagos, with seconds. */
export function toLocalInput(iso: string): string {
  return new Date(Date.parse(iso) + LAGOS_MS).toISOString().slice(0, 19);
}

/** Converts the value of a datetime-local input to UTC. Returns undefined for empty or invalid input. */
export function fromLocalInput(text: string): string | undefined {
  const atMs = Date.parse(`${text}Z`) - LAGOS_MS;
  return text === '' || Number.isNaN(atMs) ? undefined : new Date(atMs).toISOString();
}

const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-NG', { ...options, timeZone: 'Africa/Lagos' }).format;
const clock = { hour: 'numeric', minute: '2-digit', hourCycle: 'h12' } as const;
const date = { day: 'numeric', month: 'short' } as const;
const year = format({ year: 'numeric' });
const day = format({ dateStyle: 'medium' });
const short = format({ ...clock, ...date });
const minute = format({ ...clock, ...date, year: 'numeric' });
const second = format({ ...clock, ...date, year: 'numeric', second: '2-digit' });

/** Formats a time of day (X3): "8:34:58 pm". */
export const showClock = format({ ...clock, second: '2-digit' });
export const showDay = (iso: string) => day(new Date(iso));

/** "21 Nov 2026, 7:52:07 pm WAT". */
export const showMoment = (iso: string) => `${second(new Date(iso))} WAT`;

/** For lists: "21 Nov, 7:52 pm WAT" in this year, otherwise "21 Nov 2025, 7:52:07 pm WAT". */
export function showTime(iso: string, nowMs = Date.now()): string {
  const at = new Date(iso);
  return year(at) === year(nowMs) ? `${short(at)} WAT` : showMoment(iso);
}

/** For one item (X3): "8:34:58 pm WAT" today, otherwise "20 Nov 2026, 3:12 pm WAT". */
export function showLagos(iso: string, nowMs: number): string {
  const at = new Date(iso);
  return `${(day(at) === day(nowMs) ? showClock : minute)(at)} WAT`;
}
