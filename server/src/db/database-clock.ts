import type { Clock } from '../clock.ts';
import type { Database } from './database.ts';
import { withConnection } from './with-connection.ts';

const FIRST_ROUND_TRIPS = 5;
const MEASURE_EVERY_MS = 2_000;
/** Two clocks part by at most this share: NTP slews a clock by up to 500 ppm. */
const DRIFT = 0.0005;

interface Offset {
  /** What to add to the monotonic clock. */
  ms: number;
  /** Half of the round trip. */
  errorMs: number;
  atMs: number;
}

/**
 * The best of several measurements of another clock. A short round trip says more than a long one, and what was measured
 * long ago says less. A measurement that contradicts the best one shows that the other clock was set: it replaces it.
 */
export class OffsetEstimate {
  #best: Offset | undefined;

  /** In milliseconds of the monotonic clock, except for what the other clock said in between. */
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
  /** Measures once, then again and again until `stop`. */
  start(): Promise<void>;
  stop(): void;
}

/**
 * The database's time, as far as a server can tell without asking for it each time: its own monotonic clock and a measured
 * offset. The system's time of the server is used only until the first measurement.
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
      // While the database is away, the last offset stays right.
      timer = setInterval(() => void measure(1).catch(() => undefined), MEASURE_EVERY_MS);
      timer.unref();
    },
    stop: () => clearInterval(timer),
  };
}
