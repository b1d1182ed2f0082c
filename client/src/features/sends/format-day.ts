let format: Intl.DateTimeFormat | undefined;

/** Formats a time with its day: "21 Nov 2026, 2:16 pm". */
export function formatDay(atMs: number): string {
  format ??= new Intl.DateTimeFormat('en-NG', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    hourCycle: 'h12',
  });
  return format.format(atMs);
}

/** Returns the heading of a day in a list: Today, Yesterday, or the date. */
export function nameOfDay(atMs: number, nowMs: number): string {
  const day = new Date(atMs).toDateString();
  if (day === new Date(nowMs).toDateString()) return 'Today';
  const yesterday = new Date(nowMs);
  yesterday.setDate(yesterday.getDate() - 1);
  if (day === yesterday.toDateString()) return 'Yesterday';
  return new Date(atMs).toLocaleDateString('en-NG', { day: 'numeric', month: 'long', year: 'numeric' });
}
