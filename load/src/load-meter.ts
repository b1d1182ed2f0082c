import { monitorEventLoopDelay } from 'node:perf_hooks';

const RESOLUTION_MS = 10;
const NANOSECONDS_PER_MS = 1e6;

/** Measures how busy this process is, to show whether the driver and not the server was too slow. */
export class LoadMeter {
  readonly #delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  #cpu = process.cpuUsage();
  #atMs = performance.now();

  constructor() {
    this.#delay.enable();
  }

  /** Returns, since the last reading, the longest delay of the event loop and the CPU use as a share of one core. */
  read(): { lagMs: number; cpu: number } {
    const lagMs = Math.max(0, this.#delay.max / NANOSECONDS_PER_MS - RESOLUTION_MS);
    this.#delay.reset();
    const used = process.cpuUsage(this.#cpu);
    const nowMs = performance.now();
    const cpu = (used.user + used.system) / 1_000 / Math.max(1, nowMs - this.#atMs);
    this.#cpu = process.cpuUsage();
    this.#atMs = nowMs;
    return { lagMs, cpu };
  }
}
