import type { TimelineEntry } from '@copup/shared/timeline.ts';

const dayName = new Intl.DateTimeFormat('en-NG', { weekday: 'long', day: 'numeric', month: 'long' });
const dayOfOtherYear = new Intl.DateTimeFormat('en-NG', { day: 'numeric', month: 'long', year: 'numeric' });

interface Day {
  day: string;
  items: TimelineEntry[];
}

/** Groups entries, the newest first, by the day of the device. Pure. */
export function daysOf(entries: readonly TimelineEntry[], nowMs: number): Day[] {
  const days: Day[] = [];
  for (const entry of entries) {
    const day = nameOf(new Date(entry.at), new Date(nowMs));
    const last = days.at(-1);
    if (last?.day === day) last.items.push(entry);
    else days.push({ day, items: [entry] });
  }
  return days;
}

function nameOf(at: Date, now: Date): string {
  if (at.toDateString() === now.toDateString()) return 'Today';
  return at.getFullYear() === now.getFullYear() ? dayName.format(at) : dayOfOtherYear.format(at);
}
