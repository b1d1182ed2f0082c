import { arch, cpus, platform, totalmem } from 'node:os';
import type { RemoteAgent } from './agents/remote-agent.ts';
import { type Assertion, judgeAssertions } from './assertions.ts';
import type { DriverTally } from './driver-tally.ts';
import type { Judged } from './judge.ts';
import type { LoadOptions } from './options.ts';
import type { AgentResult, LoadResult, Stopped } from './result.ts';
import { describeSaturation } from './saturation.ts';
import type { Plan } from './scenarios/scenario.ts';
import type { Tally } from './tally.ts';

const SECOND_MS = 1_000;

export interface Ran {
  options: LoadOptions;
  command: string;
  startedAt: string;
  plan: Plan;
  tally: Tally;
  judged: Judged;
  measuredMs: number;
  stopped: Stopped | null;
  agents: readonly Pick<RemoteAgent, 'address' | 'workers' | 'clock'>[];
  realm: NonNullable<LoadResult['realm']>;
}

/** Adds up a run, also one that was stopped: it has what was measured until then. */
export function toResult(ran: Ran): LoadResult {
  const { options, command, startedAt, plan, tally, judged, measuredMs, stopped, realm } = ran;
  const { scenario, urls, clients, rooms, rate, rampMs, durationMs, workers, seed } = options;
  const result: LoadResult = {
    format: 'copup-load-1',
    scenario,
    command,
    startedAt,
    options: { urls: urls.join(' '), clients, rooms, rate, rampMs, durationMs, workers, seed },
    environment: {
      node: process.version,
      system: `${platform()} ${arch()}`,
      processor: cpus()[0]?.model.trim() ?? 'unknown',
      cores: cpus().length,
      'memory, GB': Math.round(totalmem() / 2 ** 30),
    },
    totals: {
      seconds: measuredMs / SECOND_MS,
      sockets: plan.sockets.length,
      ...tally.totals,
      slowestCloseMs: judged.slowestCloseMs,
      receptionSpreadMs: tally.receptionSpreadMs,
      overtaken: tally.overtaken,
      outcomes: tally.outcomes,
      errorKinds: tally.errorKinds,
    },
    latencies: {
      delivery: tally.delivery.percentiles(),
      lastWatcher: tally.lastWatcher.percentiles(),
      bid: tally.bid.percentiles(),
      join: tally.join.percentiles(),
      reception: tally.reception.percentiles(),
    },
    deliveryHistogram: tally.delivery.buckets(),
    timeline: tally.timeline,
    servers: tally.servers(),
    verdict: judged.verdict,
    assertions: [],
    ...saturationOf(ran),
    stopped,
    realm,
    isPassed: false,
  };
  return withAssertions(result, options.assertions);
}

/** Judges each machine on its own: a busy agent spoils the figures of its players only. */
function saturationOf({ tally, agents, options }: Ran): Pick<LoadResult, 'saturation' | 'agents'> {
  if (agents.length === 0) return { saturation: describeSaturation(tally.timeline, tally.lateMs) };
  const judged = agents.map(({ address, clock }, at): AgentResult => {
    const { bid, join, dropped, seconds, lateMs } = tally.drivers[at] as DriverTally;
    return {
      address,
      workers: options.workers,
      bid: bid.percentiles(),
      join: join.percentiles(),
      dropped,
      clockOffsetMs: clock.offsetMs,
      roundTripMs: clock.roundTripMs,
      saturation: describeSaturation(seconds, lateMs, `The agent ${address}`),
    };
  });
  const own = describeSaturation(tally.drivers.at(-1)?.seconds ?? [], 0, 'The coordinator');
  const all = [own, ...judged.map(({ saturation }) => saturation)].filter((text) => text !== null);
  return { agents: judged, saturation: all.join(' ') || null };
}

function withAssertions(result: LoadResult, assertions: readonly Assertion[]): LoadResult {
  const asserted = judgeAssertions(assertions, result);
  return {
    ...result,
    assertions: asserted,
    isPassed: result.stopped == null && result.verdict.isRight && asserted.every(({ holds }) => holds),
  };
}
