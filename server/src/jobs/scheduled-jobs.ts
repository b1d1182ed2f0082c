import { Queue, Worker } from 'bullmq';
import type { Logger } from 'pino';
import { z } from 'zod';
import { withDeadline } from '../concurrency/deadline.ts';
import { OutageLog, type RedisClient, RedisConnection, type RedisConnectionOptions } from '../redis.ts';
import { type Span, tracer } from '../tracing.ts';
import { findFailedJob, listJobs } from './inspect-jobs.ts';
import { runAsTrace, traceSchedule } from './job-traces.ts';
import type { FailedJob, RunJob, ScheduledJobCounts, ScheduledJobLists, ScheduledJobStats } from './jobs.ts';

const QUEUE = 'scheduled-jobs';
/** Maximum number of jobs that wait to be sent to Redis; beyond it they are dropped, and the sweep does their work. */
const MAX_PENDING = 20_000;
const CHUNK = 500;
const COMMAND_TIMEOUT_MS = 2_000;
const CLOSE_PATIENCE_MS = 2_000;
/** Jobs of one instant share one run: the first starts it, and fetching more would only slow it down. */
const CONCURRENCY = 16;
/**
 * BullMQ promotes a job by the clock of the process that checks, so a server whose clock is ahead runs it early. A job
 * scheduled again for the same instant runs no sooner than this, with the delay doubled each time.
 */
const AGAIN_AFTER_MS = 25;
const AGAIN_AT_MOST_MS = 1_000;
const KEPT_FAILURES = 200;
const WARN_EVERY_MS = 10_000;

/** Redis is shared with other programs, so a job's data is validated like any other input. */
const JobData = z.object({
  id: z.string().regex(/^[A-Za-z0-9-]{1,64}$/),
  /** How often it was scheduled again for the same instant. */
  again: z.int().min(0).max(1_000_000),
  /** The time it was scheduled for. */
  atMs: z.int().min(0).optional(),
  /** The trace contexts of where it was scheduled, when that was traced. */
  trace: z.array(z.string().max(64)).max(8).optional(),
});
type JobData = z.infer<typeof JobData>;

interface Pending extends JobData {
  kind: string;
  atMs: number;
  /** Ends when the job is stored. */
  span?: Span | undefined;
}

export interface ScheduledJobs {
  define(kind: string, ring: RunJob): void;
  schedule(kind: string, id: string, at: Date): void;
  start(): void;
  close(): Promise<void>;
  stats(): ScheduledJobStats;
  count(): Promise<ScheduledJobCounts | undefined>;
  list(): Promise<ScheduledJobLists | undefined>;
  findFailed(id: string): Promise<FailedJob | 'unknown' | 'not failed' | undefined>;
}

export interface ScheduledJobsOptions {
  redisUrl: string | undefined;
  /** Prefix of every key; must not contain `:`. */
  prefix: string;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** The database's clock, which the times of jobs refer to. */
  clock: { wallMs(): number };
}

