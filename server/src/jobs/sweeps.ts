import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { withDeadline } from '../deadline.ts';
import { runTraced, type Tracer, tracer } from '../tracing.ts';
import type { Sweep, SweepStats } from './jobs.ts';

/** The interval varies by this share, so that several servers do not sweep at the same moments. */
const JITTER = 0.2;
/** Minimum pause between two runs, whatever `soonMs` returns. */
const SHORTEST_WAIT_MS = 5;
const CLOSE_PATIENCE_MS = 5_000;

export interface Sweeps {
  define(sweep: Sweep): void;
  start(): void;
  close(): Promise<void>;
  stats(): SweepStats[];
}

/** Starts a trace with the first transaction of the run: most runs find nothing to do. */
function traced(by: Tracer, { name, sweep }: Running): Promise<void> {
  return runTraced(by.lazyRoot(`sweep ${name}`, { 'sweep.name': name }), sweep.run);
}

interface Running extends SweepStats {
  sweep: Sweep;
}

/**
 * Runs periodic sweeps on timers of this process, without Redis. A failed run is logged; the next run follows as usual.
 */
export function createSweeps(log: Pick<Logger, 'error'>): Sweeps {
  const all: Running[] = [];
  const stop = new AbortController();
  let loops: Promise<unknown>[] = [];

  async function runOnce(entry: Running): Promise<number | undefined> {
    const startedAt = performance.now();
    entry.runs += 1;
    try {
      await (tracer ? traced(tracer, entry) : entry.sweep.run());
      const soonMs = await entry.sweep.soonMs?.();
      entry.lastError = undefined;
      return soonMs;
    } catch (error) {
      entry.failures += 1;
      const text = String(error);
      // A failure that repeats with the same message is logged once.
      if (entry.lastError !== text) log.error({ err: error, sweep: entry.name }, 'a sweep failed');
      entry.lastError = text;
      return undefined;
    } finally {
      entry.lastRunMs = performance.now() - startedAt;
    }
  }

  /** Runs one at a time: the interval starts when a run has ended. */
  async function loop(entry: Running): Promise<void> {
    let waitMs = (entry.sweep.firstWithinMs ?? entry.sweep.everyMs) * Math.random();
    while (!stop.signal.aborted) {
      await pause(waitMs, undefined, { signal: stop.signal }).catch(() => {});
      if (stop.signal.aborted) return;
      const soonMs = await runOnce(entry);
      const rhythmMs = entry.sweep.everyMs * (1 + JITTER * (2 * Math.random() - 1));
      waitMs = soonMs === undefined ? rhythmMs : Math.min(rhythmMs, Math.max(SHORTEST_WAIT_MS, soonMs));
    }
  }

  return {
    define(sweep) {
      if (loops.length > 0) throw new Error(`sweep ${sweep.name} was defined after the start`);
      all.push({ sweep, name: sweep.name, runs: 0, failures: 0, lastRunMs: 0, lastError: undefined });
    },
    start() {
      if (loops.length === 0) loops = all.map(loop);
    },
    async close() {
      stop.abort();
      await withDeadline<unknown>(Promise.allSettled(loops), CLOSE_PATIENCE_MS, () => undefined);
    },
    stats: () => all.map(({ sweep, ...stats }) => stats),
  };
}
