import { Latencies } from './latency.ts';
import type { Tick } from './messages.ts';
import type { Second } from './result.ts';

/** What one machine of the driver measured, and how busy it was. */
export class DriverTally {
  readonly bid = new Latencies();
  readonly join = new Latencies();
  readonly seconds: Pick<Second, 'phase' | 'cpu' | 'lagMs'>[] = [];
  lateMs = 0;
  dropped = 0;
  #busiest = { cpu: 0, lagMs: 0 };

  take(tick: Tick, isMeasured: boolean): void {
    for (const ms of tick.joinMs) this.join.record(ms);
    for (const ms of tick.bidMs) this.bid.record(ms);
    this.busy(tick);
    if (!isMeasured) return;
    this.dropped += tick.dropped;
    this.lateMs = Math.max(this.lateMs, tick.lateMs);
  }

  busy({ cpu, lagMs }: { cpu: number; lagMs: number }): void {
    this.#busiest = { cpu: Math.max(this.#busiest.cpu, cpu), lagMs: Math.max(this.#busiest.lagMs, lagMs) };
  }

  /** Ends a second and returns how busy its busiest process was. */
  endSecond(phase: Second['phase']): { cpu: number; lagMs: number } {
    const busiest = this.#busiest;
    this.seconds.push({ phase, ...busiest });
    this.#busiest = { cpu: 0, lagMs: 0 };
    return busiest;
  }
}

/** Adds histograms up. Percentiles of machines must not be averaged. */
export function mergedLatencies(all: readonly Latencies[]): Latencies {
  if (all.length === 1) return all[0] as Latencies;
  const merged = new Latencies();
  for (const each of all) merged.add(each);
  return merged;
}
