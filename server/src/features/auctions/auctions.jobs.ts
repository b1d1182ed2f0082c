import type { AuctionStatus } from '@copup/shared/auctions.ts';
import type { FeatureJobs } from '../../feature.ts';
import type { Sweep } from '../../jobs/jobs.ts';
import { CLOSE_ALARM, START_ALARM } from './auction-alarms.ts';
import { publishRoots } from './chain-roots.ts';
import type { CloseDeps } from './close-auction.ts';
import { closeHeld, closeOverdue, type DueDeps, startOverdue } from './due-auctions.ts';
import { refundEntries } from './refund-entries.ts';
import { tellOutbid } from './tell-outbid.ts';
import { tellSettled } from './tell-settled.ts';

const EVERY_SECOND_MS = 1_000;
const EVERY_MINUTE_MS = 60_000;
/** Between the workers that wake for the same end. */
const SPREAD_MS = 30;
/** Auctions whose refunds one run of the sweep takes on. */
const REFUNDS = 100;
const AUCTION_ID = /^[1-9]\d{0,8}$/;

type JobDeps = CloseDeps & DueDeps;

/** What happens to auctions by the clock. Scheduled jobs make it punctual; the periodic sweeps make it certain (P1, P3). */
export function auctionJobs(deps: JobDeps): FeatureJobs {
  const start = shareRuns(() => startOverdue(deps));
  const close = shareRuns(() => closeOverdue(deps));
  const nextStart = gather((ids) => listNext(deps, ids, 'starts_at', ['pending']));
  const nextEnd = gather((ids) => listNext(deps, ids, 'end_date', ['pending', 'active']));
  const sweep = (name: string, run: Sweep['run'], over: Partial<Sweep> = {}): Sweep => ({
    name,
    everyMs: EVERY_SECOND_MS,
    run,
    ...over,
  });
  return {
    scheduled: {
      [START_ALARM]: async (id) => {
        await start();
        return nextStart(id);
      },
      [CLOSE_ALARM]: async (id) => {
        await close();
        return nextEnd(id);
      },
    },
    sweeps: [
      sweep('auctions-start', start, { soonMs: () => findSoonestMs(deps, 'starts_at', ['pending']) }),
      sweep('auctions-close', close, {
        soonMs: () => findSoonestMs(deps, 'end_date', ['pending', 'active']),
      }),
      sweep('auctions-close-held', () => closeHeld(deps)),
      sweep('auctions-refund', () => refundAll(deps)),
      sweep('auctions-tell-settled', () => tellSettled(deps)),
      sweep('auctions-tell-outbid', () => tellOutbid(deps)),
      sweep('auctions-chain-roots', () => publishRoots(deps), { everyMs: EVERY_MINUTE_MS }),
    ],
  };
}

/**
 * A thousand alarms of one instant are one piece of work: the first to ring takes all that is due, the others wait for a
 * run that began after they rang. Never more than one run at a time.
 */
function shareRuns(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  const begin = (): Promise<void> => {
    next = undefined;
    running = run().finally(() => {
      running = undefined;
    });
    return running;
  };
  return () => {
    if (next) return next;
    if (!running) return begin();
    next = running.then(begin, begin);
    return next;
  };
}

/**
 * Milliseconds until the next one is due, if that is before the sweep would come by itself: so ends are punctual without
 * Redis, too. Spread a little, since every worker asks the same.
 */
async function findSoonestMs(
  { db }: JobDeps,
  column: 'starts_at' | 'end_date',
  statuses: readonly AuctionStatus[],
): Promise<number | undefined> {
  const { rows } = await db.pool.query<{ ms: number | null }>({
    name: `auctions-soonest-${column}`,
    text: `SELECT ceil(extract(epoch FROM min(${column}) - clock_timestamp()) * 1000)::int AS ms FROM auctions
      WHERE ${isOneOf(statuses)}
        AND ${column} BETWEEN statement_timestamp() AND statement_timestamp() + interval '2 seconds'`,
  });
  const ms = rows[0]?.ms ?? undefined;
  return ms === undefined ? undefined : ms + SPREAD_MS * Math.random();
}

/**
 * When alarms must ring again: bids moved the end, or they rang a little too early for the run, by this server's clock.
 * What is longer due than that could not be settled, and is the sweep's.
 */
async function listNext(
  { db }: JobDeps,
  ids: readonly string[],
  column: 'starts_at' | 'end_date',
  statuses: readonly AuctionStatus[],
): Promise<Map<string, Date>> {
  const { rows } = await db.pool.query<{ id: number; at: Date }>({
    name: `auctions-next-${column}`,
    text: `SELECT id, ${column} AS at FROM auctions WHERE id = ANY($1::int[]) AND ${isOneOf(statuses)}
      AND ${column} > statement_timestamp() - interval '50 milliseconds'`,
    // One id that is none would fail the read for all others of its turn.
    values: [ids.filter((id) => AUCTION_ID.test(id))],
  });
  return new Map(rows.map(({ id, at }) => [String(id), at]));
}

/**
 * Statuses as constants: the plan of a prepared statement cannot use a partial index when they are parameters.
 */
function isOneOf(statuses: readonly AuctionStatus[]): string {
  return `status IN (${statuses.map((status) => `'${status}'`).join(', ')})`;
}

/** Asks for the keys of one turn of the event loop together. */
function gather<Value>(
  read: (keys: readonly string[]) => Promise<Map<string, Value>>,
): (key: string) => Promise<Value | undefined> {
  let gathering: { keys: string[]; found: Promise<Map<string, Value>> } | undefined;
  const begin = () => {
    const keys: string[] = [];
    const found = new Promise((resolve) => setImmediate(resolve)).then(() => {
      gathering = undefined;
      return read(keys);
    });
    return { keys, found };
  };
  return async (key) => {
    gathering ??= begin();
    gathering.keys.push(key);
    return (await gathering.found).get(key);
  };
}

async function refundAll(deps: JobDeps): Promise<void> {
  const { rows } = await deps.db.pool.query<{ id: number }>({
    name: 'auctions-refunding',
    text: `SELECT id FROM auctions WHERE status = 'cancelling' ORDER BY id LIMIT $1`,
    values: [REFUNDS],
  });
  for (const { id } of rows) await refundEntries(deps, id);
}
