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

/** Returns the item to show after one was decided: the next one, or the one before it at the end. */
export function neighbourOf<Item extends { id: number }>(items: readonly Item[], id: number): number | null {
  const at = items.findIndex((item) => item.id === id);
  if (at < 0) return items[0]?.id ?? null;
  return (items[at + 1] ?? items[at - 1])?.id ?? null;
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
