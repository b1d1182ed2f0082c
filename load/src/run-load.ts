import { arch, cpus, platform, totalmem } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { seeded } from '@copup/testkit/random.ts';
import { type Assertion, judgeAssertions } from './assertions.ts';
import { type Judged, judgeRun } from './judge.ts';
import { LoadMeter } from './load-meter.ts';
import { decisionsOf, OperatorDesk } from './operator-desk.ts';
import type { LoadOptions } from './options.ts';
import { LoadRealm } from './realm.ts';
import { replayJudge } from './replay/judge-replay.ts';
import type { LoadResult } from './result.ts';
import { nowMs } from './room-socket.ts';
import { describeSaturation } from './saturation.ts';
import type { Plan, Scenario } from './scenarios/scenario.ts';
import { scenarios } from './scenarios/scenarios.ts';
import { Tally } from './tally.ts';
import { Truth } from './truth.ts';
import { shareOut, WorkerPool } from './worker-pool.ts';

/** Time after the ramp for all sockets to join; a socket that has not joined counts as divergent. */
const JOIN_TIMEOUT_MS = 20_000;
const JOINED_CHECK_MS = 50;
/** Delay before the measurement starts, so that all workers receive the start message in time. */
const BEGIN_IN_MS = 300;
/** Estimated duration of the preparation, from which the planned ends of auctions are computed. */
const PREPARE_MS = { fixed: 4_000, perSubject: 100, perEntry: 16 };
const SECOND_MS = 1_000;

/** Receives the progress of a run. */
export interface RunView {
  status(text: string): void;
  second(tally: Tally, progress: { elapsedMs: number; totalMs: number }): void;
  /** Awaited after the bidding and before the checks. */
  judging?(subjectIds: readonly number[]): Promise<void>;
}

/**
 * Runs one load test, from creating its realm to deleting it. In every case, also after an abort, the realm has been
 * deleted and the workers have exited when the promise settles.
 */
export async function runLoad(
  options: LoadOptions,
  command: string,
  view: RunView,
  signal: AbortSignal,
): Promise<LoadResult> {
  const plan = (scenarios[options.scenario] as Scenario).plan(options, seeded(options.seed));
  const { heists = [] } = plan;
  const startedAt = new Date().toISOString();
  const tally = new Tally(options.urls);
  const pool = new WorkerPool(options.workers, (worker, tick) => tally.take(worker, tick));
  let loadRealm: LoadRealm | undefined;
  try {
    view.status(
      `Creating a realm with ${plan.users} players and ${plan.auctions.length + plan.contests.length + heists.length} subjects`,
    );
    loadRealm = await LoadRealm.open(options.urls[0] ?? '', options.operator, plan);
    signal.throwIfAborted();
    const { judged, measuredMs } = await measure({ options, plan, loadRealm, tally, pool, view, signal });
    return toResult({ options, command, startedAt, plan, tally, judged, measuredMs });
  } finally {
    await pool.end();
    if (loadRealm) {
      view.status(`Deleting realm ${loadRealm.realm}`);
      await loadRealm.close();
    }
  }
}

interface Measurement {
  options: LoadOptions;
  plan: Plan;
  loadRealm: LoadRealm;
  tally: Tally;
  pool: WorkerPool;
  view: RunView;
  signal: AbortSignal;
}

async function measure({ options, plan, loadRealm, tally, pool, view, signal }: Measurement) {
  const { urls, rampMs, durationMs } = options;
  const { heists = [] } = plan;
  const prepareMs =
    PREPARE_MS.fixed +
    (plan.auctions.length + plan.contests.length + heists.length) * PREPARE_MS.perSubject +
    (plan.entries.length + plan.joins.length) * PREPARE_MS.perEntry +
    rampMs;
  const plannedBeginMs = nowMs() + prepareMs;
  const hasEnds =
    (plan.fixtures ?? []).length > 0 ||
    [...plan.auctions, ...plan.contests, ...heists].some(({ endsAtMs }) => endsAtMs !== undefined);
  await loadRealm.createAuctions(plan.auctions, plannedBeginMs, signal);
  await loadRealm.createContests(plan.contests, plannedBeginMs, signal);
  await loadRealm.createHeists(heists, plannedBeginMs, signal);
  const { plays } = loadRealm;
  await plays.createFixtures(plan.fixtures ?? [], plannedBeginMs, signal);
  await plays.createTasks(plan.tasks ?? [], signal);
  const { realm, users, auctionIds, contests } = loadRealm;
  const truth = new Truth(urls, loadRealm);
  tally.clockOffsetMs = await truth.clockOffsetMs();
  const runHeists = loadRealm.heists.map(({ id, startsAtMs, endsAtMs }) => ({
    id,
    startsAtMs: startsAtMs + tally.clockOffsetMs,
    endsAtMs: endsAtMs + tally.clockOffsetMs,
  }));
  view.status(`Paying ${plan.entries.length + plan.joins.length} entries`);
  await interruptible(
    pool.prepare(
      shareOut(
        plan,
        {
          urls,
          realm,
          auctionIds,
          contests,
          heists: runHeists,
          fixtures: plays.fixtures,
          taskIds: plays.taskIds,
          spinPasscode: options.spinPasscode,
          transport: options.transport,
          users,
        },
        options.workers,
      ),
    ),
    signal,
  );

  const desk = new OperatorDesk(loadRealm, decisionsOf(plan));
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
    pool.connect(nowMs());
    const joinDeadlineMs = nowMs() + rampMs + JOIN_TIMEOUT_MS;
    const early = plan.sockets.filter(({ isLate }) => !isLate).length;
    while (tally.joined < early && nowMs() < joinDeadlineMs)
      await interruptible(Promise.race([pause(JOINED_CHECK_MS), pool.lost]), signal);
    const beginMs = Math.max(nowMs() + BEGIN_IN_MS, hasEnds ? plannedBeginMs : 0);
    if (hasEnds && beginMs > plannedBeginMs + SECOND_MS)
      view.status(
        `! The preparation took ${Math.round((beginMs - plannedBeginMs) / SECOND_MS)} s longer than planned: auctions, contests and heists end so much earlier.`,
      );
    await interruptible(pause(beginMs - nowMs()), signal);
    tally.phase = 'running';
    // The last step may end before the measured time does.
    await interruptible(Promise.all([pool.run(beginMs), pause(durationMs)]), signal);
    const measuredMs = nowMs() - beginMs;
    tally.phase = 'settling';
    await desk.close();
    view.status('Checking the results');
    await view.judging?.([...auctionIds, ...[...contests, ...runHeists].map(({ id }) => id)]);
    const judged = await interruptible(
      Promise.race([
        judgeRun({
          plan,
          loadRealm,
          truth,
          pool,
          history: tally.history,
          receptions: tally.receptions,
          leaks: tally.leaks,
          deskErrors: desk.errors,
          databaseUrl: options.databaseUrl,
          signal,
          judgeReplay: replayJudge(options.trace, plan, tally),
        }),
        pool.lost,
      ]),
      signal,
    );
    return { judged, measuredMs };
  } finally {
    await desk.close();
    clearInterval(seconds);
    tally.finish();
  }
}

/** Rejects with the signal's reason when the signal aborts; the result of `work` is then ignored. */
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