/** Creates delayed BullMQ jobs. No caller waits for Redis, and nothing throws while it is unavailable. */
export function createScheduledJobs({ redisUrl, prefix, log, clock }: ScheduledJobsOptions): ScheduledJobs {
  const handlers = new Map<string, RunJob>();
  const stats: ScheduledJobStats = { scheduled: 0, dropped: 0, ran: 0, ignored: 0, failed: 0 };
  const outages = new OutageLog(log, 'the periodic sweeps do the work of scheduled jobs');
  const connections: RedisConnection[] = [];
  /** In a Redis Cluster all keys of a queue must be on one node. */
  const keyPrefix = `{${prefix}}`;
  let warnAgainAtMs = 0;
  let pending: Pending[] = [];
  let isFlushing = false;
  let isClosed = false;
  let queue: Queue<JobData> | undefined;
  let worker: Worker<JobData> | undefined;

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

  /** A queue whose first Redis commands failed stays broken, so a new one is created. */
  async function openQueue(connection: RedisClient): Promise<Queue<JobData>> {
    if (queue) return queue;
    const opening = new Queue<JobData>(QUEUE, { connection, prefix: keyPrefix, skipVersionCheck: true });
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
          if (producer.status !== 'ready') throw new Error('Redis is unavailable');
          const now = clock.wallMs();
          await (await openQueue(producer)).addBulk(
            chunk.map(({ kind, id, atMs, again, span }) => ({
              name: kind,
              data: { id, atMs, again, ...(span && { trace: span.contexts() }) },
              opts: {
                // BullMQ allows neither `:` nor only digits in an id, and ignores a job whose id exists.
                jobId: `${kind}-${id}-${atMs}${again > 0 ? `-again${again}` : ''}`,
                delay: Math.max(pauseBefore(again), atMs - now),
                removeOnComplete: true,
                removeOnFail: { count: KEPT_FAILURES },
              },
            })),
          );
          stats.scheduled += chunk.length;
          for (const { span } of chunk) span?.end();
        } catch (error) {
          stats.dropped += chunk.length;
          for (const { span } of chunk) span?.end(error);
        }
      }
    } finally {
      isFlushing = false;
    }
  }

  function push(job: Pending): void {
    if (!producer || isClosed || pending.length >= MAX_PENDING) {
      stats.dropped += 1;
      return;
    }
    pending.push({ ...job, span: traceSchedule(job) });
    // Jobs scheduled within one turn of the event loop are sent together.
    if (pending.length === 1 && !isFlushing) setImmediate(() => void flush());
  }

  async function run(kind: string, data: unknown): Promise<void> {
    const handler = handlers.get(kind);
    const parsed = JobData.safeParse(data);
    if (!handler || !parsed.success) return ignore(kind);
    const { id, atMs, again } = parsed.data;
    const work = async () => {
      const next = await handler(id);
      if (!next) return;
      const nextMs = next.getTime();
      push({ kind, id, atMs: nextMs, again: nextMs === atMs ? again + 1 : 1 });
    };
    stats.ran += 1;
    try {
      await (tracer
        ? runAsTrace(
            tracer,
            { kind, ...parsed.data, lateMs: clock.wallMs() - (atMs ?? clock.wallMs()) },
            work,
          )
        : work());
    } catch (error) {
      stats.failed += 1;
      throw error;
    }
  }

  /** Counts a job that no server of this version created. The sweeps find what it may have been scheduled for. */
  function ignore(kind: string): void {
    stats.ignored += 1;
    const nowMs = performance.now();
    if (nowMs < warnAgainAtMs) return;
    warnAgainAtMs = nowMs + WARN_EVERY_MS;
    log.warn({ kind: kind.slice(0, 64) }, 'scheduled jobs: jobs that cannot be read are ignored');
  }

  /** Resolves with undefined while Redis is unavailable. */
  async function readQueue<Found>(
    read: (open: Queue<JobData>) => Promise<Found>,
  ): Promise<Found | undefined> {
    if (isClosed || producer?.status !== 'ready') return undefined;
    try {
      return await read(await openQueue(producer));
    } catch {
      return undefined;
    }
  }

  return {
    define: (kind, handler) => {
      handlers.set(kind, handler);
    },
    schedule: (kind, id, at) => push({ kind, id, atMs: at.getTime(), again: 0 }),
    start() {
      if (!redisUrl || worker || isClosed) return;
      const { client: connection } = connect(redisUrl, {
        options: {
          enableOfflineQueue: true,
          autoResendUnfulfilledCommands: true,
          maxRetriesPerRequest: null,
        },
        // BullMQ workers use blocking commands.
        hasHeartbeat: false,
      });
      worker = new Worker<JobData>(QUEUE, (job) => run(job.name, job.data), {
        connection,
        prefix: keyPrefix,
        concurrency: CONCURRENCY,
        skipVersionCheck: true,
      });
      worker.on('error', (error) => {
        if (!isClosed) log.warn({ err: error }, 'scheduled jobs: worker error');
      });
      worker.on('failed', (job, error) => log.error({ err: error, job: job?.id }, 'a scheduled job failed'));
    },
    async close() {
      isClosed = true;
      pending = [];
      const ended = Promise.allSettled([worker?.close(), queue?.close()]);
      await withDeadline<unknown>(ended, CLOSE_PATIENCE_MS, () => undefined);
      for (const connection of connections) connection.close();
    },
    stats: () => ({ ...stats }),
    count: () =>
      readQueue(async (open) => {
        const counts = await open.getJobCounts('wait', 'active', 'delayed', 'failed');
        const { wait = 0, active = 0, delayed = 0, failed = 0 } = counts;
        return { waiting: wait, active, later: delayed, failed };
      }),
    list: () => readQueue(listJobs),
    // Without Redis there are no jobs.
    findFailed: async (id) => (redisUrl ? readQueue((open) => findFailedJob(open, id)) : 'unknown'),
  };
}

function pauseBefore(again: number): number {
  return again === 0 ? 0 : Math.min(AGAIN_AFTER_MS * 2 ** (again - 1), AGAIN_AT_MOST_MS);
}
