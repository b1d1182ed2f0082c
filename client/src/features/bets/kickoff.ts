import { formatTime } from '../../lib/format-time.ts';

let weekday: Intl.DateTimeFormat | undefined;

/** "Sat, 22 Nov, kickoff 4:00 pm", in the time zone of the device. */
export function kickoffText(iso: string): string {
  weekday ??= new Intl.DateTimeFormat('en-NG', { weekday: 'short', day: 'numeric', month: 'short' });
  const atMs = Date.parse(iso);
  return `${weekday.format(atMs)}, kickoff ${formatTime(atMs)}`;
}
