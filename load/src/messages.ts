import type { LoadTest } from '@copup/shared/admin.ts';
import type { ContestKind } from '@copup/shared/contests.ts';
import { subjectPlurals } from '@copup/shared/live-subjects.ts';
import { contestRoom, heistRoom, listRoom } from '@copup/shared/room-names.ts';
import type { BetTeams } from '@copup/testkit/bet-player.ts';
import type { HistoryEvent } from '@copup/testkit/history.ts';
import type { Recipient } from '@copup/testkit/wallet-player.ts';
import type { Plan, PlannedRoom, SocketPlan, Step } from './scenarios/scenario.ts';

/** A contest of the run. */
export interface RunContest {
  id: number;
  kind: ContestKind;
}

/** A heist of the run. `startsAtMs` and `endsAtMs` are its times by this machine's clock. */
export interface RunHeist {
  id: number;
  startsAtMs: number;
  endsAtMs: number;
}

/** How players send the commands that may go over their open socket. */
export type Transport = 'http' | 'socket';

/** What the run has created, the same for all workers. */
export interface World {
  urls: string[];
  realm: number;
  auctionIds: number[];
  contests: RunContest[];
  heists: RunHeist[];
  fixtures: BetTeams[];
  taskIds: number[];
  spinPasscode: string;
  transport: Transport;
}

/** One worker's share of the plan: its players with their sockets, entries and steps. */
export interface Share extends World {
  /** All players of the run, in the plan's order, as recipients. */
  recipients: Recipient[];
  /** Those of its players who set a PIN. */
  walletUsers: number[];
  players: { at: number; user: LoadTest['users'][number] }[];
  sockets: (SocketPlan & { at: number })[];
  entries: Plan['entries'];
  joins: Plan['joins'];
  steps: Step[];
}

/**
 * Number of frames, by millisecond of arrival, that showed bid `seq` of an auction to watchers whose last state had bid
 * `afterSeq`. Such a frame also delivers the bids in between.
 */
export interface Arrivals {
  /** Index of the watchers' server. */
  server: number;
  auctionId: number;
  afterSeq: number;
  seq: number;
  /** Pairs of arrival time, in milliseconds since 1970, and number of frames. */
  at: [atMs: number, count: number][];
}

/** The first time that a player's socket received the question of a heist. */
export interface Reception {
  heistId: number;
  userId: string;
  /** Milliseconds after the start. */
  afterMs: number;
}

/** What a worker's sockets and players saw of one server since its last tick; `open` is the number of sockets now. */
export interface ServerTick {
  open: number;
  joins: number;
  messages: number;
  bytes: number;
  /** Bids and other commands, whatever their outcome. */
  commands: number;
  /** Connections that failed or were lost, and refused joins. */
  errors: number;
  joinMs: number[];
  bidMs: number[];
}

/** Events of a worker since its last tick. */
export interface Tick {
  open: number;
  joined: number;
  joins: number;
  messages: number;
  bytes: number;
  joinMs: number[];
  bidMs: number[];
  /** Number of bids and plays by outcome: `accepted`, `unknown` or the code of the refusal. */
  outcomes: Record<string, number>;
  errors: Record<string, number>;
  arrivals: Arrivals[];
  /** In the order of the run's addresses. */
  servers: ServerTick[];
  history: HistoryEvent[];
  receptions: Reception[];
  /** Frames and replies with a question or an answer before its time, or for a player without a ticket. */
  leaks: string[];
  /** Maximum delay between a step's planned and actual start. */
  lateMs: number;
  /** Number of steps that were not started in time, or not at all. */
  dropped: number;
  lagMs: number;
  /** Share of one core. */
  cpu: number;
}

export interface Compared {
  compared: number;
  divergent: number;
  examples: string[];
}

/**
 * Returns the real name of a planned room: `auction:#0@card` → `auction:1001@card`, `contest:#0` → `tap:2001`, `user` →
 * `user:…`, `auctions` → `auctions:7`, `contests` → `contests:7`, `heist:#0` → `heist:3001`, `heists` → `heists:7`, `bets` → `bets:7`.
 */
export function nameRoom(
  planned: PlannedRoom,
  {
    auctionIds,
    contests,
    heists,
    realm,
    userId,
  }: Pick<World, 'auctionIds' | 'contests' | 'heists' | 'realm'> & { userId: string },
): string {
  if (planned === 'user') return `user:${userId}`;
  if ([...subjectPlurals, 'bets'].includes(planned)) return listRoom(planned, realm);
  const heist = heists[Number(/^heist:#(\d+)$/.exec(planned)?.[1])];
  if (heist) return heistRoom(heist.id);
  const contest = contests[Number(/^contest:#(\d+)$/.exec(planned)?.[1])];
  if (contest) return contestRoom(contest.kind, contest.id);
  return planned.replace(/#(\d+)/, (_, at: string) => String(auctionIds[Number(at)]));
}
