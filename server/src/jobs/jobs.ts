/** What wakes the server up by itself. An alarm is only a wake-up call: the row it is about is the truth. */
export interface Jobs {
  /** What to do when an alarm of this kind rings. It may ring twice, late, or never; a returned date sets it again. */
  defineAlarm(kind: string, ring: Ring): void;
  /** Returns at once. Forgotten while Redis is away: a sweep finds what is due without any alarm. */
  setAlarm(kind: string, id: string, at: Date): void;
  /** Runs in every worker, with or without Redis. Never twice at a time in one process; several may run it at once. */
  defineSweep(sweep: Sweep): void;
  /** Starts alarms and sweeps in this process. */
  start(): Promise<void>;
  /** Lets what runs end, within a few seconds, whether or not Redis answers. */
  close(): Promise<void>;
  stats(): JobsStats;
  /** Alarms of all servers as Redis holds them; undefined while it is away. */
  countAlarms(): Promise<AlarmCounts | undefined>;
}

export type Ring = (id: string) => Promise<Date | undefined>;

export interface Sweep {
  name: string;
  everyMs: number;
  run: () => Promise<void>;
  /** Asked after each run: milliseconds until there is something to do again, if the rhythm would come too late for it. */
  soonMs?: () => Promise<number | undefined>;
}

/** What a part of the server has done by the clock. */
export interface DefinedJobs {
  /** By kind of scheduled job: what to do at its time. */
  readonly scheduled?: Readonly<Record<string, Ring>>;
  readonly sweeps?: readonly Sweep[];
}

export interface AlarmCounts {
  waiting: number;
  active: number;
  /** Set for a moment that has not come. */
  later: number;
  failed: number;
}

export interface AlarmStats {
  set: number;
  /** Not handed to Redis: it was away or too slow. */
  dropped: number;
  rung: number;
  /** Jobs in Redis that are none of ours. */
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
  alarms: AlarmStats;
  sweeps: SweepStats[];
}
