import { Queue, Worker } from 'bullmq';
import type { Logger } from 'pino';
import { z } from 'zod';
import { withDeadline } from '../deadline.ts';
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
export const KEPT_FAILURES = 200;
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

export interface ScheduledJobsOptions {
  redisUrl: string | undefined;
  /** Prefix of every key; must not contain `:`. */
  prefix: string;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** The database's clock, which the times of jobs refer to. */
  clock: { wallMs(): number };
}

/** Delayed BullMQ jobs. No caller waits for Redis, and nothing throws while it is unavailable. */
export class ScheduledJobs {
  readonly #redisUrl: string | undefined;
  readonly #log: ScheduledJobsOptions['log'];
  readonly #clock: ScheduledJobsOptions['clock'];
  /** In a Redis Cluster all keys of a queue must be on one node. */
  readonly #keyPrefix: string;
  readonly #handlers = new Map<string, RunJob>();
  readonly #stats: ScheduledJobStats = { scheduled: 0, dropped: 0, ran: 0, ignored: 0, failed: 0 };
  readonly #outages: OutageLog;
  readonly #connections: RedisConnection[] = [];
  readonly #producer: RedisClient | undefined;
  #warnAgainAtMs = 0;
  #pending: Pending[] = [];
  #isFlushing = false;
  #isClosed = false;
  #queue: Queue<JobData> | undefined;
  #worker: Worker<JobData> | undefined;

  constructor({ redisUrl, prefix, log, clock }: ScheduledJobsOptions) {
    this.#redisUrl = redisUrl;
    this.#log = log;
    this.#clock = clock;
    this.#keyPrefix = `{${prefix}}`;
    this.#outages = new OutageLog(log, 'the periodic sweeps do the work of scheduled jobs');
    const options = {
      maxRetriesPerRequest: 1,
      autoResendUnfulfilledCommands: true,
      commandTimeout: COMMAND_TIMEOUT_MS,
    };
    this.#producer = redisUrl ? this.#connect({ url: redisUrl, options }) : undefined;
  }

  define(kind: string, handler: RunJob): void {
    this.#handlers.set(kind, handler);
  }

  schedule(kind: string, id: string, at: Date): void {
    this.#push({ kind, id, atMs: at.getTime(), again: 0 });
  }

