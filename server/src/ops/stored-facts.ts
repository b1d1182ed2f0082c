import type { Clock } from '../clock.ts';
import { type Database, withConsoleConnections } from '../db/database.ts';
import type { ReadQueue } from '../feature.ts';
import type { DefinedJobs } from '../jobs/jobs.ts';
import { readLastAudit } from '../ledger/audit-reports.ts';
import { readBackupState } from '../restore/backup-checks.ts';
import { singleFlight } from '../single-flight.ts';

/** Gauges of what the database knows: help and label. Without a label a gauge would be 0 before its first value. */
export const storedGauges = {
  copup_queue_waiting: ['Items that wait for an operator', 'queue'],
  copup_queue_oldest_seconds: ['Age of the item that waits longest for an operator', 'queue'],
  copup_queue_overdue: ['Items of a queue that are past their time', 'queue'],
  copup_close_overdue_seconds: ['Time since the earliest end that is not settled', 'subject'],
  copup_check_ok: ['Whether the ledger was found correct, and the last backup could be restored', 'check'],
  copup_check_age_seconds: ['Age of the last audit, and of the last backup or its check', 'check'],
} as const;
type Samples = Partial<Record<keyof typeof storedGauges, [label: string, value: number][]>>;

export interface StoredFactsSources {
  db: Database;
  clock: Clock;
  queues: Readonly<Record<string, ReadQueue>>;
  jobs: readonly DefinedJobs[];
}

export interface StoredFacts {
  /** Reads them for one scrape, on connections that lanes do not use. Without the database there are none. */
  refresh(): Promise<void>;
  samples(): Samples;
}

export function createStoredFacts(sources: StoredFactsSources): StoredFacts {
  let samples: Samples = {};
  const reading = singleFlight(async () => {
    samples = await withConsoleConnections(() => readSamples(sources)).catch(() => ({}));
  });
  return { refresh: () => reading.join(), samples: () => samples };
}

async function readSamples({ db, clock, queues, jobs }: StoredFactsSources): Promise<Samples> {
  const overdue = jobs.flatMap((one) => Object.entries(one.overdue ?? {}));
  const [waiting, ends, { report }, backup] = await Promise.all([
    Promise.all(Object.entries(queues).map(async ([name, read]) => ({ name, ...(await read()) }))),
    Promise.all(overdue.map(async ([name, readS]) => [name, await readS()] as [string, number])),
    readLastAudit(db),
    readBackupState(db),
  ]);
  const ageS = (...times: (Date | string | null | undefined)[]) =>
    Math.max(0, ...times.map((time) => (time ? (clock.wallMs() - new Date(time).getTime()) / 1_000 : 0)));
  const checks = [
    ...(report ? [{ check: 'audit', isOk: report.ok, age: ageS(report.endedAt) }] : []),
    ...(backup.state === 'none'
      ? []
      : [
          { check: 'backup', isOk: backup.state !== 'failed', age: ageS(backup.taken_at, backup.checked_at) },
        ]),
  ];
  return {
    copup_queue_waiting: waiting.map(({ name, waiting: count }) => [name, count]),
    copup_queue_oldest_seconds: waiting.map(({ name, oldestAt }) => [name, ageS(oldestAt)]),
    copup_queue_overdue: waiting.map(({ name, byStatus = [] }) => [
      name,
      byStatus.reduce((sum, { overdue }) => sum + overdue, 0),
    ]),
    copup_close_overdue_seconds: ends,
    copup_check_ok: checks.map(({ check, isOk }) => [check, Number(isOk)]),
    copup_check_age_seconds: checks.map(({ check, age }) => [check, age]),
  };
}
