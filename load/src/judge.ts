import { setTimeout as pause } from 'node:timers/promises';
import type { AdminAuction, BidsReply } from '@copup/shared/auctions.ts';
import type { AdminBet } from '@copup/shared/bets.ts';
import type { AdminContest } from '@copup/shared/contests.ts';
import type { AdminHeist } from '@copup/shared/heists.ts';
import type { HistoryEvent } from '@copup/testkit/history.ts';
import { addAuctions } from './auction-dues.ts';
import { auditRealm } from './audit-realm.ts';
import { Dues } from './dues.ts';
import { judgeBets } from './judge-bets.ts';
import { judgeBids } from './judge-bids.ts';
import { judgeContests } from './judge-contests.ts';
import { judgeHeists } from './judge-heists.ts';
import { judgeTasks } from './judge-tasks.ts';
import { judgeWallet } from './judge-wallet.ts';
import type { Compared, Reception } from './messages.ts';
import type { LoadRealm } from './realm.ts';
import type { ReplayVerdict } from './replay/judge-replay.ts';
import type { CorrectnessVerdict } from './result.ts';
import type { Plan } from './scenarios/scenario.ts';
import type { Truth } from './truth.ts';
import type { WorkerPool } from './worker-pool.ts';

/**
 * Watchers must be up to date, and auctions settled, 5 s after the last change (I7, I9); 1 s more covers the check
 * itself.
 */
const CONVERGE_MS = 6_000;
const RETRY_MS = 500;
const SHOWN_VIOLATIONS = 20;

export interface Judged {
  verdict: CorrectnessVerdict;
  /** NaN if no auction ended. */
  slowestCloseMs: number;
}

interface Run {
  plan: Plan;
  loadRealm: LoadRealm;
  truth: Truth;
  pool: WorkerPool;
  history: readonly HistoryEvent[];
  receptions: readonly Reception[];
  /** Questions and answers that were shown too early, or to players without a ticket. */
  leaks: readonly string[];
  /** Decisions on payouts that failed. */
  deskErrors: readonly string[];
  databaseUrl: string | undefined;
  /** Called once all watchers are up to date. */
  judgeReplay?: (() => ReplayVerdict) | undefined;
  signal: AbortSignal;
}

/** Checks the final state after the bidding and before the clean-up. */
export async function judgeRun(given: Run): Promise<Judged> {
  const { plan, loadRealm, truth, history, databaseUrl, deskErrors, leaks, receptions } = given;
  const watched = await convergedWatchers(given);
  const bids = judgeBids(await truth.bids(), history);
  const endedIds = new Set(loadRealm.auctionIds.filter((_, at) => plan.auctions[at]?.endsAtMs !== undefined));
  const isUnsettled = ({ id, status }: AdminAuction) => status === 'active' && endedIds.has(id);
  const auctions = await readUntil(given, loadRealm.listAuctions, (rows) => !rows.some(isUnsettled));
  const published = await truth.contests(
    await readEnded(given, plan.contests, loadRealm.listContests, isEmptied),
    plan.joins,
  );
  const publishedHeists = await truth.heists(
    await readEnded(given, plan.heists, loadRealm.listHeists, isEmptied),
  );
  const users = await loadRealm.listUsers();
  const dues = new Dues(plan.coins);
  addAuctions(dues, auctions, users, history);
  const contests = judgeContests(dues, published, history);
  const moved = plan.walletUsers ? judgeWallet(dues, await loadRealm.listPayouts(), history) : undefined;
  const heists = plan.heists
    ? judgeHeists({ published: publishedHeists, dues, history, receptions })
    : undefined;
  const { plays } = loadRealm;
  const ended = await readEnded(given, plan.fixtures, () => plays.listBets(), isOver);
  const bets = judgeBets(dues, ended, history);
  const uploads = plan.tasks?.length ? await plays.listUploads() : [];
  const tasks = judgeTasks(dues, { uploads, users }, history);
  const limits = await truth.brokenLimits(
    plan.steps.flatMap((step) => (step.do === 'limit' ? step.user : [])),
  );
  const coins = dues.judge(users);
  const userId = loadRealm.users[0]?.id ?? '';
  const audited =
    databaseUrl === undefined
      ? undefined
      : await auditRealm(databaseUrl, { realm: loadRealm.realm, userId, history }).catch((error: Error) => [
          `the database could not be audited: ${error.message}`,
        ]);
  const replayed = given.judgeReplay?.();
  const judged = [bids, contests, bets, tasks, ...(moved ? [moved] : []), ...(heists ? [heists] : [])];
  const kinds = [
    watched.examples,
    bids.violations,
    contests.violations,
    moved?.violations ?? [],
    heists?.violations ?? [],
    bets.violations,
    tasks.violations,
    limits,
    coins.violations,
    deskErrors,
    leaks,
    auctions.filter(isUnsettled).map(({ id }) => `auction ${id} has ended but is not settled`),
    audited ?? [],
    replayed?.violations ?? [],
  ];
  const closes = [
    ...auctions.filter(({ status }) => status === 'completed' || status === 'unsold'),
    ...published.map(({ contest }) => contest).filter(({ settled_at }) => settled_at !== null),
    ...publishedHeists.map(({ heist }) => heist).filter(({ status }) => status === 'completed'),
  ].map(({ settled_at, end_date }) => Date.parse(settled_at ?? '') - Date.parse(end_date));
  return {
    slowestCloseMs: closes.length === 0 ? Number.NaN : Math.max(...closes),
    verdict: {
      isRight: watched.divergent === 0 && kinds.every((violations) => violations.length === 0),
      compared: watched.compared,
      divergent: watched.divergent,
      lost: sum(judged.map(({ lost }) => lost)),
      doubled: sum(judged.map(({ doubled }) => doubled)),
      unbalancedCoins: coins.unbalanced,
      violations: kinds.flatMap((violations) => violations.slice(0, SHOWN_VIOLATIONS)),
      checks: [
        ...(replayed ? [replayed.check] : []),
        `${watched.compared} last states of watchers equal the server's`,
        `${bids.acknowledged} acknowledged bids in the history, prices and hash chains of ${auctions.length} auctions`,
        `${contests.acknowledged} acknowledged plays, scores, proofs and prizes of ${published.length} contests`,
        `${moved?.acknowledged ?? 0} acknowledged sends and payouts against each player's coins`,
        `${heists?.acknowledged ?? 0} acknowledged tickets and answers, questions from the start on, one winner and prize of ${plan.heists?.length ?? 0} heists`,
        ...(plan.fixtures?.length
          ? [`${bets.acknowledged} acknowledged bets and joins, stakes, prizes and fees`]
          : []),
        ...(plan.tasks?.length
          ? [
              `${tasks.acknowledged} acknowledged screenshots, conversions and spins, task coins, and limits of players`,
            ]
          : []),
        `coins of ${loadRealm.users.length} players against the coins issued`,
        audited
          ? 'the realm in the database: invariants I1 to I6, I8, I9 and the ledger’s audit'
          : 'no audit in the database: its address is unknown (--database)',
      ],
    },
  };
}

