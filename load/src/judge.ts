import { setTimeout as pause } from 'node:timers/promises';
import type { HistoryEvent } from '@copup/testkit/history.ts';
import { auditRealm } from './audit-realm.ts';
import type { Fleet } from './fleet.ts';
import { judgeBids } from './judge-bids.ts';
import { judgeCoins } from './judge-coins.ts';
import type { Compared } from './messages.ts';
import type { CorrectnessVerdict } from './result.ts';
import type { Plan } from './scenarios/scenario.ts';
import type { Stage } from './stage.ts';
import type { Truth } from './truth.ts';

/** Watchers are right, and auctions settled, 5 s after the last change (I7, I9); the rest is for looking. */
const CONVERGE_MS = 6_000;
const LOOK_AGAIN_MS = 500;
const SHOWN_FAULTS = 20;

export interface Judged {
  verdict: CorrectnessVerdict;
  /** NaN when no auction came to its end. */
  slowestCloseMs: number;
}

interface Case {
  plan: Plan;
  stage: Stage;
  truth: Truth;
  fleet: Fleet;
  history: readonly HistoryEvent[];
  databaseUrl: string | undefined;
  signal: AbortSignal;
}

/** Judges what is there once the bidding is over, before anything is cleaned up. */
export async function judgeRun(given: Case): Promise<Judged> {
  const { plan, stage, truth, history, databaseUrl } = given;
  const watched = await convergedWatchers(given);
  const bids = judgeBids(await truth.bids(), history);
  const auctions = await stage.listAuctions();
  const coins = judgeCoins(plan.coins, await stage.listUsers(), auctions, history);
  const open = plan.auctions.some(({ endsAtMs }) => endsAtMs !== undefined)
    ? auctions.filter(({ status }) => status === 'active')
    : [];
  const userId = stage.users[0]?.id ?? '';
  const audited =
    databaseUrl === undefined
      ? undefined
      : await auditRealm(databaseUrl, { realm: stage.realm, userId, history }).catch((error: Error) => [
          `the database could not be audited: ${error.message}`,
        ]);
  const kinds = [
    watched.examples,
    bids.faults,
    coins.faults,
    open.map(({ id }) => `auction ${id} is past its end and not settled`),
    audited ?? [],
  ];
  const closes = auctions
    .filter(({ status }) => status === 'completed' || status === 'unsold')
    .map(({ settled_at, end_date }) => Date.parse(settled_at ?? '') - Date.parse(end_date));
  return {
    slowestCloseMs: closes.length === 0 ? Number.NaN : Math.max(...closes),
    verdict: {
      isRight: watched.divergent === 0 && kinds.every((faults) => faults.length === 0),
      compared: watched.compared,
      divergent: watched.divergent,
      lost: bids.lost,
      doubled: bids.doubled,
      unbalancedCoins: coins.unbalanced,
      faults: kinds.flatMap((faults) => faults.slice(0, SHOWN_FAULTS)),
      checks: [
        `${watched.compared} last states of watchers against the server's`,
        `${bids.acknowledged} acknowledged bids in the history, prices and hash chains of ${auctions.length} auctions`,
        `coins of ${stage.users.length} players against what was issued`,
        audited
          ? 'the realm in the database: invariants I1 to I6, I8, I9 and the ledger’s audit'
          : 'no audit in the database: not at hand (--database)',
      ],
    },
  };
}

/** Asks again until every watcher agrees with the server or had its time. */
async function convergedWatchers({ plan, truth, fleet, signal }: Case): Promise<Compared> {
  const withUsers = plan.sockets.some(({ rooms }) => rooms.includes('user'));
  const giveUpAtMs = Date.now() + CONVERGE_MS;
  for (;;) {
    const compared = await fleet.compare(await truth.rooms(withUsers));
    if (compared.divergent === 0 || Date.now() > giveUpAtMs) return compared;
    await pause(LOOK_AGAIN_MS, undefined, { signal });
  }
}
