/** Work that the server starts by itself. A scheduled job only triggers the work: what is due is decided from rows. */
export interface Jobs {
  /**
   * Defines what to do at the time of a job of this kind. It may run twice, late, or never; a returned date schedules
   * it again.
   */
  defineScheduledJob(kind: string, run: RunJob): void;
  /** Returns at once. Does nothing while Redis is unavailable: a sweep finds what is due without scheduled jobs. */
  scheduleJob(kind: string, id: string, at: Date): void;
  /**
   * Runs in every worker, with or without Redis. One run at a time in each process; several processes may run it
   * concurrently.
   */
  defineSweep(sweep: Sweep): void;
  /** Starts scheduled jobs and sweeps in this process. */
  start(): Promise<void>;
  /** Waits a few seconds for current runs to end, whether or not Redis answers. */
  close(): Promise<void>;
  stats(): JobsStats;
  /** Counts the scheduled jobs of all servers in Redis; undefined while Redis is unavailable. */
  countScheduledJobs(): Promise<ScheduledJobCounts | undefined>;
  /** For operators: failed jobs, the latest first, and the next ones, 50 of each unless `most` differs; undefined while Redis is unavailable. */
  listScheduledJobs(most?: number): Promise<ScheduledJobLists | undefined>;
  /** Finds a failed job; undefined while Redis is unavailable. */
  findFailedJob(id: string): Promise<FailedJob | 'unknown' | 'not failed' | undefined>;
}

export type RunJob = (id: string) => Promise<Date | undefined>;

export interface Sweep {
  name: string;
  everyMs: number;
  /** When it runs first; by default within `everyMs`. */
  firstWithinMs?: number;
  run: () => Promise<void>;
  /** Called after each run: returns milliseconds until the next run, when the normal interval would be too long. */
  soonMs?: () => Promise<number | undefined>;
}

/** The scheduled jobs and sweeps of one part of the server. */
export interface DefinedJobs {
  /** By kind of scheduled job: what to do at its time. */
  readonly scheduled?: Readonly<Record<string, RunJob>>;
  /** By kind of scheduled job: the kind of subject that the id of such a job names. */
  readonly about?: Readonly<Record<string, string>>;
  readonly sweeps?: readonly Sweep[];
  /** By kind of subject: reads the seconds since the earliest end that is not settled, 0 without one. */
  readonly overdue?: Readonly<Record<string, () => Promise<number>>>;
}

export interface ScheduledJobCounts {
  waiting: number;
  active: number;
  /** Scheduled for a later moment. */
  later: number;
  failed: number;
}

/** A scheduled job as operators see it. */
export interface ListedJob {
  id: string;
  kind: string;
  /** The id of what it is about, as it was scheduled. */
  about: string;
  attempts: number;
  /** Its data as JSON, cut if it is long. */
  payload: string;
  /** The time it was scheduled for. */
  at: Date;
  failedAt: Date | null;
  reason: string | null;
}

export interface ScheduledJobLists {
  failed: ListedJob[];
  next: ListedJob[];
}

export interface FailedJob {
  listed: ListedJob;
  /** Runs it again, soon. */
  retry(): Promise<void>;
  /** Removes its record. */
  remove(): Promise<void>;
}

export interface ScheduledJobStats {
  scheduled: number;
  /** Not stored in Redis: it was unavailable or too slow. */
  dropped: number;
  ran: number;
  /** Jobs in Redis that no server of this version created. */
  ignored: number;
  failed: number;
}

export interface SweepStats {
  name: string;
  runs: number;
  failures: number;
  lastRunMs: number;
  lastError: string | undefined;
}

export interface JobsStats {
  scheduled: ScheduledJobStats;
  sweeps: SweepStats[];
}