/** Checks what can be checked of a run that was stopped. Nothing is known about what its players were still doing. */
export function judgeStopped({
  published,
  history,
  leaks,
  deskErrors,
  problem,
}: Pick<Run, 'history' | 'leaks' | 'deskErrors'> & {
  published?: ReadonlyMap<number, BidsReply> | undefined;
  problem?: string;
}): Judged {
  const bids = published && judgeBids(published, history);
  const violations = [bids?.violations ?? [], leaks, deskErrors].flatMap((all) =>
    all.slice(0, SHOWN_VIOLATIONS),
  );
  return {
    slowestCloseMs: Number.NaN,
    verdict: {
      ...{ isRight: violations.length === 0, compared: 0, divergent: 0, unbalancedCoins: 0 },
      lost: bids?.lost ?? 0,
      doubled: bids?.doubled ?? 0,
      violations,
      checks: [
        bids
          ? `${bids.acknowledged} acknowledged bids in the history, prices and hash chains of ${published?.size ?? 0} auctions`
          : `not the bids${problem === undefined ? '' : `: ${problem}`}`,
        'nothing else, because the run was stopped: no last states, balances or settlements',
      ],
    },
  };
}

const isEmptied = ({ settled_at, pot }: AdminContest | AdminHeist) => settled_at !== null && pot === 0;
const isOver = ({ status }: AdminBet) => status === 'settled' || status === 'cancelled';

/** Reads until the result is as it must be, or the time is up. */
async function readUntil<Result>(
  { signal }: Run,
  read: () => Promise<Result>,
  isDone: (result: Result) => boolean,
): Promise<Result> {
  const giveUpAtMs = Date.now() + CONVERGE_MS;
  for (;;) {
    const result = await read();
    if (isDone(result) || Date.now() > giveUpAtMs) return result;
    await pause(RETRY_MS, undefined, { signal });
  }
}

/** Reads the subjects of the plan until all have ended. */
const readEnded = async <Row>(
  run: Run,
  planned: readonly unknown[] = [],
  read: () => Promise<Row[]>,
  hasEnded: (row: Row) => boolean,
): Promise<Row[]> => (planned.length === 0 ? [] : readUntil(run, read, (rows) => rows.every(hasEnded)));

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

/** Returns a user with a ticket for each heist, to read the rooms of vaults. */
const holdersOf = (history: readonly HistoryEvent[]): Map<number, string> =>
  new Map(
    history.flatMap(({ type, command, args: { heistId, userId } }) =>
      type === 'ok' && command === 'buy-ticket' && heistId !== undefined && userId !== undefined
        ? [[heistId, userId] as const]
        : [],
    ),
  );

/** Compares repeatedly until every watcher agrees with the server or the time is up. */
function convergedWatchers(run: Run): Promise<Compared> {
  const { plan, truth, pool, history } = run;
  const holders = holdersOf(history);
  const withUsers = plan.sockets.some(({ rooms }) => rooms.includes('user'));
  const compare = async () => pool.compare(await truth.rooms(withUsers, holders));
  return readUntil(run, compare, ({ divergent }) => divergent === 0);
}
