import { setTimeout as pause } from 'node:timers/promises';
import type { DryRunReport } from '@copup/shared/dry-runs.ts';

const EACH_MS = 1_000;
const BEFORE_MS = 5_000;
/** Longer than a burst of sign-ins or entries. */
const WINDOW = 10;

/** How much of a core this process uses. */
export class ServerShare {
  #before = 0;
  readonly #seconds: number[] = [];
  #timer: NodeJS.Timeout | undefined;

  /** Takes five seconds. */
  async measureBefore(signal: AbortSignal): Promise<void> {
    const first = usage();
    await pause(BEFORE_MS, undefined, { signal });
    this.#before = between(first, usage());
  }

  /** Measures each second, and passes on the mean of the last ten. */
  watch(onWindow: (share: number) => void): void {
    let last = usage();
    this.#timer = setInterval(() => {
      const now = usage();
      this.#seconds.push(between(last, now));
      last = now;
      if (this.#seconds.length >= WINDOW) onWindow(mean(this.#seconds.slice(-WINDOW)));
    }, EACH_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  read(): DryRunReport['share'] {
    const windows = this.#seconds
      .slice(WINDOW - 1)
      .map((_, at) => mean(this.#seconds.slice(at, at + WINDOW)));
    const added = Math.max(0, mean(this.#seconds) - this.#before);
    const shares = { before: this.#before, mean: added, most: Math.max(0, ...windows) };
    return { before: rounded(shares.before), mean: rounded(shares.mean), most: rounded(shares.most) };
  }
}

interface Usage {
  cpuMs: number;
  atMs: number;
}

function usage(): Usage {
  const { user, system } = process.cpuUsage();
  return { cpuMs: (user + system) / 1_000, atMs: performance.now() };
}

const between = (from: Usage, to: Usage): number =>
  (to.cpuMs - from.cpuMs) / Math.max(1, to.atMs - from.atMs);
const mean = (numbers: readonly number[]): number =>
  numbers.length === 0 ? 0 : numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
const rounded = (share: number): number => Math.round(share * 1_000) / 1_000;
