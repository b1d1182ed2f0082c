import { Queue, Worker } from 'bullmq';
import type { Logger } from 'pino';
import { z } from 'zod';
import { withDeadline } from '../concurrency/deadline.ts';
import { OutageLog, type RedisClient, RedisConnection, type RedisConnectionOptions } from '../redis.ts';
import type { AlarmCounts, AlarmStats, Ring } from './jobs.ts';

const QUEUE = 'alarms';
/** Alarms that wait to be handed to Redis; beyond it they are dropped, and the sweep does their work. */
const MAX_PENDING = 20_000;
const CHUNK = 500;
const COMMAND_TIMEOUT_MS = 2_000;
const CLOSE_PATIENCE_MS = 2_000;
/** Alarms of one instant share one piece of work (see auctions.jobs.ts): the first begins it, fetching more only takes its time. */
const CONCURRENCY = 16;
/**
 * BullMQ promotes a job by the clock of the process that looks, so a server that is ahead rings early. An alarm set again
 * for the same instant rings no sooner than this, twice as late each time.
 */
const AGAIN_AFTER_MS = 25;
const AGAIN_AT_MOST_MS = 1_000;
const KEPT_FAILURES = 200;
const WARN_EVERY_MS = 10_000;

/** Redis is shared with other programs, so a job is read like any other input. */
const AlarmData = z.object({
  id: z.string().regex(/^[A-Za-z0-9-]{1,64}$/),
  /** How often it was set again for the same instant. */
  again: z.int().min(0).max(1_000_000),
  /** What it was set for. */
  atMs: z.int().min(0).optional(),
});
type AlarmData = z.infer<typeof AlarmData>;

interface Pending extends AlarmData {
  kind: string;
  atMs: number;
}

export interface Alarms {
  define(kind: string, ring: Ring): void;
  set(kind: string, id: string, at: Date): void;
  start(): void;
  close(): Promise<void>;
  stats(): AlarmStats;
  count(): Promise<AlarmCounts | undefined>;
}

export interface AlarmsOptions {
  redisUrl: string | undefined;
  /** Belongs before every key; without `:`. */
  prefix: string;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** The database's time: alarms are set for moments of its clock. */
  clock: { wallMs(): number };
}

