import type { WaitingQueue } from '@copup/shared/console.ts';
import { operatorPath } from '@copup/shared/page-paths.ts';
import { ArrowDownLeft, ArrowUpRight, type LucideIcon, Package, Users } from 'lucide-react';
import { Link } from 'react-router-dom';
import { ageWords } from '../../../console/queue/queue-words.ts';
import { classNames } from '../../../ui/class-names.ts';
import { EmptyState } from '../../../ui/states.tsx';
import { decideWords, isLate, queueName } from './decide-words.ts';

const icons: Readonly<Record<string, LucideIcon>> = {
  payments: ArrowDownLeft,
  payouts: ArrowUpRight,
  orders: Package,
  'heist-orders': Package,
};

interface DecideCardProps {
  queues: readonly WaitingQueue[];
  ageOf: (queue: WaitingQueue) => number;
}

/** The queues in which an item waits for a decision, the oldest first. */
export function DecideCard({ queues, ageOf }: DecideCardProps) {
  return (
    <section
      aria-labelledby="decide-now"
      className="overflow-hidden rounded-lg border border-line bg-surface"
    >
      <h2 id="decide-now" className="border-b border-line px-4 py-3.5 text-base">
        Decide now
      </h2>
      {queues.length === 0 ? <EmptyState title="No decision is waiting" /> : null}
      <ul aria-label="Decide now">
        {queues.map((queue) => (
          <Decision key={queue.queue} queue={queue} ageMs={ageOf(queue)} />
        ))}
      </ul>
    </section>
  );
}

function Decision({ queue, ageMs }: { queue: WaitingQueue; ageMs: number }) {
  const { title, detail } = decideWords(queue);
  const isOld = isLate(queue.queue, ageMs);
  const Icon = icons[queue.queue] ?? Users;
  return (
    <li className="border-b border-line last:border-0">
      <Link
        to={operatorPath(queue.queue)}
        className="flex min-h-16 items-center gap-3 px-4 py-2.5 hover:bg-sunken"
      >
        <span
          className={classNames(
            'grid size-9 shrink-0 place-items-center rounded-[12px]',
            isOld ? 'bg-warn-soft text-warn' : 'bg-brand-soft text-brand',
          )}
        >
          <Icon size={18} aria-hidden />
        </span>
        <span className="min-w-0 flex-1">
          <span className="sr-only">
            {queueName(queue.queue)}, {queue.waiting} waiting:{' '}
          </span>
          <span className="block text-sm font-semibold wrap-anywhere">{title}</span>
          <span className="block truncate text-sm text-ink-2">{detail}</span>
        </span>
        <span
          className={classNames(
            'shrink-0 text-sm whitespace-nowrap',
            isOld ? 'font-semibold text-warn' : 'text-ink-2',
          )}
        >
          {ageWords(ageMs)}
          {isOld ? <span className="sr-only">, late</span> : null}
        </span>
        <span
          aria-hidden="true"
          className="ctl-line hidden min-h-tap items-center rounded-[12px] px-3.5 text-sm font-semibold sm:inline-flex"
        >
          Review
        </span>
      </Link>
    </li>
  );
}
