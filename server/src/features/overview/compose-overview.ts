import type { MoneySince, OperatorOverview, WaitingQueue } from '@copup/shared/console.ts';
import type { OpsQueue } from '@copup/shared/ops.ts';
import type { Deps } from '../../deps.ts';
import type { ReadQueue } from '../../feature.ts';
import type { DefinedJobs } from '../../jobs/jobs.ts';
import { readLastAudit } from '../../ledger/audit-reports.ts';
import { readFlows } from '../../ledger/flows.ts';
import { toLiabilities } from '../../ledger/liabilities.ts';
import { readBackupState } from '../../restore/backup-checks.ts';
import { type MoneySinceDay, readMoneyDays, storeMoneyDay } from './money-days.queries.ts';

export interface OverviewSources extends Pick<Deps, 'clock' | 'db'> {
  queues: Readonly<Record<string, ReadQueue>>;
  readJobs: () => Promise<OpsQueue[]>;
  /** By kind of subject: reads the seconds since the earliest end that is not settled. */
  overdue: NonNullable<DefinedJobs['overdue']>;
}

/** Reads what operators see first (O1): a bounded number of rows of each part, whatever has happened before. */
export async function composeOverview(sources: OverviewSources): Promise<OperatorOverview> {
  const { clock, db } = sources;
  const [queues, money, { report }, jobs, backup, overdue] = await Promise.all([
    Promise.all(Object.entries(sources.queues).map(([name, read]) => readQueue(name, read))),
    readMoney(db),
    readLastAudit(db),
    sources.readJobs(),
    readBackupState(db),
    Promise.all(
      Object.entries(sources.overdue).map(async ([kind, read]) => ({ kind, seconds: await read() })),
    ),
  ]);
  const [error] = report?.errors ?? [];
  return {
    queues,
    money,
    audit: {
      ended_at: report?.endedAt.toISOString() ?? null,
      ok: report?.ok ?? null,
      error: error ? `${error.table} ${error.row} ${error.message}` : null,
    },
    jobs,
    overdue,
    replication: db.replication.report,
    backup,
    server_time: new Date(clock.wallMs()).toISOString(),
  };
}

async function readQueue(queue: string, read: ReadQueue): Promise<WaitingQueue> {
  const { waiting, byStatus = [], oldestAt, oldest } = await read();
  return {
    ...{ queue, waiting, by_status: byStatus },
    overdue: byStatus.reduce((sum, { overdue }) => sum + overdue, 0),
    oldest_at: oldestAt?.toISOString() ?? null,
    oldest: oldest ?? null,
  };
}

/** Reads what is owed, and what was paid in and out since the days that the overview offers. */
async function readMoney(db: Deps['db']): Promise<OperatorOverview['money']> {
  const [{ asOf, flows }, [today, week, month]] = await Promise.all([readFlows(db, 0), readMoneyDays(db)]);
  const { owed, paid_in } = toLiabilities(0, asOf, flows);
  const { available, held, bonus, total } = owed;
  const since = (day: MoneySinceDay | undefined): MoneySince | null =>
    day ? { since: day.asOf.toISOString(), paid_in: paid_in - day.paidIn, paid_out: day.paidOut } : null;
  return {
    as_of: asOf?.toISOString() ?? null,
    owed: { available, held, bonus, other: total - available - held - bonus, total },
    today: since(today),
    week: since(week),
    month: since(month),
  };
}

/** Keeps the totals of the beginning of each day. Run it each minute. */
export async function keepMoneyDay(db: Deps['db']): Promise<void> {
  const { asOf, flows } = await readFlows(db, 0);
  if (!asOf) return;
  await storeMoneyDay(db, { asOf, paidIn: toLiabilities(0, asOf, flows).paid_in });
}
