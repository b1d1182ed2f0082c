import type { Clock } from '../clock.ts';
import type { Database } from './database.ts';
import { withConnection } from './with-connection.ts';

const FIRST_ROUND_TRIPS = 5;
const MEASURE_EVERY_MS = 2_000;
/** The maximum drift between two clocks: NTP slews a clock by up to 500 ppm. */
const DRIFT = 0.0005;

interface Offset {
  /** The difference to add to the monotonic clock. */
  ms: number;
  /** Half of the round trip. */
  errorMs: number;
  atMs: number;
}

/**
 * Estimates the offset of another clock from several measurements. A short round trip is more precise than a long one,
 * and precision decreases with age. A measurement that contradicts the best one shows that the other clock was set, and
 * replaces it.
 */
export class OffsetEstimate {
  #best: Offset | undefined;

  /** Adds a measurement. Times are monotonic milliseconds, except the other clock's reading in between. */
  add(sentAtMs: number, receivedAtMs: number, theirsMs: number): void {
    const errorMs = (receivedAtMs - sentAtMs) / 2;
    const measured = { ms: theirsMs - sentAtMs - errorMs, errorMs, atMs: receivedAtMs };
    const best = this.#best;
    const bestErrorMs = best ? best.errorMs + DRIFT * (receivedAtMs - best.atMs) : Number.POSITIVE_INFINITY;
    const isContradiction = best !== undefined && Math.abs(measured.ms - best.ms) > errorMs + bestErrorMs;
    if (isContradiction || errorMs <= bestErrorMs) this.#best = measured;
  }

  get ms(): number | undefined {
    return this.#best?.ms;
  }
}

export interface DatabaseClock extends Clock {
  /** Measures once, then periodically until `stop`. */
  start(): Promise<void>;
  stop(): void;
}

/**
 * Estimates the database's time without a query for each reading: the server's monotonic clock plus a measured offset.
 * The server's system time is used only until the first measurement.
 */
export function createDatabaseClock(db: Database): DatabaseClock {
  const estimate = new OffsetEstimate();
  const monotonicMs = () => performance.now();
  let timer: NodeJS.Timeout | undefined;

  function measure(roundTrips: number): Promise<void> {
    return withConnection(db, async (client) => {
      for (let nth = 0; nth < roundTrips; nth += 1) {
        const sentAtMs = monotonicMs();
        const { rows } = await client.query<{ ms: number }>({
          name: 'database-clock',
          text: 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms',
        });
        if (rows[0]) estimate.add(sentAtMs, monotonicMs(), rows[0].ms);
      }
    });
  }

  return {
    wallMs: () => {
      const { ms } = estimate;
      return ms === undefined ? Date.now() : Math.round(monotonicMs() + ms);
    },
    monotonicMs,
    async start() {
      await measure(FIRST_ROUND_TRIPS);
      // While the database is unavailable, the last offset stays valid.
      timer = setInterval(() => void measure(1).catch(() => undefined), MEASURE_EVERY_MS);
      timer.unref();
    },
    stop: () => clearInterval(timer),
  };
}
