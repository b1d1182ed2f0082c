import { setTimeout as pause } from 'node:timers/promises';
import { isRunning, type ProcessIdentity } from './processes.ts';

/** A daemon that this product started or adopted. */
export interface Service {
  url: string;
  process: ProcessIdentity;
  /** Ends the process; safe to call twice. */
  stop(): Promise<void>;
}

export interface KeepRunningOptions {
  /** How the log names the service. */
  name: string;
  /** Starts the service again on its data and at its address. Rejects when it does not start. */
  restart(): Promise<Service>;
  /** Called when the service does not start any more. Nothing is tried afterwards. */
  onGivenUp(): void;
  /** One pause before each attempt; there are as many attempts as pauses. */
  pausesMs?: readonly number[];
  /** A service that ran this long counts as stable: the next restart begins with the first pause again. */
  stableMs?: number;
  pollMs?: number;
}

const defaults = {
  pausesMs: [0, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000],
  stableMs: 60_000,
  // The service is a daemon, not a child, so the system does not report its end.
  pollMs: 500,
};

/**
 * Restarts a service whenever its process ends, with growing pauses and a limited number of attempts. The returned
 * `stop` waits for an attempt that is under way, and ends the service that it started.
 */
export function keepRunning(first: Service, options: KeepRunningOptions): { stop(): Promise<void> } {
  const { name, restart, onGivenUp, pausesMs, stableMs, pollMs } = { ...defaults, ...options };
  const stopping = new AbortController();
  let service = first;
  let attempts = 0;

  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      const startedAt = performance.now();
      await waitForEnd(service, pollMs, stopping.signal);
      if (stopping.signal.aborted) return;
      console.warn(`${name} (process ${service.process.pid}) ended unexpectedly and is being restarted.`);
      if (performance.now() - startedAt >= stableMs) attempts = 0;
      if (!(await restartWithPauses())) return;
    }
  }

  async function restartWithPauses(): Promise<boolean> {
    while (attempts < pausesMs.length) {
      await pauseUntil(pausesMs[attempts] ?? 0, stopping.signal);
      if (stopping.signal.aborted) return false;
      attempts += 1;
      try {
        service = await restart();
        return true;
      } catch (error) {
        const next = pausesMs[attempts];
        const then = next === undefined ? '' : ` Next attempt in ${next / 1000} s.`;
        console.error(
          `${name} did not start (attempt ${attempts} of ${pausesMs.length}): ${messageOf(error)}${then}`,
        );
      }
    }
    if (!stopping.signal.aborted) onGivenUp();
    return false;
  }

  const watching = watch();
  return {
    stop: async () => {
      stopping.abort();
      await watching;
      await service.stop();
    },
  };
}

async function waitForEnd({ process }: Service, pollMs: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && isRunning(process)) await pauseUntil(pollMs, signal);
}

async function pauseUntil(ms: number, signal: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal }).catch(() => undefined);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
