import { setTimeout as pause } from 'node:timers/promises';
import { causeOf } from './errors.ts';
import { abortsAfter, Interrupted, interruptible } from './interruptible.ts';
import { type Judged, judgeRun, judgeStopped } from './judge.ts';
import { LoadMeter } from './load-meter.ts';
import { decisionsOf, OperatorDesk } from './operator-desk.ts';
import type { LoadOptions } from './options.ts';
import { LoadRealm } from './realm.ts';
import { replayJudge } from './replay/judge-replay.ts';
import type { LoadResult, Stopped } from './result.ts';
import { nowMs } from './room-socket.ts';
import type { Plan } from './scenarios/scenario.ts';
import { planOf } from './scenarios/scenarios.ts';
import { Tally } from './tally.ts';
import { type Ran, toResult } from './to-result.ts';
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
/** After an interrupt: for the calls that are running, the check of the bids, and all of it with the realm's deletion. */
const SETTLE_MS = 500;
const JUDGE_MS = 1_500;
const CLEANUP_MS = 4_000;

/** Receives the progress of a run. */
export interface RunView {
  status(text: string): void;
  second(tally: Tally, progress: { elapsedMs: number; totalMs: number }): void;
  /** Awaited after the bidding and before the checks. */
  judging?(subjectIds: readonly number[]): Promise<void>;
}

/** The plan and the realm of a caller, who deletes it. */
export interface Given {
  plan: Plan;
  realm: LoadRealm;
}

/**
 * Runs one load test, from creating its realm to deleting it, and always resolves with a result: after an interrupt, a
 * lost worker or a server that does not answer, with what was measured until then. The workers have exited by then. After
 * an abort it resolves within 5 s; the result says whether the realm still exists.
 */
export async function runLoad(
  options: LoadOptions,
  command: string,
  view: RunView,
  signal: AbortSignal,
  given?: Given,
): Promise<LoadResult> {
  const plan = given?.plan ?? planOf(options.scenario, options);
  const startedAt = new Date().toISOString();
  const tally = new Tally(options.urls, options.agents.length, options.workers);
  const pool = new WorkerPool(options, (worker, tick) => tally.take(worker, tick));
  const cutOff = abortsAfter(signal, CLEANUP_MS);
  const run: Run = { options, plan, tally, pool, view, signal, measured: { fromMs: nowMs(), ms: 0 } };
  view.status(`Creating a realm with ${plan.users} players and ${subjectsOf(plan)} subjects`);
  const opening = pool
    .start()
    .then(() => given?.realm ?? LoadRealm.open(options.urls[0] ?? '', options.operator, plan, { signal }));
  const measuring = opening.then((loadRealm) => {
    // Printed first: the operator of a killed driver ends the realm by it.
    view.status(
      `Realm ${loadRealm.realm}, in case the driver is killed: npm run load -- end ${loadRealm.realm}`,
    );
    return measure(run, loadRealm);
  });
  let stopped: Stopped | null = null;
  let judged: Judged;
  try {
    judged = await interruptible(measuring, signal);
  } catch (error) {
    const kind = signal.aborted && signal.reason instanceof Interrupted ? 'interrupted' : 'failed';
    stopped = { kind, reason: causeOf(error), phase: tally.timeline.length === 0 ? 'set-up' : tally.phase };
    view.status(`The run stops early: ${stopped.reason}`);
    run.measured.ms ||= tally.phase === 'running' ? nowMs() - run.measured.fromMs : 0;
    // What runs in the background ends before the realm does.
    await settled(measuring, SETTLE_MS);
    judged = await judgeInTime(run);
  }
  tally.finish();
  await pool.end();
  const realm = given ? { id: given.realm.realm, remains: null } : await endRealm(opening, run, cutOff);
  return toResult({
    ...{ options, command, startedAt, plan, tally, judged, stopped, realm, agents: pool.agents },
    measuredMs: run.measured.ms,
  });
}

/** Waits until work has settled, however, or the time is up. */
const settled = (work: Promise<unknown>, withinMs: number): Promise<unknown> =>
  Promise.race([work.catch(() => undefined), pause(withinMs)]);

