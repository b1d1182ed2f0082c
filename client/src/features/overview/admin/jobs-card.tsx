import type { OpsQueue } from '@copup/shared/ops.ts';
import { operatorPath, operatorPaths } from '@copup/shared/page-paths.ts';
import { Link } from 'react-router-dom';
import { capitalized } from '../../../console/capitalized.ts';
import { Chip } from '../../../ui/chip.tsx';

const whole = new Intl.NumberFormat('en-NG');

/** Jobs that wait, and those that failed. */
export function JobsCard({ jobs }: { jobs: readonly OpsQueue[] }) {
  const failed = jobs.reduce((sum, queue) => sum + queue.failed, 0);
  return (
    <section aria-labelledby="jobs" className="overflow-hidden rounded-lg border border-line bg-surface">
      <header className="flex flex-wrap items-center gap-2.5 px-4 py-3">
        <h2 id="jobs" className="text-base">
          Background jobs
        </h2>
        {failed > 0 ? <Chip look="bad">{whole.format(failed)} failed</Chip> : null}
        <Link
          to={operatorPath(operatorPaths.jobs)}
          className="ml-auto inline-flex min-h-tap items-center text-sm font-semibold text-brand"
        >
          All jobs
        </Link>
      </header>
      <ul aria-label="Background jobs">
        {jobs.map(({ name, waiting, active, later, failed: broken }) => (
          <li
            key={name}
            className="flex min-h-tap flex-wrap items-center gap-x-3 border-t border-line px-4 py-2 text-sm"
          >
            <span className="min-w-0 flex-[1_1_7rem] font-semibold">{capitalized(name)}</span>
            <span className="text-ink-2">
              {whole.format(waiting + active)} waiting{later > 0 ? `, ${whole.format(later)} later` : ''}
            </span>
            <span className={broken > 0 ? 'font-semibold text-danger' : 'text-ink-3'}>
              {whole.format(broken)} failed
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
