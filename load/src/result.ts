import type { Asserted } from './assertions.ts';

/** Milliseconds. NaN, in JSON null, where nothing was measured. */
export interface Percentiles {
  count: number;
  p50: number;
  p90: number;
  p99: number;
  p999: number;
  max: number;
}

/** One second of the run. */
export interface Second {
  /** Seconds since the first socket was opened. */
  at: number;
  phase: 'connecting' | 'running' | 'settling';
  sockets: number;
  joins: number;
  messages: number;
  bytes: number;
  accepted: number;
  refused: number;
  errors: number;
  /** Of deliveries, milliseconds; null in a second without any. */
  p50: number | null;
  p99: number | null;
  max: number | null;
  /** Of the busiest process of the driver, as a share of one core. */
  cpu: number;
  /** The longest any process of the driver was late for its own timers, milliseconds. */
  lagMs: number;
}

export interface CorrectnessVerdict {
  isRight: boolean;
  /** How many (watcher, room) pairs were compared with the server. */
  compared: number;
  divergent: number;
  /** Acknowledged bids that are not in the history as they were acknowledged. */
  lost: number;
  /** Bids that are in the history more often than they were made. */
  doubled: number;
  /** What the realm's coins add up to beyond what was issued. */
  unbalancedCoins: number;
  /** Sentences, the first of each kind. */
  faults: string[];
  /** What was judged, for the reader. */
  checks: string[];
}

export interface LoadResult {
  format: 'copup-load-1';
  scenario: string;
  command: string;
  startedAt: string;
  options: Record<string, string | number | boolean>;
  environment: Record<string, string | number>;
  totals: {
    /** Of the measured time. */
    seconds: number;
    sockets: number;
    joins: number;
    messages: number;
    bytes: number;
    accepted: number;
    refused: number;
    errors: number;
    /** From an auction's end to its settlement, by the server's clock; NaN without one that ended. */
    slowestCloseMs: number;
    /**
     * Acknowledged bids that no watcher saw in a frame of its own since a later bid overtook it, deliveries that came with a
     * later bid's frame, and acknowledged bids that no watcher was told of in any way.
     */
    overtaken: { bids: number; deliveries: number; untold: number };
    outcomes: Record<string, number>;
    errorKinds: Record<string, number>;
  };
  latencies: {
    /** From the decision of a bid until a watcher has its price or a later one, for each bid and watcher. */
    delivery: Percentiles;
    /** The same to the last of an auction's watchers. */
    lastWatcher: Percentiles;
    /** From the moment a bid was meant to be sent to its receipt or refusal. */
    bid: Percentiles;
    /** From the moment a socket was meant to be opened to the snapshots of its rooms. */
    join: Percentiles;
  };
  /** How many deliveries took at most so many milliseconds, and more than the entry before says. */
  deliveryHistogram: { upToMs: number; count: number }[];
  timeline: Second[];
  verdict: CorrectnessVerdict;
  assertions: Asserted[];
  /** Why the figures say more about the driver than about the server, if they do. */
  saturation: string | null;
  isPassed: boolean;
}
