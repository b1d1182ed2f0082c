/** Africa/Lagos is one hour ahead of UTC, without daylight saving time (X3). Operators see and enter its times everywhere. */
const LAGOS_MS = 3_600_000;
const timeZone = 'Africa/Lagos';

/** Converts a time to the value of a datetime-local input, in Lagos, with seconds. */
export function toLocalInput(iso: string): string {
  return new Date(Date.parse(iso) + LAGOS_MS).toISOString().slice(0, 19);
}

/** Converts the value of a datetime-local input to UTC. Returns undefined for empty or invalid input. */
export function fromLocalInput(text: string): string | undefined {
  const atMs = Date.parse(`${text}Z`) - LAGOS_MS;
  return text === '' || Number.isNaN(atMs) ? undefined : new Date(atMs).toISOString();
}

const clock = { hour: 'numeric', minute: '2-digit', hourCycle: 'h12', timeZone } as const;
const moment = new Intl.DateTimeFormat('en-NG', {
  ...clock,
  ...{ day: 'numeric', month: 'short', year: 'numeric', second: '2-digit' },
});
const day = new Intl.DateTimeFormat('en-NG', { dateStyle: 'medium', timeZone });

/** "21 Nov 2026, 7:52:07 pm WAT". */
export const showMoment = (iso: string) => `${moment.format(new Date(iso))} WAT`;
const short = new Intl.DateTimeFormat('en-NG', { ...clock, day: 'numeric', month: 'short' });
const year = new Intl.DateTimeFormat('en-NG', { year: 'numeric', timeZone });

/** For lists: "21 Nov, 7:52 pm WAT" in this year, otherwise "21 Nov 2025, 7:52:07 pm WAT". */
export function showTime(iso: string, nowMs = Date.now()): string {
  const at = new Date(iso);
  return year.format(at) === year.format(nowMs) ? `${short.format(at)} WAT` : showMoment(iso);
}
export const showDay = (iso: string) => day.format(new Date(iso));
