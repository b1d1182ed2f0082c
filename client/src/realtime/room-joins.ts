import type { RoomDelta } from '@copup/shared/room-deltas.ts';
import { hashState } from '@copup/shared/room-hash.ts';
import { ROOM_JOIN, ROOM_LEAVE } from '@copup/shared/room-names.ts';
import { isNewer } from '@copup/shared/room-order.ts';
import type { RoomFrame, RoomJoinAck, RoomRemoved, RoomShown } from '@copup/shared/rooms.ts';
import type { RealtimeSocket } from './realtime-socket.ts';
import type { RealtimeStore } from './realtime-store.ts';
import { RoomBases } from './room-bases.ts';
import { applyFrame, applyJoin } from './room-entry.ts';
import type { ServerClock } from './server-clock.ts';

const ROOMS_PER_JOIN = 50;
/** Longer than the server's own timeout for its database. */
const ANSWER_WITHIN_MS = 6_000;
/** Delay before a room is left, so that a navigation that reopens it at once does not leave it. */
const LINGER_MS = 500;
/** Limits joins while scrolling through a long list to far below the server's limit of events. */
const FLUSH_EVERY_MS = 150;
/** The reply to a call comes with the frame of its change: a slow phone confirms sooner when it first paints the reply. */
const SHOWN_AFTER_CALL_MS = 50;
const RETRY_AT_LEAST_MS = 1_000;
const RETRY_AT_MOST_MS = 10_000;
/** Codes of temporary refusals; any other refusal is permanent. */
const passing = new Set(['UNAVAILABLE', 'RATE_LIMITED', 'INTERNAL', 'BUSY']);

interface Wanted {
  holders: number;
  /** Whether the server has replied on this socket. */
  hasAnswered: boolean;
  /** Whether it has replied on any socket: then the displayed state may be old until the next reply. */
  isKnown: boolean;
  attempts: number;
  timer: ReturnType<typeof setTimeout> | undefined;
}

export interface RoomJoinsOptions {
  socket: () => RealtimeSocket | undefined;
  store: RealtimeStore;
  clock: ServerClock;
  nowMs: () => number;
  /** Whether a call waits for its reply: frames are then shown up to 50 ms later. */
  isCalling: () => boolean;
  /** Called when `isCaughtUp` may have changed. */
  onProgress: () => void;
  /** Called when a socket sends no reply in time. */
  onSilence: () => void;
}

/** The rooms that the page uses, with the state of their joins. Joins requested at the same time share a message. */
export class RoomJoins {
  readonly #options: RoomJoinsOptions;
  readonly #wanted = new Map<string, Wanted>();
  readonly #toJoin = new Set<string>();
  readonly #toLeave = new Set<string>();
  /** Of each socket: while a page moves to another server it has two. */
  readonly #bases = new WeakMap<RealtimeSocket, RoomBases>();
  /** Rooms that are joined on the socket before, and not yet on this one. */
  readonly #moving = new Set<string>();
  #unshown: RoomFrame[] = [];
  #isFlushPlanned = false;
  #flushedAtMs = Number.NEGATIVE_INFINITY;

  constructor(options: RoomJoinsOptions) {
    this.#options = options;
  }

  /** Whether every room that was joined before the socket was lost is joined again. */
  get isCaughtUp(): boolean {
    for (const { isKnown, hasAnswered } of this.#wanted.values()) if (isKnown && !hasAnswered) return false;
    return true;
  }

  /** Acquires the room until the returned function is called. */
  acquire(room: string): () => void {
    let wanted = this.#wanted.get(room);
    if (!wanted) {
      wanted = { holders: 0, hasAnswered: false, isKnown: false, attempts: 0, timer: undefined };
      this.#wanted.set(room, wanted);
      this.#plan(this.#toJoin, room);
    }
    wanted.holders += 1;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#release(room, wanted);
    };
  }

  /** Whether no room needs the socket before. */
  get isMoved(): boolean {
    return this.#moving.size === 0;
  }

  /** A new socket has joined no room, and its server may use other numbers. */
  joinAll(): void {
    this.#moving.clear();
    this.#currentBases()?.clear();
    this.rejoinAll();
  }

