import { arch, cpus, platform, totalmem } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { seeded } from '@copup/testkit/random.ts';
import { type Assertion, judgeAssertions } from './assertions.ts';
import { Fleet, shareOut } from './fleet.ts';
import { type Judged, judgeRun } from './judge.ts';
import { LoadMeter } from './load-meter.ts';
import type { LoadOptions } from './options.ts';
import type { LoadResult } from './result.ts';
import { nowMs } from './room-socket.ts';
import { describeSaturation } from './saturation.ts';
import type { Plan, Scenario } from './scenarios/scenario.ts';
import { scenarios } from './scenarios/scenarios.ts';
import { Stage } from './stage.ts';
import { Tally } from './tally.ts';
import { Truth } from './truth.ts';

/** Everybody should have joined so long after the ramp; who has not is counted as divergent in the end. */
const JOIN_PATIENCE_MS = 20_000;
const JOINED_LOOK_MS = 50;
/** Between the last preparation and the begin, so that all workers have heard of it. */
const BEGIN_IN_MS = 300;
/** Preparing takes about so long: for ends that are planned before it. */
const PREPARE_MS = { fixed: 4_000, perAuction: 80, perEntry: 12 };
const SECOND_MS = 1_000;

/** What a view is told while it runs. */
export interface Watching {
  says(text: string): void;
  second(tally: Tally, progress: { elapsedMs: number; totalMs: number }): void;
  /** Awaited once the bidding is over, before anything is judged. */
  judging?(auctionIds: readonly number[]): Promise<void>;
}

/**
 * One run, from making the realm to ending it again. Whatever happens, and when the signal comes, the realm is ended and
 * the workers are gone when this resolves or rejects.
 */
export async function runLoad(
  options: LoadOptions,
  command: string,
  view: Watching,
  signal: AbortSignal,
): Promise<LoadResult> {
  const plan = (scenarios[options.scenario] as Scenario).plan(options, seeded(options.seed));
  const startedAt = new Date().toISOString();
  const tally = new Tally();
  const fleet = new Fleet(options.workers, (worker, tick) => tally.take(worker, tick));
  let stage: Stage | undefined;
  try {
    view.says(`Making a realm with ${plan.users} players and ${plan.auctions.length} auctions`);
    stage = await Stage.open(options.urls[0] ?? '', options.operator, plan);
    signal.throwIfAborted();
    const { judged, measuredMs } = await perform({ options, plan, stage, tally, fleet, view, signal });
    return toResult({ options, command, startedAt, plan, tally, judged, measuredMs });
  } finally {
    await fleet.end();
    if (stage) {
      view.says(`Ending realm ${stage.realm}`);
      await stage.close();
    }
  }
}

interface Performance {
  options: LoadOptions;
  plan: Plan;
  stage: Stage;
  tally: Tally;
  fleet: Fleet;
  view: Watching;
  signal: AbortSignal;
}

async function perform({ options, plan, stage, tally, fleet, view, signal }: Performance) {
  const { urls, rampMs, durationMs } = options;
  const prepareMs =
    PREPARE_MS.fixed +
    plan.auctions.length * PREPARE_MS.perAuction +
    plan.entries.length * PREPARE_MS.perEntry +
    rampMs;
  const plannedBeginMs = nowMs() + prepareMs;
  const hasEnds = plan.auctions.some(({ endsAtMs }) => endsAtMs !== undefined);
  await stage.createAuctions(plan.auctions, plannedBeginMs, signal);
  const { realm, users, auctionIds } = stage;
  const truth = new Truth(urls, { realm, users, auctionIds });
  tally.clockOffsetMs = await truth.clockOffsetMs();
  view.says(`Paying ${plan.entries.length} entries`);
  await interruptible(
    fleet.prepare(shareOut(plan, { urls, realm, auctionIds, users }, options.workers)),
    signal,
  );

  const meter = new LoadMeter();
  const beganMs = nowMs();
  const totalMs = rampMs + durationMs;
  const seconds = setInterval(() => {
    tally.busy(meter.read());
    tally.endSecond();
    view.second(tally, { elapsedMs: nowMs() - beganMs, totalMs });
  }, SECOND_MS);
  try {
    tally.start();
    fleet.connect(nowMs());
    const patientUntilMs = nowMs() + rampMs + JOIN_PATIENCE_MS;
    while (tally.joined < plan.sockets.length && nowMs() < patientUntilMs)
      await interruptible(Promise.race([pause(JOINED_LOOK_MS), fleet.lost]), signal);
    const beginMs = Math.max(nowMs() + BEGIN_IN_MS, hasEnds ? plannedBeginMs : 0);
    await interruptible(pause(beginMs - nowMs()), signal);
    tally.phase = 'running';
    // A last step may come before the end of the time.
    await interruptible(Promise.all([fleet.run(beginMs), pause(durationMs)]), signal);
    const measuredMs = nowMs() - beginMs;
    tally.phase = 'settling';
    view.says('Judging what is there');
    await view.judging?.(auctionIds);
    const judged = await interruptible(
      Promise.race([
        judgeRun({
          plan,
          stage,
          truth,
          fleet,
          history: tally.history,
          databaseUrl: options.databaseUrl,
          signal,
        }),
        fleet.lost,
      ]),
      signal,
    );
    return { judged, measuredMs };
  } finally {
    clearInterval(seconds);
    tally.finish();
  }
}

/** Rejects with the signal's reason as soon as it comes; what was waited for goes on unheard. */
function interruptible<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

function toResult({
  options,
  command,
  startedAt,
  plan,
  tally,
  judged,
  measuredMs,
}: {
  options: LoadOptions;
  command: string;
  startedAt: string;
  plan: Plan;
  tally: Tally;
  judged: Judged;
  measuredMs: number;
}): LoadResult {
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
      overtaken: tally.overtaken,
      outcomes: tally.outcomes,
      errorKinds: tally.errorKinds,
    },
    latencies: {
      delivery: tally.delivery.percentiles(),
      lastWatcher: tally.lastWatcher.percentiles(),
      bid: tally.bid.percentiles(),
      join: tally.join.percentiles(),
    },
    deliveryHistogram: tally.delivery.buckets(),
    timeline: tally.timeline,
    verdict: judged.verdict,
    assertions: [],
    saturation: describeSaturation(tally.timeline, tally.lateMs),
    isPassed: false,
  };
  return withAssertions(result, options.assertions);
}

function withAssertions(result: LoadResult, assertions: readonly Assertion[]): LoadResult {
  const asserted = judgeAssertions(assertions, result);
  return {
    ...result,
    assertions: asserted,
    isPassed: result.verdict.isRight && asserted.every(({ holds }) => holds),
  };
}