/** Delayed BullMQ jobs. Nobody ever waits for Redis here, and nothing is thrown when it is away. */
export function createAlarms({ redisUrl, prefix, log, clock }: AlarmsOptions): Alarms {
  const rings = new Map<string, Ring>();
  const stats: AlarmStats = { set: 0, dropped: 0, rung: 0, ignored: 0, failed: 0 };
  const outages = new OutageLog(log, 'the periodic sweeps do what alarms would have done');
  const connections: RedisConnection[] = [];
  /** In a cluster all keys of a queue must be on one node. */
  const keyPrefix = `{${prefix}}`;
  let warnAgainAtMs = 0;
  let pending: Pending[] = [];
  let isFlushing = false;
  let isClosed = false;
  let queue: Queue<AlarmData> | undefined;
  let worker: Worker<AlarmData> | undefined;

  function connect(
    url: string,
    own: Pick<RedisConnectionOptions, 'options' | 'hasHeartbeat'>,
  ): RedisConnection {
    const connection = new RedisConnection({ url, outages, ...own });
    connections.push(connection);
    return connection;
  }

  const producer = redisUrl
    ? connect(redisUrl, {
        options: {
          maxRetriesPerRequest: 1,
          autoResendUnfulfilledCommands: true,
          commandTimeout: COMMAND_TIMEOUT_MS,
        },
      }).client
    : undefined;

  /** A queue whose first commands to Redis failed stays broken, so it is made anew. */
  async function openQueue(connection: RedisClient): Promise<Queue<AlarmData>> {
    if (queue) return queue;
    const opening = new Queue<AlarmData>(QUEUE, { connection, prefix: keyPrefix, skipVersionCheck: true });
    opening.on('error', () => {});
    await opening.waitUntilReady();
    queue = opening;
    return opening;
  }

  async function flush(): Promise<void> {
    if (!producer || isFlushing || isClosed) return;
    isFlushing = true;
    try {
      while (pending.length > 0) {
        const chunk = pending.splice(0, CHUNK);
        try {
          if (producer.status !== 'ready') throw new Error('Redis is away');
          const now = clock.wallMs();
          await (await openQueue(producer)).addBulk(
            chunk.map(({ kind, id, atMs, again }) => ({
              name: kind,
              data: { id, atMs, again },
              opts: {
                // Neither `:` nor digits alone are allowed, and a job that still exists blocks its id.
                jobId: `${kind}-${id}-${atMs}${again > 0 ? `-again${again}` : ''}`,
                delay: Math.max(pauseBefore(again), atMs - now),
                removeOnComplete: true,
                removeOnFail: { count: KEPT_FAILURES },
              },
            })),
          );
          stats.set += chunk.length;
        } catch {
          stats.dropped += chunk.length;
        }
      }
    } finally {
      isFlushing = false;
    }
  }

  function push(alarm: Pending): void {
    if (!producer || isClosed || pending.length >= MAX_PENDING) {
      stats.dropped += 1;
      return;
    }
    pending.push(alarm);
    // Those set in one turn of the event loop go together.
    if (pending.length === 1 && !isFlushing) setImmediate(() => void flush());
  }

  async function ring(kind: string, data: unknown): Promise<void> {
    const ringIt = rings.get(kind);
    const parsed = AlarmData.safeParse(data);
    if (!ringIt || !parsed.success) return ignore(kind);
    const { id, atMs, again } = parsed.data;
    stats.rung += 1;
    try {
      const next = await ringIt(id);
      if (!next) return;
      const nextMs = next.getTime();
      push({ kind, id, atMs: nextMs, again: nextMs === atMs ? again + 1 : 1 });
    } catch (error) {
      stats.failed += 1;
      throw error;
    }
  }

  /** A job that no server of this version made. The sweeps do what it may have been about. */
  function ignore(kind: string): void {
    stats.ignored += 1;
    const nowMs = performance.now();
    if (nowMs < warnAgainAtMs) return;
    warnAgainAtMs = nowMs + WARN_EVERY_MS;
    log.warn({ kind: kind.slice(0, 64) }, 'alarms: jobs that cannot be read are ignored');
  }

  return {
    define: (kind, ringIt) => {
      rings.set(kind, ringIt);
    },
    set: (kind, id, at) => push({ kind, id, atMs: at.getTime(), again: 0 }),
    start() {
      if (!redisUrl || worker || isClosed) return;
      const { client: connection } = connect(redisUrl, {
        options: {
          enableOfflineQueue: true,
          autoResendUnfulfilledCommands: true,
          maxRetriesPerRequest: null,
        },
        // The worker blocks its connections on purpose.
        hasHeartbeat: false,
      });
      worker = new Worker<AlarmData>(QUEUE, (job) => ring(job.name, job.data), {
        connection,
        prefix: keyPrefix,
        concurrency: CONCURRENCY,
        skipVersionCheck: true,
      });
      worker.on('error', (error) => {
        if (!isClosed) log.warn({ err: error }, 'alarms: the worker met an error');
      });
      worker.on('failed', (job, error) => log.error({ err: error, alarm: job?.id }, 'an alarm failed'));
    },
    async close() {
      isClosed = true;
      pending = [];
      const ended = Promise.allSettled([worker?.close(), queue?.close()]);
      await withDeadline<unknown>(ended, CLOSE_PATIENCE_MS, () => undefined);
      for (const connection of connections) connection.close();
    },
    stats: () => ({ ...stats }),
    async count() {
      if (isClosed || producer?.status !== 'ready') return undefined;
      try {
        const counts = await (await openQueue(producer)).getJobCounts('wait', 'active', 'delayed', 'failed');
        const { wait = 0, active = 0, delayed = 0, failed = 0 } = counts;
        return { waiting: wait, active, later: delayed, failed };
      } catch {
        return undefined;
      }
    },
  };
}

function pauseBefore(again: number): number {
  return again === 0 ? 0 : Math.min(AGAIN_AFTER_MS * 2 ** (again - 1), AGAIN_AT_MOST_MS);
}