/** Stops the players and checks the bids against the server's history, as far as both answer in time. */
async function judgeInTime({ pool, truth, tally, desk }: Run): Promise<Judged> {
  const { history, leaks } = tally;
  const found = { history, leaks, deskErrors: desk?.errors ?? [] };
  if (!truth) return judgeStopped({ ...found, problem: 'none were made' });
  const read = pool.stop().then(() => truth.bids());
  return Promise.race([
    read.then(
      (published) => judgeStopped({ ...found, published }),
      (error: unknown) => judgeStopped({ ...found, problem: causeOf(error) }),
    ),
    pause(JUDGE_MS).then(() => judgeStopped({ ...found, problem: 'the server did not answer in time' })),
  ]);
}

/** Deletes the realm. Says what remains if it cannot. */
async function endRealm(
  opening: Promise<LoadRealm>,
  { options, view }: Run,
  cutOff: AbortSignal,
): Promise<Ran['realm']> {
  let id: number | null = null;
  try {
    const opened = await interruptible(opening, cutOff).catch((error: unknown) => {
      if (cutOff.aborted) throw error;
      return undefined;
    });
    if (!opened) return { id, remains: null };
    id = opened.realm;
    view.status(`Deleting realm ${id}`);
    await interruptible(opened.close(options.urls), cutOff);
    return { id, remains: null };
  } catch (error) {
    const which = id === null ? 'A realm may still exist' : `Realm ${id} still exists`;
    const command = id === null ? 'list' : `end ${id}`;
    return { id, remains: `${which}: ${causeOf(error)}. Delete it with npm run load -- ${command}.` };
  }
}

const subjectsOf = ({ auctions, contests, heists = [] }: Plan): number =>
  auctions.length + contests.length + heists.length;

/** What the parts of a run share. Those that do not exist yet are undefined. */
interface Run {
  options: LoadOptions;
  plan: Plan;
  tally: Tally;
  pool: WorkerPool;
  view: RunView;
  signal: AbortSignal;
  measured: { fromMs: number; ms: number };
  truth?: Truth;
  desk?: OperatorDesk;
}

/** Creates the subjects and lets the workers pay the entries. Returns when the measurement may start. */
async function prepare(run: Run, loadRealm: LoadRealm) {
  const { options, plan, tally, pool, view, signal } = run;
  const { urls, rampMs } = options;
  const { heists = [] } = plan;
  const prepareMs =
    PREPARE_MS.fixed +
    subjectsOf(plan) * PREPARE_MS.perSubject +
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
  run.truth = truth;
  tally.clockOffsetMs = await truth.clockOffsetMs();
  const runHeists = loadRealm.heists.map(({ id, startsAtMs, endsAtMs }) => ({
    id,
    startsAtMs: startsAtMs + tally.clockOffsetMs,
    endsAtMs: endsAtMs + tally.clockOffsetMs,
  }));
  view.status(`Paying ${plan.entries.length + plan.joins.length} entries`);
  const world = {
    ...{ urls, realm, auctionIds, contests, users },
    heists: runHeists,
    fixtures: plays.fixtures,
    taskIds: plays.taskIds,
    spinPasscode: options.spinPasscode,
    transport: options.transport,
  };
  signal.throwIfAborted();
  await pool.prepare(shareOut(plan, world, pool.size));
  return { truth, plannedBeginMs: hasEnds ? plannedBeginMs : 0 };
}

async function measure(run: Run, loadRealm: LoadRealm): Promise<Judged> {
  const { options, plan, tally, pool, view, signal } = run;
  const { rampMs, durationMs } = options;
  const { truth, plannedBeginMs } = await prepare(run, loadRealm);
  signal.throwIfAborted();

  const desk = new OperatorDesk(loadRealm, decisionsOf(plan));
  run.desk = desk;
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
    const beginMs = Math.max(nowMs() + BEGIN_IN_MS, plannedBeginMs);
    if (plannedBeginMs > 0 && beginMs > plannedBeginMs + SECOND_MS)
      view.status(
        `! The preparation took ${Math.round((beginMs - plannedBeginMs) / SECOND_MS)} s longer than planned: auctions, contests and heists end so much earlier.`,
      );
    await interruptible(pause(beginMs - nowMs()), signal);
    run.measured.fromMs = beginMs;
    tally.phase = 'running';
    // The last step may end before the measured time does.
    await interruptible(Promise.all([pool.run(beginMs), pause(durationMs)]), signal);
    run.measured.ms = nowMs() - beginMs;
    tally.phase = 'settling';
    await desk.close();
    view.status('Checking the results');
    const { auctionIds, contests, heists } = loadRealm;
    await view.judging?.([...auctionIds, ...[...contests, ...heists].map(({ id }) => id)]);
    return await interruptible(
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
  } finally {
    await desk.close();
    clearInterval(seconds);
  }
}
