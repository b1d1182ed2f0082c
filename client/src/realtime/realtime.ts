import type { ErrorCode } from '@copup/shared/errors.ts';
import type { RoomDelta } from '@copup/shared/room-deltas.ts';
import {
  ROOM_CHECK,
  ROOM_LEAVE,
  ROOM_REMOVED,
  ROOM_SEEN,
  ROOM_STATE,
  SERVER_LEAVING,
  SESSION_ENDED,
  SOCKET_CALL,
} from '@copup/shared/room-names.ts';
import type { RoomFrame, RoomRemoved, RoomShown } from '@copup/shared/rooms.ts';
import type { SocketCall, SocketCallAck } from '@copup/shared/socket-calls.ts';
import { type ConnectionFacts, deriveConnection, isLive } from './connection-state.ts';
import type { RealtimeSocket } from './realtime-socket.ts';
import type { RealtimeStore } from './realtime-store.ts';
import { RoomJoins } from './room-joins.ts';
import type { ServerClock } from './server-clock.ts';

export interface SessionEnd {
  code: ErrorCode;
  message: string;
}

export interface RealtimeOptions {
  store: RealtimeStore;
  clock: ServerClock;
  nowMs: () => number;
}

const TRY_AGAIN_MS = 2_000;
const NO_ROOM_FOR_A_SOCKET_MS = 6_000;
const ANSWER_WITHIN_MS = 5_000;
/** On return, an open socket without a reply within this time is replaced. */
const PROVE_WITHIN_MS = 2_000;
/**
 * A server replies to a command at most 2.25 s after it received it (A11). The rest is for the way there and back, so a
 * busy server does not receive the command twice.
 */
const CALL_WITHIN_MS = 3_000;
const NO_ROOM = 'auction:0';

/** The page's socket: opened at sign-in, closed while the page is hidden, and reopened when it is lost. */
export class Realtime {
  readonly rooms: RoomJoins;
  readonly #options: RealtimeOptions;
  readonly #endListeners = new Set<(end: SessionEnd) => void>();
  #openSocket: (() => RealtimeSocket) | undefined;
  #socket: RealtimeSocket | undefined;
  /** The one that replaces it, until it is connected. */
  #next: RealtimeSocket | undefined;
  /** The one before, until the rooms are joined on this one. */
  #previous: RealtimeSocket | undefined;
  /** Whether the server asked to open another socket, for which the delay is not over. */
  #isAskedToMove = false;
  #isResting = false;
  #isPaused = false;
  #isProving = false;
  /** Whether the socket has left no call without a reply since it connected. */
  #answersCalls = true;
  #openCalls = 0;
  #reconnectTimer: ReturnType<typeof setTimeout> | undefined;
  #stateTimer: ReturnType<typeof setTimeout> | undefined;
  #facts: ConnectionFacts;

  constructor(options: RealtimeOptions) {
    this.#options = options;
    this.#facts = { isOnline: true, hasSocket: false, sinceMs: options.nowMs(), isCaughtUp: true };
    this.rooms = new RoomJoins({
      ...options,
      socket: () => this.#socket,
      isCalling: () => this.#openCalls > 0,
      onProgress: () => {
        this.#endPrevious();
        this.#update({});
      },
      onSilence: () => this.#restart(),
    });
  }

