import type { Heist, HeistState, HeistStatus, HeistsState } from '@copup/shared/heists.ts';
import { freshChanges, hasMissedChanges, laterIn, latestStatuses } from '../../lib/list-changes.ts';

/** H1: a status never goes back. */
const order: HeistStatus[] = ['waiting', 'available', 'on_hold', 'started', 'completed', 'cancelled'];

export const laterStatus = laterIn(order);

/** Returns the heist with the state of its room, which is newer than the reply. */
export function withState(heist: Heist, state: HeistState | undefined): Heist {
  if (!state) return heist;
  return {
    ...heist,
    status: laterStatus(heist.status, state.status),
    participant_count: state.participants,
    remaining_spots: state.left,
    starts_at: new Date(state.startsAt).toISOString(),
    end_date: new Date(state.endDate).toISOString(),
  };
}

/**
 * Returns the changes that the room reported since `before`, its previous state (null before the first), and which lists
 * must be read again: those of a heist that is in none of them, and all if none of the changes is known, since others
 * may have been missed.
 */
export function newChanges(
  listed: ReadonlySet<number>,
  { changes }: HeistsState,
  before: HeistsState['changes'] | null,
): { statuses: Map<number, HeistStatus>; stale: ReadonlySet<'open' | 'waiting'> } {
  const fresh = freshChanges(changes, before);
  const statuses = latestStatuses(fresh);
  const stale = new Set<'open' | 'waiting'>();
  if (before === null) return { statuses, stale };
  for (const [id, status] of statuses) {
    if (listed.has(id) || status === 'completed' || status === 'cancelled') continue;
    stale.add(status === 'waiting' ? 'waiting' : 'open');
  }
  if (hasMissedChanges(fresh, before)) stale.add('open').add('waiting');
  return { statuses, stale };
}

/** Returns the heists of several lists, each once, with its latest status. */
export function mergeLists(lists: readonly (readonly Heist[] | undefined)[]): Heist[] {
  const heists = new Map<number, Heist>();
  for (const heist of lists.flatMap((list) => list ?? [])) {
    const other = heists.get(heist.id);
    if (!other || laterStatus(other.status, heist.status) !== other.status) heists.set(heist.id, heist);
  }
  return [...heists.values()];
}

/** Whether the user's own time to answer is running. */
export const isAnswerable = ({ status, joined, answered }: Heist): boolean =>
  status === 'started' && joined && !answered;

/** Whether the user can still buy a ticket (H2). */
export const isOnSale = ({ status, joined, remaining_spots }: Heist): boolean =>
  (status === 'waiting' || status === 'available' || status === 'on_hold') && !joined && remaining_spots > 0;

/** Returns the heists with the most urgent first: those to answer, those to come, those that others play, and the ended. */
export function byUrgency(heists: readonly Heist[]): Heist[] {
  const rankOf = (heist: Heist) =>
    isAnswerable(heist)
      ? 0
      : order.indexOf(heist.status) < order.indexOf('started')
        ? 1
        : heist.status === 'started'
          ? 2
          : 3;
  const timeOf = (heist: Heist) => Date.parse(rankOf(heist) === 1 ? heist.starts_at : heist.end_date);
  return [...heists].sort((a, b) => rankOf(a) - rankOf(b) || timeOf(a) - timeOf(b));
}

/** hot: the last ten seconds; opening: the start has passed, but the question has not arrived; closing: the same for the result. */
export type Phase = 'waiting' | 'hot' | 'opening' | 'open' | 'closing' | 'completed' | 'cancelled';

export const HOT_SECONDS = 10;

export function phaseOf(
  { status, starts_at, end_date }: Pick<Heist, 'status' | 'starts_at' | 'end_date'>,
  nowMs: number,
): Phase {
  if (status === 'completed' || status === 'cancelled') return status;
  if (status === 'started') return nowMs < Date.parse(end_date) ? 'open' : 'closing';
  const leftMs = Date.parse(starts_at) - nowMs;
  if (leftMs <= 0) return 'opening';
  return leftMs <= HOT_SECONDS * 1_000 ? 'hot' : 'waiting';
}

/** Of the heists on sale, the one that the user can still join with the fewest spots left; then the first to start. */
export function nextOf(heists: readonly Heist[], exceptId: number): Heist | undefined {
  return heists
    .filter((heist) => heist.id !== exceptId && heist.status !== 'waiting' && isOnSale(heist))
    .sort(
      (a, b) => a.remaining_spots - b.remaining_spots || Date.parse(a.starts_at) - Date.parse(b.starts_at),
    )[0];
}

/** "27 minutes left", rounded up; seconds below one minute. */
export function minutesLeftText(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1_000));
  const [count, unit] = seconds >= 60 ? [Math.ceil(seconds / 60), 'minute'] : [seconds, 'second'];
  return `${count} ${unit}${count === 1 ? '' : 's'} left`;
}
