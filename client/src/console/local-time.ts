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

const moment = new Intl.DateTimeFormat('en-NG', {
  dateStyle: 'medium',
  timeStyle: 'medium',
  timeZone,
  hourCycle: 'h12',
});
const day = new Intl.DateTimeFormat('en-NG', { dateStyle: 'medium', timeZone });

/** "21 Nov 2026, 7:52:07 pm WAT". */
export const showMoment = (iso: string) => `${moment.format(new Date(iso))} WAT`;
export const showDay = (iso: string) => day.format(new Date(iso));
