const dayMs = 86_400_000;

/** Formats the time left on a card: "0:42", "14:09", "2h 14m", "3d 2h". */
export function shortRemaining(seconds: number): string {
  const pad = (value: number) => String(value).padStart(2, '0');
  if (seconds < 3_600) return `${Math.floor(seconds / 60)}:${pad(seconds % 60)}`;
  const hours = Math.floor(seconds / 3_600);
  if (hours < 24) return `${hours}h ${pad(Math.floor((seconds % 3_600) / 60))}m`;
  return `${Math.floor(hours / 24)}d ${hours % 24}h`;
}

let formats: { weekday: Intl.DateTimeFormat; day: Intl.DateTimeFormat } | undefined;

/** Formats a past day in a list: "Today", "Fri" within a week, otherwise "14 Nov". */
export function shortDay(atMs: number, nowMs: number): string {
  formats ??= {
    weekday: new Intl.DateTimeFormat('en-NG', { weekday: 'short' }),
    day: new Intl.DateTimeFormat('en-NG', { day: 'numeric', month: 'short' }),
  };
  if (new Date(atMs).toDateString() === new Date(nowMs).toDateString()) return 'Today';
  return (nowMs - atMs < 6 * dayMs ? formats.weekday : formats.day).format(atMs);
}
