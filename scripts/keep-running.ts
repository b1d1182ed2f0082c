import { setTimeout as pause } from 'node:timers/promises';
import { isRunning, type ProcessIdentity } from './processes.ts';

/** A daemon that this process started or adopted. */
export interface Service {
  url: string;
  process: ProcessIdentity;
  /** Stops the process. A second call does nothing. */
  stop(): Promise<void>;
}

export interface KeepRunningOptions {
  /** Name of the service in the log. */
  name: string;
  /** Starts the service again with the same data and address. Rejects if it does not start. */
  restart(): Promise<Service>;
  /** Called after the last failed attempt. */
  onGivenUp(): void;
  /** The pause before each attempt; its length is the number of attempts. */
  pausesMs?: readonly number[];
  /** A service that ran this long counts as stable: its next restart uses the first pause. */
  stableMs?: number;
  pollMs?: number;
}

const defaults = {
  pausesMs: [0, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000],
  stableMs: 60_000,
  // The service is not a child process, so its end must be polled.
  pollMs: 500,
};

/**
 * Restarts a service whenever its process ends, with growing pauses and a limited number of attempts. The returned `stop`
 * waits for an attempt in progress and stops the service.
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
