import type { Second } from './result.ts';

const BUSY_CPU = 0.9;
export const SLOW_LOOP_MS = 100;
/** A step that begins later is not the planned load: it counts as dropped. */
export const LATE_MS = 250;
/** The share of seconds that may be disturbed before the driver counts as saturated. */
const SHARE = 0.1;

/** Returns why the driver may have limited the figures; null if it did not. */
export function describeSaturation(
  timeline: readonly Pick<Second, 'phase' | 'cpu' | 'lagMs'>[],
  lateMs: number,
  driver = 'The driver',
): string | null {
  const measured = timeline.filter(({ phase }) => phase === 'running');
  const share = (isBad: (second: Pick<Second, 'cpu' | 'lagMs'>) => boolean) =>
    measured.length === 0 ? 0 : measured.filter(isBad).length / measured.length;
  const busy = share(({ cpu }) => cpu > BUSY_CPU);
  const slow = share(({ lagMs }) => lagMs > SLOW_LOOP_MS);
  const reasons: string[] = [];
  const percent = (part: number) => `${Math.round(part * 100)} % of the seconds`;
  if (busy > SHARE)
    reasons.push(`one of its processes used more than ${BUSY_CPU * 100} % of a core in ${percent(busy)}`);
  if (slow > SHARE)
    reasons.push(`its event loop was late by more than ${SLOW_LOOP_MS} ms in ${percent(slow)}`);
  if (lateMs > LATE_MS) reasons.push(`a step began ${Math.round(lateMs)} ms later than planned`);
  if (reasons.length === 0) return null;
  return `${driver} was saturated: ${reasons.join('; ')}. The latencies include delays of the driver; give it more --workers, more cores or its own machine.`;
}
