import type { Asserted } from './assertions.ts';

/** Milliseconds. NaN (null in JSON) without a measurement. */
export interface Percentiles {
  count: number;
  p50: number;
  p90: number;
  /** Missing in results of earlier versions, as in `Second`. */
  p95?: number;
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
  /** As in `totals`. */
  dropped?: number;
  /** Delivery latency in milliseconds; null in a second without deliveries. */
  p50: number | null;
  p95?: number | null;
  p99: number | null;
  max: number | null;
  /** CPU use of the driver's busiest process, as a share of one core. */
  cpu: number;
  /** Longest event loop delay of the driver's processes, in milliseconds. */
  lagMs: number;
}

/** One server's part of a second. */
export interface ServerSecond {
  sockets: number;
  messages: number;
  /** As in `Second`. */
  p95?: number | null;
  p99: number | null;
}

/** What clients saw of one address of the run. A client that loses its server goes on with the next. */
export interface ServerResult {
  url: string;
  /** The most sockets that were open at once. */
  sockets: number;
  joins: number;
  messages: number;
  bytes: number;
  /** Bids and other commands that it answered, whatever their outcome. */
  commands: number;
  /** Connections that failed or were lost, and refused joins. */
  errors: number;
  delivery: Percentiles;
  bid: Percentiles;
  join: Percentiles;
  /** One for each second of the run's timeline. */
  timeline: ServerSecond[];
}

/** One machine of a run on several. */
export interface AgentResult {
  address: string;
  workers: number;
  /** Of its own commands and joins. Those of the run come from the merged histograms of all. */
  bid: Percentiles;
  join: Percentiles;
  dropped: number;
  /** By how much its clock was ahead, and the round trip of that measurement. */
  clockOffsetMs: number;
  roundTripMs: number;
  /** As that of the run. */
  saturation: string | null;
}

export interface CorrectnessVerdict {
  isRight: boolean;
  /** Number of (watcher, room) pairs compared with the server. */
  compared: number;
  divergent: number;
  /** Number of acknowledged bids that the history does not contain, and of acknowledged points that do not count. */
  lost: number;
  /** Number of bids and points beyond those that players made. */
  doubled: number;
  /** Coins in the realm minus coins issued. */
  unbalancedCoins: number;
  /** One sentence per violation, limited per kind. */
  violations: string[];
  /** Descriptions of the checks that were made. */
  checks: string[];
}

/** Why a run ended before its plan did. */
export interface Stopped {
  /** `interrupted`: by a signal. */
  kind: 'interrupted' | 'failed';
  reason: string;
  phase: 'set-up' | Second['phase'];
}

export interface LoadResult {
  format: 'copup-load-1';
  scenario: string;
  command: string;
  startedAt: string;
  options: Record<string, string | number | boolean>;
  environment: Record<string, string | number>;
  totals: {
    /** Length of the measured time. */
    seconds: number;
    sockets: number;
    joins: number;
    messages: number;
    bytes: number;
    accepted: number;
    refused: number;
    errors: number;
    /**
     * Planned commands, reads and reconnections that the driver sent more than 250 ms late or not at all, so that the load
     * was less even than planned. Missing in results of earlier versions.
     */
    dropped?: number;
    /** Longest time from an auction's end to its settlement, by the server's clock; NaN if no auction ended. */
    slowestCloseMs: number;
    /** From the first to the last holder of a heist who received its question; NaN without a heist. */
    receptionSpreadMs: number;
    /**
     * `bids`: acknowledged bids that watchers saw only in the frame of a later bid. `deliveries`: deliveries of a bid by
     * the frame of a later bid. `undelivered`: acknowledged bids that reached no watcher.
     */
    overtaken: { bids: number; deliveries: number; undelivered: number };
    outcomes: Record<string, number>;
    errorKinds: Record<string, number>;
  };
  latencies: {
    /** For each bid and watcher: from the decision of the bid until the watcher has its price or a later one. */
    delivery: Percentiles;
    /** The same, for the last watcher of each bid. */
    lastWatcher: Percentiles;
    /** From the planned time of a bid to its receipt or refusal. */
    bid: Percentiles;
    /** From the planned time of a connection to the snapshots of its rooms. */
    join: Percentiles;
    /** From the start of a heist until a holder of a ticket has its question. */
    reception: Percentiles;
  };
  /** Number of deliveries per bucket; `upToMs` is the bucket's upper edge. */
  deliveryHistogram: { upToMs: number; count: number }[];
  timeline: Second[];
  /** Missing in results of earlier versions. */
  servers?: ServerResult[];
  /** Missing if one machine ran everything. */
  agents?: AgentResult[];
  verdict: CorrectnessVerdict;
  assertions: Asserted[];
  /** Why the driver may have limited the figures; null if it did not. */
  saturation: string | null;
  /** Null if the run did all that was planned. Missing in results of earlier versions, as `realm`. */
  stopped?: Stopped | null;
  /** `remains`: why the realm still exists, and how to delete it; null if it does not. */
  realm?: { id: number | null; remains: string | null };
  isPassed: boolean;
}