  start(): void {
    if (!this.#redisUrl || this.#worker || this.#isClosed) return;
    const options = {
      enableOfflineQueue: true,
      autoResendUnfulfilledCommands: true,
      maxRetriesPerRequest: null,
    };
    this.#worker = new Worker<JobData>(QUEUE, (job) => this.#run(job.name, job.data), {
      // BullMQ workers use blocking commands.
      connection: this.#connect({ url: this.#redisUrl, options, hasHeartbeat: false }),
      prefix: this.#keyPrefix,
      concurrency: CONCURRENCY,
      skipVersionCheck: true,
    });
    this.#worker.on('error', (error) => {
      if (!this.#isClosed) this.#log.warn({ err: error }, 'scheduled jobs: worker error');
    });
    this.#worker.on('failed', (job, error) =>
      this.#log.error({ err: error, job: job?.id }, 'a scheduled job failed'),
    );
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#pending = [];
    const ended = Promise.allSettled([this.#worker?.close(), this.#queue?.close()]);
    await withDeadline<unknown>(ended, CLOSE_PATIENCE_MS, () => undefined);
    for (const connection of this.#connections) connection.close();
  }

  stats(): ScheduledJobStats {
    return { ...this.#stats };
  }

  count(): Promise<ScheduledJobCounts | undefined> {
    return this.#read(async (queue) => {
      const counts = await queue.getJobCounts('wait', 'active', 'delayed', 'failed');
      const { wait = 0, active = 0, delayed = 0, failed = 0 } = counts;
      return { waiting: wait, active, later: delayed, failed };
    });
  }

  list(most?: number): Promise<ScheduledJobLists | undefined> {
    return this.#read((queue) => listJobs(queue, most));
  }

  /** Without Redis there are no jobs. */
  async findFailed(id: string): Promise<FailedJob | 'unknown' | 'not failed' | undefined> {
    return this.#redisUrl ? this.#read((queue) => findFailedJob(queue, id)) : 'unknown';
  }

  #connect(own: Omit<RedisConnectionOptions, 'outages'>): RedisClient {
    const connection = new RedisConnection({ ...own, outages: this.#outages });
    this.#connections.push(connection);
    return connection.client;
  }

  /** A queue whose first Redis commands failed stays broken, so a new one is created. */
  async #openQueue(connection: RedisClient): Promise<Queue<JobData>> {
    if (this.#queue) return this.#queue;
    const opening = new Queue<JobData>(QUEUE, {
      connection,
      prefix: this.#keyPrefix,
      skipVersionCheck: true,
    });
    opening.on('error', () => {});
    await opening.waitUntilReady();
    this.#queue = opening;
    return opening;
  }

  /** Resolves with undefined while Redis is unavailable. */
  async #read<Found>(read: (queue: Queue<JobData>) => Promise<Found>): Promise<Found | undefined> {
    if (this.#isClosed || this.#producer?.status !== 'ready') return undefined;
    try {
      return await read(await this.#openQueue(this.#producer));
    } catch {
      return undefined;
    }
  }

  #push(job: Pending): void {
    if (!this.#producer || this.#isClosed || this.#pending.length >= MAX_PENDING) {
      this.#stats.dropped += 1;
      return;
    }
    this.#pending.push({ ...job, span: traceSchedule(job) });
    // Jobs scheduled within one turn of the event loop are sent together.
    if (this.#pending.length === 1 && !this.#isFlushing) setImmediate(() => void this.#flush());
  }

  async #flush(): Promise<void> {
    if (this.#isFlushing || this.#isClosed) return;
    this.#isFlushing = true;
    while (this.#pending.length > 0) {
      const chunk = this.#pending.splice(0, CHUNK);
      let failure: unknown;
      try {
        await this.#send(chunk);
        this.#stats.scheduled += chunk.length;
      } catch (error) {
        this.#stats.dropped += chunk.length;
        failure = error;
      }
      for (const { span } of chunk) span?.end(failure);
    }
    this.#isFlushing = false;
  }

  async #send(chunk: readonly Pending[]): Promise<void> {
    if (this.#producer?.status !== 'ready') throw new Error('Redis is unavailable');
    const now = this.#clock.wallMs();
    const queue = await this.#openQueue(this.#producer);
    await queue.addBulk(
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
  }

  async #run(kind: string, data: unknown): Promise<void> {
    const handler = this.#handlers.get(kind);
    const parsed = JobData.safeParse(data);
    if (!handler || !parsed.success) return this.#ignore(kind);
    const { id, atMs, again } = parsed.data;
    const work = async () => {
      const next = await handler(id);
      if (!next) return;
      const nextMs = next.getTime();
      this.#push({ kind, id, atMs: nextMs, again: nextMs === atMs ? again + 1 : 1 });
    };
    this.#stats.ran += 1;
    const nowMs = this.#clock.wallMs();
    const job = { kind, ...parsed.data, lateMs: nowMs - (atMs ?? nowMs) };
    try {
      await (tracer ? runAsTrace(tracer, job, work) : work());
    } catch (error) {
      this.#stats.failed += 1;
      throw error;
    }
  }

  /** Counts a job that no server of this version created. The sweeps find what it may have been scheduled for. */
  #ignore(kind: string): void {
    this.#stats.ignored += 1;
    const nowMs = performance.now();
    if (nowMs < this.#warnAgainAtMs) return;
    this.#warnAgainAtMs = nowMs + WARN_EVERY_MS;
    this.#log.warn({ kind: kind.slice(0, 64) }, 'scheduled jobs: jobs that cannot be read are ignored');
  }
}

function pauseBefore(again: number): number {
  return again === 0 ? 0 : Math.min(AGAIN_AFTER_MS * 2 ** (again - 1), AGAIN_AT_MOST_MS);
}
