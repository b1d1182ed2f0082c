import type { Deps } from '../deps.ts';
import type { DefinedJobs, Sweep } from '../jobs/jobs.ts';
import { sharedRun } from '../jobs/shared-run.ts';
import { closeHeld, closeOverdue, type DueDeps, startOverdue } from './due-subjects.ts';
import { notifyChanged } from './notify-changed.ts';
import { notifySettled } from './notify-settled.ts';
import { refundAll } from './refund-entries.ts';
import { closeJob, startJob } from './schedule.ts';
import { isOneOf, type SubjectKind, type SubjectRow } from './subject-kind.ts';

const EVERY_SECOND_MS = 1_000;
/** Spreads the workers that wake up for the same end. */
const SPREAD_MS = 30;
const SUBJECT_ID = /^[1-9]\d{0,8}$/;

/** A column of times and the statuses in which its time applies. */
interface Moment {
  column: string;
  statuses: readonly string[];
}

/**
 * Defines the scheduled jobs and sweeps of subjects. Scheduled jobs make starts and ends punctual; the periodic sweeps
 * guarantee them (P1, P3). `further` are additional sweeps of the kind.
 */
export function subjectJobs<Row extends SubjectRow>(
  deps: DueDeps,
  kind: SubjectKind<Row>,
  further: readonly Sweep[] = [],
): DefinedJobs {
  const { db } = deps;
  const { table } = kind;
  const timed = [
    ...kind.starts.map((start, nth) => ({
      job: startJob(kind, start),
      sweep: `${table}-${start.name}`,
      // With the starts before it, which may be due at the same time.
      run: sharedRun(startJob(kind, start), async () => {
        for (const due of kind.starts.slice(0, nth + 1)) await startOverdue(deps, kind, due);
      }),
      moment: { column: start.column, statuses: [start.from] },
    })),
    {
      job: closeJob(kind),
      sweep: `${table}-close`,
      run: sharedRun(closeJob(kind), () => closeOverdue(deps, kind)),
      moment: { column: 'end_date', statuses: kind.openStatuses },
    },
  ];
  const sweep = (name: string, run: Sweep['run']): Sweep => ({ name, everyMs: EVERY_SECOND_MS, run });
  return {
    scheduled: Object.fromEntries(
      timed.map(({ job, run, moment }) => {
        const next = batched((ids) => listNext(db, table, ids, moment));
        return [
          job,
          async (id: string) => {
            await run();
            return next(id);
          },
        ];
      }),
    ),
    about: Object.fromEntries(timed.map(({ job }) => [job, kind.name])),
    sweeps: [
      ...timed.map((one) => ({
        ...sweep(one.sweep, one.run),
        soonMs: () => findSoonestMs(db, table, one.moment),
      })),
      sweep(`${table}-close-held`, () => closeHeld(deps, kind)),
      sweep(`${table}-refund`, () => refundAll(deps, kind)),
      sweep(`${table}-notify-settled`, () => notifySettled(deps, kind)),
      sweep(`${table}-notify-changed`, () => notifyChanged(deps, kind)),
      ...further,
    ],
    overdue: { [kind.name]: () => readOverdueS(db, kind) },
  };
}

async function readOverdueS<Row extends SubjectRow>(
  db: Deps['db'],
  { table, openStatuses }: SubjectKind<Row>,
): Promise<number> {
  const { rows } = await db.pool.query<{ s: number }>(
    `SELECT greatest(0, coalesce(extract(epoch FROM clock_timestamp() - min(end_date)), 0))::double precision AS s
     FROM ${table} WHERE ${isOneOf(openStatuses)} AND end_date <= statement_timestamp()`,
  );
  return rows[0]?.s ?? 0;
}

/**
 * Returns the milliseconds until the next time, if it is before the next periodic sweep, so that ends are punctual
 * without Redis too. Jittered, since every worker reads the same time.
 */
async function findSoonestMs(
  db: Deps['db'],
  table: string,
  { column, statuses }: Moment,
): Promise<number | undefined> {
  const { rows } = await db.pool.query<{ ms: number | null }>({
    name: `${table}-soonest-${column}`,
    text: `SELECT ceil(extract(epoch FROM min(${column}) - clock_timestamp()) * 1000)::int AS ms FROM ${table}
      WHERE ${isOneOf(statuses)}
        AND ${column} BETWEEN statement_timestamp() AND statement_timestamp() + interval '2 seconds'`,
  });
  const ms = rows[0]?.ms ?? undefined;
  return ms === undefined ? undefined : ms + SPREAD_MS * Math.random();
}

/**
 * Lists when jobs must run again: the end moved, or they ran slightly too early, by this server's clock. Subjects
 * overdue for longer could not be settled, and are left to the sweep.
 */
async function listNext(
  db: Deps['db'],
  table: string,
  ids: readonly string[],
  { column, statuses }: Moment,
): Promise<Map<string, Date>> {
  const { rows } = await db.pool.query<{ id: number; at: Date }>({
    name: `${table}-next-${column}`,
    text: `SELECT id, ${column} AS at FROM ${table} WHERE id = ANY($1::int[]) AND ${isOneOf(statuses)}
      AND ${column} > statement_timestamp() - interval '50 milliseconds'`,
    // An invalid id would fail the read for all others of its turn.
    values: [ids.filter((id) => SUBJECT_ID.test(id))],
  });
  return new Map(rows.map(({ id, at }) => [String(id), at]));
}

/** Reads the keys of one turn of the event loop together. */
function batched<Value>(
  read: (keys: readonly string[]) => Promise<Map<string, Value>>,
): (key: string) => Promise<Value | undefined> {
  let batch: { keys: string[]; found: Promise<Map<string, Value>> } | undefined;
  const begin = () => {
    const keys: string[] = [];
    const found = new Promise((resolve) => setImmediate(resolve)).then(() => {
      batch = undefined;
      return read(keys);
    });
    return { keys, found };
  };
  return async (key) => {
    batch ??= begin();
    batch.keys.push(key);
    return (await batch.found).get(key);
  };
}
