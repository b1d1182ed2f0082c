import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { type Outcome, Recorder } from '@copup/testkit/history.ts';
import { Player, type SendOverSocket } from '@copup/testkit/players.ts';
import { sendOverSocket } from '@copup/testkit/socket-calls.ts';
import { requestPayout, sendCoins, setPin } from '@copup/testkit/wallet-player.ts';
import pLimit from 'p-limit';
import { ContestPlayers, codeOf, codeOfOutcome } from './contest-players.ts';
import { HeistPlayers } from './heist-players.ts';
import { type Compared, nameRoom, type Share, type Tick } from './messages.ts';
import { PastimePlayers } from './pastime-players.ts';
import { nowMs, type RoomSnapshot, RoomSocket } from './room-socket.ts';
import { LATE_MS } from './saturation.ts';
import type { PlannedRoom, Step, WalletStep } from './scenarios/scenario.ts';
import { TickCounter } from './tick-counter.ts';

const ENTRIES_AT_ONCE = 16;
const SHOWN_EXAMPLES = 5;
/** The resolution of Node.js timers: the code does not wait for shorter times. */
const TIMER_GRAIN_MS = 1;

/** Runs one worker's share of the plan: its players and their sockets. */
export class WorkerPlayers {
  readonly #share: Share;
  readonly #recorder = new Recorder();
  readonly #counter: TickCounter;
  readonly #players = new Map<number, Player>();
  readonly #sockets = new Map<
    number,
    { socket: RoomSocket; userId: string; opensAtMs: number; isLate: boolean }
  >();
  readonly #running = new Set<Promise<void>>();
  #isStopped = false;
  #fromMs = Number.POSITIVE_INFINITY;
  #started = 0;
  readonly #contests: ContestPlayers;
  readonly #heists: HeistPlayers;
  readonly #pastimes: PastimePlayers;

  constructor(share: Share) {
    this.#share = share;
    this.#counter = new TickCounter(share.urls.length);
    const socketOf = (user: number) =>
      this.#sockets.get(share.sockets.find((one) => one.user === user)?.at ?? -1)?.socket;
    for (const { at, user } of share.players) {
      const overSocket: SendOverSocket = async (command) => {
        const socket = socketOf(at);
        return socket && sendOverSocket(socket, command);
      };
      const own = share.transport === 'socket' ? overSocket : undefined;
      this.#players.set(at, new Player(user, share.urls, at % share.urls.length, this.#recorder, own));
    }
    const player = (user: number) => this.#player(user);
    const urlOf = (user: number) => share.urls[user % share.urls.length] ?? '';
    this.#pastimes = new PastimePlayers({ ...share, urlOf, player, counter: this.#counter });
    this.#heists = new HeistPlayers({ heists: share.heists, player, socketOf, counter: this.#counter });
    for (const { at, user, rooms, opensAtMs, isLate = false } of share.sockets) {
      const { userId, token } = this.#player(user);
      const names = rooms.map((room) => this.#name(room, userId));
      const socket = new RoomSocket(share.urls, at, token, names, this.#heists.eventsOf(user));
      this.#sockets.set(at, { socket, userId, opensAtMs, isLate });
    }
    this.#contests = new ContestPlayers({
      contests: share.contests,
      player,
      socketOf,
      recorder: this.#recorder,
      counter: this.#counter,
    });
  }

  /** Pays every entry fee, joins every contest of the share and sets PINs; each player does one at a time. */
  async prepare(): Promise<void> {
    const byUser = Map.groupBy(this.#share.entries, ({ user }) => user);
    await pLimit(ENTRIES_AT_ONCE).map(byUser.values(), async (entries) => {
      for (const { user, auction } of entries) {
        const outcome = await this.#player(user).payEntry(this.#share.auctionIds[auction] ?? 0);
        if (outcome.type !== 'ok') this.#counter.failed(`pay-entry: ${codeOf(outcome.reply)}`);
      }
    });
    await this.#contests.join(this.#share.joins);
    await this.#setPins();
  }

  async #setPins(): Promise<void> {
    const { urls, walletUsers } = this.#share;
    await pLimit(ENTRIES_AT_ONCE).map(walletUsers, async (at) => {
      await setPin(urls[at % urls.length] ?? '', this.#player(at)).catch(() =>
        this.#counter.failed('set-pin'),
      );
    });
  }