  /** Connects. A call while connected reconnects, for another user. */
  connect(openSocket: () => RealtimeSocket): void {
    this.disconnect();
    this.#openSocket = openSocket;
    const socket = this.#open(openSocket);
    this.#socket = socket;
    this.#facts.sinceMs = this.#options.nowMs();
    if (!this.#isResting) socket.connect();
    this.#update({});
  }

  #open(openSocket: () => RealtimeSocket): RealtimeSocket {
    const socket = openSocket();
    const acknowledge = (seen: number | undefined) => {
      if (seen !== undefined) socket.emit(ROOM_SEEN, { seen });
    };
    socket.on('connect', () => {
      if (socket === this.#next) return this.#moveTo(socket);
      this.#stopMoving();
      this.#options.clock.forget();
      this.#answersCalls = true;
      this.rooms.joinAll();
      this.#update({ hasSocket: true });
    });
    socket.on('disconnect', (reason: string) => {
      if (socket === this.#previous) return this.#drop('previous');
      if (socket !== this.#socket) return;
      this.#drop('previous');
      this.#update({ hasSocket: false });
      if (this.#next) {
        // The page now waits for it.
        socket.removeAllListeners();
        this.#socket = this.#next;
        this.#next = undefined;
        return;
      }
      // The library reconnects after a lost connection, but not after a close by the server.
      if (reason === 'io server disconnect' && !this.#isAskedToMove) this.#connectIn(jittered(TRY_AGAIN_MS));
    });
    socket.on('connect_error', (error: Error & { data?: SessionEnd }) => {
      const { data } = error;
      if (data?.code === 'NOT_SIGNED_IN' || data?.code === 'SESSION_ENDED') this.#end(data);
      else if (!socket.active)
        this.#connectIn(jittered(data?.code === 'TOO_MANY_SOCKETS' ? NO_ROOM_FOR_A_SOCKET_MS : TRY_AGAIN_MS));
    });
    socket.on(ROOM_STATE, (frame: RoomFrame) => {
      this.rooms.receive(frame, socket);
      acknowledge(frame.seen);
    });
    // The name of a delta's event is a number.
    socket.onAny((event: unknown, ...delta: unknown[]) => {
      if (typeof event === 'number')
        acknowledge(this.rooms.receiveDelta(event, delta as unknown as RoomDelta, socket));
    });
    socket.on(ROOM_CHECK, ({ room }: { room: string }, answer?: (shown: RoomShown) => void) =>
      answer?.(this.rooms.shown(room)),
    );
    socket.on(ROOM_REMOVED, (removed: RoomRemoved) => this.rooms.remove(removed));
    socket.on(SESSION_ENDED, (end: SessionEnd) => this.#end(end));
    socket.on(SERVER_LEAVING, ({ afterMs }: { afterMs: number }) => {
      if (socket !== this.#socket) return;
      this.#isAskedToMove = true;
      this.#connectIn(afterMs);
    });
    return socket;
  }

  /** The page has used the rooms of the socket before until now, and does so until they are joined on this one. */
  #moveTo(socket: RealtimeSocket): void {
    this.#drop('previous');
    this.#previous = this.#socket;
    this.#socket = socket;
    this.#next = undefined;
    this.#answersCalls = true;
    this.rooms.moveAll();
  }

  #endPrevious(): void {
    // A call waits for its reply on the socket that sent it.
    if (this.#previous && this.rooms.isMoved && this.#openCalls === 0) this.#drop('previous');
  }

  #drop(which: 'next' | 'previous'): void {
    const socket = which === 'next' ? this.#next : this.#previous;
    if (!socket) return;
    if (which === 'next') this.#next = undefined;
    else this.#previous = undefined;
    socket.removeAllListeners();
    socket.disconnect();
    if (which === 'previous') this.rooms.endMove();
  }

  /** Disconnects at sign-out and clears the states of rooms. */
  disconnect(): void {
    this.#stopMoving();
    const socket = this.#socket;
    this.#socket = undefined;
    if (!socket) return;
    socket.removeAllListeners();
    socket.disconnect();
    this.rooms.showReceived();
    this.#options.store.setState({ rooms: {} });
    this.#update({ hasSocket: false });
  }

  /** Leaves the rooms until `wake`, because a hidden page does not show them. */
  pause(): void {
    this.#isPaused = true;
    this.rooms.leaveAll();
  }

  /** Closes the socket until `wake`, because the page is hidden. */
  rest(): void {
    this.#isResting = true;
    this.#stopMoving();
    this.#socket?.disconnect();
  }

  /**
   * Called when the page is shown again or its network has changed. An open socket may have lost its connection, so no state is
   * live until the server has replied on it.
   */
  wake(): void {
    if (this.#isPaused || this.#isResting) this.#facts.sinceMs = this.#options.nowMs();
    this.#isPaused = false;
    if (this.#isResting) {
      this.#isResting = false;
      this.#socket?.connect();
      this.#update({});
    } else if (this.#socket?.connected) void this.#prove();
    else if (this.#socket) this.#restart();
  }

  setOnline(isOnline: boolean): void {
    this.#update({ isOnline });
    if (isOnline && !this.#isResting) this.wake();
  }

  /**
   * Measures a round trip over the socket in milliseconds; undefined without a socket or a reply. Leaving an invalid room has no
   * effect and is acknowledged at once.
   */
  measureRoundTripMs(): Promise<number | undefined> {
    return this.#roundTrip(ANSWER_WITHIN_MS);
  }

  /** Sends an event and resolves with its acknowledgement; undefined without a socket or a reply in time. */
  send<Reply>(event: string, payload: object, withinMs = ANSWER_WITHIN_MS): Promise<Reply | undefined> {
    const socket = this.#socket;
    if (!socket?.connected) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      socket.timeout(withinMs).emit(event, payload, (error: Error | null, reply?: Reply) => {
        resolve(error ? undefined : reply);
      });
    });
  }

  /**
   * Sends a call of the API; undefined at once unless the state is live, and without a reply. After a call without a reply
   * the socket must prove itself, and no other call is sent over it: an older server knows no calls.
   */
  async call(call: SocketCall): Promise<SocketCallAck | undefined> {
    if (!isLive(this.#facts) || !this.#answersCalls) return undefined;
    const socket = this.#socket;
    this.#openCalls += 1;
    const ack = await this.send<SocketCallAck>(SOCKET_CALL, call, CALL_WITHIN_MS);
    this.#openCalls -= 1;
    this.#endPrevious();
    if (!ack && socket === this.#socket && socket?.connected) {
      this.#answersCalls = false;
      void this.#prove();
    }
    return ack;
  }

  onSessionEnded(listener: (end: SessionEnd) => void): () => void {
    this.#endListeners.add(listener);
    return () => {
      this.#endListeners.delete(listener);
    };
  }

  #end(end: SessionEnd): void {
    this.disconnect();
    for (const listener of this.#endListeners) listener(end);
  }

  async #roundTrip(withinMs: number): Promise<number | undefined> {
    const socket = this.#socket;
    if (!socket?.connected) return undefined;
    const sentAtMs = this.#options.nowMs();
    return new Promise((resolve) => {
      socket.timeout(withinMs).emit(ROOM_LEAVE, { rooms: [NO_ROOM] }, (error: Error | null) => {
        resolve(error ? undefined : this.#options.nowMs() - sentAtMs);
      });
    });
  }

  /** Rejoins all rooms, which also delivers missed updates, and replaces a socket that does not reply. */
  async #prove(): Promise<void> {
    this.rooms.rejoinAll();
    if (this.#isProving) return;
    this.#isProving = true;
    const socket = this.#socket;
    const answered = await this.#roundTrip(PROVE_WITHIN_MS);
    this.#isProving = false;
    if (answered === undefined && socket === this.#socket && socket?.connected) this.#restart();
  }

  #restart(): void {
    this.#stopMoving();
    this.#socket?.disconnect();
    if (!this.#isResting) this.#socket?.connect();
  }

  #stopMoving(): void {
    clearTimeout(this.#reconnectTimer);
    this.#isAskedToMove = false;
    this.#drop('next');
    this.#drop('previous');
  }

  /** Connects after the delay: with a second socket while the first still serves the page. */
  #connectIn(delayMs: number): void {
    clearTimeout(this.#reconnectTimer);
    this.#reconnectTimer = setTimeout(() => {
      this.#isAskedToMove = false;
      if (this.#isResting) return;
      if (this.#socket?.connected && this.#openSocket) this.#next ??= this.#open(this.#openSocket);
      (this.#next ?? this.#socket)?.connect();
    }, delayMs);
  }

  #update(change: Partial<ConnectionFacts>): void {
    const nowMs = this.#options.nowMs();
    const wasLive = isLive(this.#facts);
    this.#facts = { ...this.#facts, ...change, isCaughtUp: this.rooms.isCaughtUp };
    if (wasLive && !isLive(this.#facts)) this.#facts.sinceMs = nowMs;
    const { state, nextAtMs } = deriveConnection(this.#facts, nowMs);
    if (this.#options.store.getState().connection !== state)
      this.#options.store.setState({ connection: state });
    clearTimeout(this.#stateTimer);
    if (nextAtMs !== undefined)
      this.#stateTimer = setTimeout(() => this.#update({}), Math.ceil(nextAtMs - nowMs));
  }
}

function jittered(ms: number): number {
  return ms * (0.5 + Math.random());
}
