import type { WaitingQueue } from '@copup/shared/console.ts';
import { operatorPath } from '@copup/shared/page-paths.ts';
import { UPLOAD_OVERDUE_HOURS } from '@copup/shared/task-limits.ts';
import { Link } from 'react-router-dom';
import { capitalized } from '../../../console/capitalized.ts';
import { ageWords, waitingWords } from '../../../console/queue/queue-words.ts';
import { useOverview } from '../../../console/use-overview.ts';
import { useServerNow } from '../../../realtime/index.ts';
import { classNames } from '../../../ui/class-names.ts';
import { EmptyState, Skeletons } from '../../../ui/states.tsx';

const HOUR_MS = 3_600_000;
/** Items that wait longer are emphasised: money within half an hour, screenshots of tasks when overdue, the others within a day. */
const warnAfterMs: Readonly<Record<string, number>> = {
  payments: HOUR_MS / 2,
  trades: HOUR_MS / 4,
  'task-uploads': UPLOAD_OVERDUE_HOURS * HOUR_MS,
};

/** O1: what waits for a decision, the oldest first. */
export function Page() {
  const overview = useOverview();
  const nowMs = useServerNow(30_000);
  if (!overview) return <Skeletons text="Loading..." count={4} className="h-15 rounded-lg" />;
  const ageOf = ({ oldest_at }: WaitingQueue) => (oldest_at ? Math.max(0, nowMs - Date.parse(oldest_at)) : 0);
  const waiting = overview.queues.filter((queue) => queue.waiting > 0).sort((a, b) => ageOf(b) - ageOf(a));
  const total = waiting.reduce((sum, queue) => sum + queue.waiting, 0);
  const [oldest] = waiting;
  return (
    <>
      <p role="status" className="-mt-3 text-sm text-ink-2">
        {waitingWords(total, oldest ? ageOf(oldest) : null)}
      </p>
      {oldest ? (
        <ul
          aria-label="Decide now"
          className="max-w-2xl overflow-hidden rounded-lg border border-line bg-surface"
        >
          {waiting.map((queue) => {
            const ageMs = ageOf(queue);
            const isLate = ageMs > (warnAfterMs[queue.queue] ?? 24 * HOUR_MS);
            return (
              <li key={queue.queue} className="border-b border-line last:border-0">
                <Link
                  to={operatorPath(queue.queue)}
                  className="flex min-h-15 items-center gap-4 px-4 py-2.5 hover:bg-sunken"
                >
                  <span className="flex-1 font-semibold">{capitalized(queue.queue)}</span>
                  <span className="text-ink-2">{queue.waiting} waiting</span>
                  <span
                    className={classNames(
                      'w-24 text-right',
                      isLate ? 'font-semibold text-warn' : 'text-ink-2',
                    )}
                  >
                    {ageWords(ageMs)}
                  </span>
                </Link>
              </li>
            );
          })}
        </ul>
      ) : (
        <EmptyState title="No decision is waiting" />
      )}
    </>
  );
}
