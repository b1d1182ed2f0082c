const zone = { timeZone: 'Africa/Lagos' } as const;
const clock = new Intl.DateTimeFormat('en-NG', {
  ...zone,
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h12',
});
const dayAndClock = new Intl.DateTimeFormat('en-NG', {
  ...zone,
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  hourCycle: 'h12',
});
const day = new Intl.DateTimeFormat('en-CA', zone);

/** Formats a time in Lagos (X3): "8:34:58 pm WAT" today, otherwise "20 Nov 2026, 3:12 pm WAT". */
export function showLagos(iso: string, nowMs: number): string {
  const at = new Date(iso);
  const isToday = day.format(at) === day.format(nowMs);
  return `${(isToday ? clock : dayAndClock).format(at)} WAT`;
}

/** Formats a time of day in Lagos (X3): "8:34:58 pm". */
export const showClock = (atMs: number): string => clock.format(atMs);