  /** Opens each socket at its planned time. Resolves when the last one has started to connect. */
  async connect(fromMs: number): Promise<void> {
    const early = [...this.#sockets.values()].filter(({ isLate }) => !isLate);
    const all = early.sort((a, b) => a.opensAtMs - b.opensAtMs);
    for (const { socket, opensAtMs } of all) {
      await this.#until(fromMs + opensAtMs);
      socket.open(fromMs + opensAtMs);
    }
  }

  /** Starts each step at its planned time, without waiting for the results of earlier steps. */
  async run(fromMs: number): Promise<void> {
    this.#fromMs = fromMs;
    for (const step of this.#share.steps) {
      await this.#until(fromMs + step.atMs);
      if (this.#isStopped) break;
      this.#started += 1;
      const running = this.#do(step, fromMs + step.atMs).finally(() => this.#running.delete(running));
      this.#running.add(running);
    }
    await Promise.all(this.#running);
  }

  /** Starts no further step. Those that were due by now count as dropped. */
  stop(): void {
    if (this.#isStopped) return;
    this.#isStopped = true;
    const dueMs = nowMs() - LATE_MS - this.#fromMs;
    const due = this.#share.steps.slice(this.#started).filter(({ atMs }) => atMs <= dueMs);
    this.#counter.dropped(due.length);
  }

  /** Compares the last state that each socket received for its rooms with the server's state. */
  compare(truth: ReadonlyMap<string, RoomSnapshot>): Compared {
    const result: Compared = { compared: 0, divergent: 0, examples: [] };
    for (const [at, { socket }] of this.#sockets) {
      // The plan closed it, so it has missed what happened since.
      if (socket.isClosed) continue;
      for (const room of socket.rooms) {
        const expected = truth.get(room.replace(/@.*$/, ''));
        if (!expected) continue;
        result.compared += 1;
        const own = socket.snapshots.get(room);
        if (socket.isJoined && own && isDeepStrictEqual(own, expected)) continue;
        result.divergent += 1;
        if (result.examples.length < SHOWN_EXAMPLES)
          result.examples.push(
            `socket ${at} in ${room} has ${JSON.stringify(own)}, the server has ${JSON.stringify(expected)}`,
          );
      }
    }
    return result;
  }

  tick(): Tick {
    let joined = 0;
    for (const { socket } of this.#sockets.values()) if (socket.isJoined) joined += 1;
    return this.#counter.take(joined, this.#recorder.events);
  }

  close(): void {
    for (const { socket } of this.#sockets.values()) socket.close();
  }

  async #do(step: Step, plannedAtMs: number): Promise<void> {
    switch (step.do) {
      case 'bid': {
        const auctionId = this.#share.auctionIds[step.auction] ?? 0;
        this.#count(await this.#player(step.user).bid(auctionId), step.user, plannedAtMs);
        return;
      }
      case 'send':
      case 'payout':
        this.#count(await this.#move(step), step.user, plannedAtMs);
        return;
      case 'tap':
      case 'pick':
      case 'answer':
        return this.#contests.play(step, plannedAtMs);
      case 'ticket':
      case 'submit':
      case 'look':
        return this.#heists.do(step, plannedAtMs);
      case 'create-bet':
      case 'join-bet':
      case 'upload':
      case 'convert':
      case 'spin':
      case 'limit':
        return this.#pastimes.do(step, plannedAtMs);
      case 'open':
        this.#sockets.get(step.socket)?.socket.open(plannedAtMs, step.isReconnect);
        return;
      case 'close':
        this.#sockets.get(step.socket)?.socket.close();
        return;
      case 'drop':
        this.#sockets.get(step.socket)?.socket.drop(plannedAtMs);
        return;
      case 'watch': {
        const found = this.#sockets.get(step.socket);
        const names = step.rooms.map((room) => this.#name(room, found?.userId ?? ''));
        found?.socket.watch(names, plannedAtMs);
        return;
      }
      case 'read': {
        const path =
          step.page === 'list'
            ? '/auction'
            : step.page === 'profile'
              ? '/user/profile'
              : `/auction/${this.#share.auctionIds[step.page]}`;
        await this.#player(step.user)
          .read(path)
          .catch(() => this.#counter.failed(`read: ${path}`));
      }
    }
  }

  #move(step: WalletStep): Promise<Outcome> {
    const player = this.#player(step.user);
    if (step.do === 'payout') return requestPayout(player, step.amount);
    const recipient = this.#share.recipients[step.to];
    if (!recipient) throw new Error(`no player ${step.to}`);
    return sendCoins(player, recipient, step.amount);
  }

  #count(outcome: Outcome, user: number, plannedAtMs: number): void {
    this.#counter.bid(codeOfOutcome(outcome), nowMs() - plannedAtMs, this.#player(user).server);
  }

  async #until(atMs: number): Promise<void> {
    const aheadMs = atMs - nowMs();
    if (aheadMs > TIMER_GRAIN_MS) await pause(aheadMs);
    this.#counter.late(nowMs() - atMs);
  }

  #player(at: number): Player {
    const player = this.#players.get(at);
    if (!player) throw new Error(`player ${at} belongs to another worker`);
    return player;
  }

  #name(room: PlannedRoom, userId: string): string {
    return nameRoom(room, { ...this.#share, userId });
  }
}
