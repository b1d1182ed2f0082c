import { build } from 'hdr-histogram-js';

export interface Measured {
  acceptedPerS: number;
  decidedPerS: number;
  p50Ms: number;
  p99Ms: number;
  /** CPU time of this process for each accepted bid. */
  nodeCpuUs: number;
  postgresCpuUs: number;
}

export interface Load {
  bidders: number;
  durationMs: number;
  /** Returns the CPU time PostgreSQL has used so far. */
  postgresCpuUs: () => number;
  /** Places one bid of this bidder: true when accepted, false when refused by a rule. Throws on any other error. */
  bid: (bidder: number) => Promise<boolean>;
}

/**
 * Runs a closed loop: every bidder bids again as soon as the last bid is answered. The first tenth is warm-up and not
 * counted.
 */
export async function closedLoop({ bidders, durationMs, postgresCpuUs, bid }: Load): Promise<Measured> {
  const latencies = build({
    lowestDiscernibleValue: 1,
    highestTrackableValue: 60_000_000,
    numberOfSignificantValueDigits: 3,
  });
  let isCounting = false;
  let isOver = false;
  let accepted = 0;
  let decided = 0;

  const loop = async (bidder: number) => {
    while (!isOver) {
      const startMs = performance.now();
      const isAccepted = await bid(bidder);
      if (!isCounting || isOver) continue;
      decided += 1;
      if (!isAccepted) continue;
      accepted += 1;
      latencies.recordValue(Math.max(1, Math.round((performance.now() - startMs) * 1000)));
    }
  };
  const loops = Promise.all(Array.from({ length: bidders }, (_, bidder) => loop(bidder)));
  // A bid that fails ends the measurement at once.
  const wait = (ms: number) => Promise.race([loops, new Promise((resolve) => setTimeout(resolve, ms))]);
  await wait(durationMs / 10);
  isCounting = true;
  const startMs = performance.now();
  const nodeBefore = process.cpuUsage();
  const postgresBefore = postgresCpuUs();
  await wait(durationMs);
  isCounting = false;
  const seconds = (performance.now() - startMs) / 1000;
  const node = process.cpuUsage(nodeBefore);
  const postgres = postgresCpuUs() - postgresBefore;
  isOver = true;
  await loops;
  return {
    acceptedPerS: accepted / seconds,
    decidedPerS: decided / seconds,
    p50Ms: latencies.getValueAtPercentile(50) / 1000,
    p99Ms: latencies.getValueAtPercentile(99) / 1000,
    nodeCpuUs: (node.user + node.system) / accepted,
    postgresCpuUs: postgres / accepted,
  };
}
