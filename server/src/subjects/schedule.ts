import type { Deps } from '../deps.ts';
import { isOpen, type SubjectKind, type SubjectRow } from './subject-kind.ts';

export const startJob = (kind: { name: string }, start: { name: string }): string =>
  `${kind.name}-${start.name}`;
export const closeJob = (kind: { name: string }): string => `${kind.name}-close`;

/**
 * Schedules the jobs for a subject's starts and its end. Call it after the commit that set its times. Later moves of
 * `end_date` do not need it: a job that runs too early schedules itself again.
 */
export function scheduleSubject<Row extends SubjectRow>(
  { jobs }: Pick<Deps, 'jobs'>,
  kind: Pick<SubjectKind<Row>, 'name' | 'starts' | 'openStatuses'>,
  row: Row,
): void {
  const id = String(row.id);
  const next = kind.starts.findIndex(({ from }) => from === row.status);
  for (const start of next === -1 ? [] : kind.starts.slice(next))
    jobs.scheduleJob(startJob(kind, start), id, start.at(row));
  if (isOpen(kind, row)) jobs.scheduleJob(closeJob(kind), id, row.endDate);
}
