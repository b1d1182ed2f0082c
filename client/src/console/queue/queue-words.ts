import type { WaitingQueue } from '@copup/shared/console.ts';
import type { QueueListKind } from './decision.ts';

const MINUTE_MS = 60_000;

/** Formats how long an item waits: "under 1 min", "41 min", "3 h", "2 days". */
export function ageWords(ageMs: number): string {
  const minutes = Math.floor(ageMs / MINUTE_MS);
  if (minutes < 1) return 'under 1 min';
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours} h`;
  const days = Math.floor(hours / 24);
  return `${days} ${days === 1 ? 'day' : 'days'}`;
}

/** "due in 3 h", "due 20 min ago". */
export const dueWords = (leftMs: number): string =>
  leftMs >= 0 ? `due in ${ageWords(leftMs)}` : `due ${ageWords(-leftMs)} ago`;

/** Returns how many items of a list wait, and how many are overdue; undefined for a list of decided items. */
export function countsOf(
  queue: Pick<WaitingQueue, 'waiting' | 'overdue' | 'by_status'> | undefined,
  { status, filter }: QueueListKind,
): { waiting: number; overdue: number } | undefined {
  const counts = status === 'waiting' ? queue : queue?.by_status.find((each) => each.status === status);
  return filter?.overdue && counts ? { ...counts, waiting: counts.overdue } : counts;
}

/** "17 waiting, the oldest 41 min", "Nothing waits". */
export function waitingWords(waiting: number, oldestMs: number | null): string {
  if (waiting === 0) return 'Nothing waits';
  return `${waiting} waiting${oldestMs === null ? '' : `, the oldest ${ageWords(oldestMs)}`}`;
}

/** "14 approved, none rejected". */
export function historyWords({ approved, rejected }: { approved: number; rejected: number }): string {
  const none = (count: number) => (count === 0 ? 'none' : String(count));
  return approved + rejected === 0
    ? 'The first one'
    : `${none(approved)} approved, ${none(rejected)} rejected`.replace(/^n/, 'N');
}

/**
 * Returns the item to show after one was decided: the next one, or the one before it at the end; if possible one that no
 * other operator decides.
 */
export function neighbourOf<Item extends { id: number }>(
  items: readonly Item[],
  id: number,
  isHeld: (id: number) => boolean = () => false,
): number | null {
  const at = items.findIndex((item) => item.id === id);
  const others = at < 0 ? items : [...items.slice(at + 1), ...items.slice(0, at).reverse()];
  return (others.find((other) => !isHeld(other.id)) ?? others[0])?.id ?? null;
}

/** Returns the item that an arrow key moves to. */
export function stepTo<Item extends { id: number }>(
  items: readonly Item[],
  id: number | null,
  step: 1 | -1,
): number | null {
  const at = items.findIndex((item) => item.id === id);
  const next = items[Math.min(Math.max(at + step, 0), items.length - 1)];
  return next?.id ?? null;
}