  /** Joins all rooms on a new socket, while the one before still delivers them: they stay live. */
  moveAll(): void {
    for (const [room, { hasAnswered }] of this.#wanted) {
      if (hasAnswered) this.#moving.add(room);
      this.#plan(this.#toJoin, room);
    }
    this.#options.onProgress();
  }

  /** The socket before is gone: what it still delivered is old until the reply to its join. */
  endMove(): void {
    for (const room of this.#moving) {
      const wanted = this.#wanted.get(room);
      if (wanted) wanted.hasAnswered = false;
    }
    this.#moving.clear();
    this.#options.onProgress();
  }

  /** Rejoins all rooms: after a change of networks one may have missed updates. */
  rejoinAll(): void {
    for (const room of this.#wanted.keys()) this.#rejoin(room);
    this.#options.onProgress();
  }

  /** Leaves all rooms until they are rejoined. */
  leaveAll(): void {
    const socket = this.#options.socket();
    if (!socket?.connected) return;
    this.#currentBases()?.clear();
    for (const rooms of chunks([...this.#wanted.keys()])) socket.emit(ROOM_LEAVE, { rooms });
    for (const wanted of this.#wanted.values()) wanted.hasAnswered = false;
    this.#options.onProgress();
  }

  #rejoin(room: string): void {
    const wanted = this.#wanted.get(room);
    if (!wanted) return;
    wanted.hasAnswered = false;
    this.#plan(this.#toJoin, room);
  }

  receive(frame: RoomFrame, socket: RealtimeSocket): void {
    if (!this.#wanted.has(frame.room)) return;
    this.#basesOf(socket).set(frame.room, frame.base);
    this.#show(frame);
  }

  /** Returns the number to acknowledge, if any. Without the frame before, the room is joined again for its full state. */
  receiveDelta(number: number, delta: RoomDelta, socket: RealtimeSocket): number | undefined {
    const applied = this.#basesOf(socket).apply(number, delta);
    if (!applied) return undefined;
    const { room, base, seen } = applied;
    if (base) this.#show({ room, ...base });
    else {
      this.#rejoin(room);
      this.#options.onProgress();
    }
    return seen;
  }

  #basesOf(socket: RealtimeSocket): RoomBases {
    let bases = this.#bases.get(socket);
    if (!bases) {
      bases = new RoomBases();
      this.#bases.set(socket, bases);
    }
    return bases;
  }

  #currentBases(): RoomBases | undefined {
    const socket = this.#options.socket();
    return socket && this.#basesOf(socket);
  }

  #show(frame: RoomFrame): void {
    this.#options.clock.received(frame.serverTime, this.#options.nowMs());
    this.#unshown.push(frame);
    if (!this.#options.isCalling()) this.showReceived();
    else if (this.#unshown.length === 1) setTimeout(() => this.showReceived(), SHOWN_AFTER_CALL_MS);
  }

  /** Shows the frames that wait for the reply to a call. */
  showReceived(): void {
    const frames = this.#unshown;
    this.#unshown = [];
    this.#options.store.setState(({ rooms: before }) => {
      let rooms = before;
      for (const frame of frames) {
        const entry = rooms[frame.room];
        const after = this.#wanted.has(frame.room) ? applyFrame(entry, frame) : entry;
        if (after && after !== entry) rooms = { ...rooms, [frame.room]: after };
      }
      return rooms === before ? {} : { rooms };
    });
  }

  /** Returns what the page shows of a room, for the server to compare; null without a state. */
  shown(room: string): RoomShown {
    this.showReceived();
    const entry = this.#wanted.has(room) ? this.#options.store.getState().rooms[room] : undefined;
    if (!entry || entry.version === -1) return null;
    const { epoch, version, state } = entry;
    return { epoch, version, hash: hashState(state) };
  }

  /** Handles rooms from which the server removed the socket like refused joins: their states are cleared. */
  remove({ rooms }: RoomRemoved): void {
    this.#apply({ rooms });
  }

  #release(room: string, wanted: Wanted): void {
    wanted.holders -= 1;
    if (wanted.holders > 0) return;
    setTimeout(() => {
      if (wanted.holders > 0 || this.#wanted.get(room) !== wanted) return;
      clearTimeout(wanted.timer);
      this.#wanted.delete(room);
      this.#toJoin.delete(room);
      this.#moving.delete(room);
      this.#currentBases()?.set(room, undefined);
      this.#plan(this.#toLeave, room);
      this.#options.store.setState(({ rooms: { [room]: _, ...rooms } }) => ({ rooms }));
      this.#options.onProgress();
    }, LINGER_MS);
  }

  #plan(set: Set<string>, room: string): void {
    set.add(room);
    if (this.#isFlushPlanned) return;
    this.#isFlushPlanned = true;
    const waitMs = Math.max(0, this.#flushedAtMs + FLUSH_EVERY_MS - this.#options.nowMs());
    setTimeout(() => {
      this.#isFlushPlanned = false;
      this.#flushedAtMs = this.#options.nowMs();
      this.#flush();
    }, Math.ceil(waitMs));
  }

  #flush(): void {
    const socket = this.#options.socket();
    const leaving = [...this.#toLeave].filter((room) => !this.#wanted.has(room));
    const joining = [...this.#toJoin];
    this.#toLeave.clear();
    // Without a socket there is nothing to do: the next one joins all acquired rooms.
    this.#toJoin.clear();
    if (!socket?.connected) return;
    for (const rooms of chunks(leaving)) socket.emit(ROOM_LEAVE, { rooms });
    for (const rooms of chunks(joining)) this.#join(socket, rooms);
  }

  #join(socket: RealtimeSocket, rooms: string[]): void {
    const sentAtMs = this.#options.nowMs();
    socket
      .timeout(ANSWER_WITHIN_MS)
      .emit(ROOM_JOIN, { rooms, deltas: true }, (error: Error | null, ack?: RoomJoinAck) => {
        if (socket !== this.#options.socket() || !socket.connected) return;
        if (error || !ack) return this.#options.onSilence();
        const receivedAtMs = this.#options.nowMs();
        for (const joined of ack.rooms)
          if (joined.ok) this.#options.clock.answered(joined.serverTime, sentAtMs, receivedAtMs);
        this.#apply(ack);
      });
  }

  #apply(ack: RoomJoinAck): void {
    this.showReceived();
    const changes: Record<string, ReturnType<typeof applyJoin>> = {};
    const { rooms } = this.#options.store.getState();
    for (const joined of ack.rooms) {
      const wanted = this.#wanted.get(joined.room);
      if (!wanted) continue;
      if (!joined.ok && passing.has(joined.code)) {
        this.#retry(joined.room, wanted);
        continue;
      }
      wanted.hasAnswered = true;
      wanted.isKnown = true;
      wanted.attempts = 0;
      this.#moving.delete(joined.room);
      const base = joined.ok ? joined.base : undefined;
      this.#currentBases()?.set(joined.room, base);
      const entry = applyJoin(rooms[joined.room], joined);
      // The base is newer than the snapshot when a frame was sent while other rooms of this join were read.
      changes[joined.room] = base && isNewer(base, entry) ? applyFrame(entry, base) : entry;
    }
    this.#options.store.setState({ rooms: { ...rooms, ...changes } });
    this.#options.onProgress();
  }

  #retry(room: string, wanted: Wanted): void {
    const delayMs = Math.min(RETRY_AT_LEAST_MS * 2 ** wanted.attempts, RETRY_AT_MOST_MS);
    wanted.attempts += 1;
    clearTimeout(wanted.timer);
    wanted.timer = setTimeout(
      () => {
        if (this.#wanted.get(room) === wanted) this.#plan(this.#toJoin, room);
      },
      delayMs * (0.5 + Math.random() / 2),
    );
  }
}

function chunks(rooms: string[]): string[][] {
  const parts: string[][] = [];
  for (let start = 0; start < rooms.length; start += ROOMS_PER_JOIN)
    parts.push(rooms.slice(start, start + ROOMS_PER_JOIN));
  return parts;
}
