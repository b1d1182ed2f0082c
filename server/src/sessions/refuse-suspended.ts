import type { Clock } from '../clock.ts';
import { Refusal } from '../errors.ts';
import { lagosTime } from '../lagos-time.ts';
import type { Viewer } from './sessions.ts';

/** Throws SUSPENDED while the player is suspended (S10), by the database's time. */
export function refuseSuspended(
  { suspendedUntilMs }: Pick<Viewer, 'suspendedUntilMs'>,
  clock: Pick<Clock, 'wallMs'>,
): void {
  if (suspendedUntilMs === null || suspendedUntilMs <= clock.wallMs()) return;
  const until = new Date(suspendedUntilMs);
  throw new Refusal(
    'SUSPENDED',
    `Your account is suspended until ${lagosTime(until)} in Lagos. Your bids, tickets and entries still count.`,
    { details: { until: until.toISOString() } },
  );
}
