import { ROOM_JOIN, ROOM_LEAVE, ROOM_STATE, SERVER_LEAVING, SOCKET_PATH } from '@copup/shared/room-names.ts';
import { isNewer } from '@copup/shared/room-order.ts';
import type { RoomFrame, RoomJoinAck } from '@copup/shared/rooms.ts';
import { socketLimits } from '@copup/shared/socket-limits.ts';
import { WebSocket } from 'ws';
import { ENGINE, EventReader, SOCKET } from './packets.ts';
import { PendingAcks } from './pending-acks.ts';

const JOIN_TIMEOUT_MS = 10_000;

/** The last state that a socket received for a room. */
export interface RoomSnapshot {
  epoch: number;
  version: number;
  state: unknown;
}

/**
 * Callbacks shared by all sockets of a process. Times are milliseconds since 1970, with decimals; `server` is the index of
 * the socket's server.
 */
export interface SocketEvents {
  message(bytes: number, server: number): void;
  /** A message that may contain states, as text. */
  read?(text: string, atMs: number): void;
  /** The server published a newer state; snapshots of joins are not reported here. */
  updated(room: string, state: unknown, before: unknown, atMs: number, server: number): void;
  /** All rooms were joined and their snapshots received. */
  joined(tookMs: number, server: number): void;
  /** The connection failed; the socket reconnects automatically. */
  failed(kind: string, server: number): void;
  changed(by: { open?: 1 | -1 }, server: number): void;
}

const reader = new EventReader();

let clockOffsetMs = 0;

/** The time of the machine that coordinates the run, which is that of this machine unless its offset was set. */
export const nowMs = () => performance.timeOrigin + performance.now() - clockOffsetMs;

/** Sets by how much the clock of this machine is ahead of the coordinator's. */
export function setClockOffset(aheadMs: number): void {
  clockOffsetMs = aheadMs;
}

/**
 * A minimal Socket.IO client for watchers, so that one process can run thousands: it uses the websocket transport only,
 * joins rooms, keeps the highest (epoch, version) of each, answers pings, and reconnects when the connection is lost.
 */
export class RoomSocket {
  readonly snapshots = new Map<string, RoomSnapshot>();
  readonly #urls: readonly string[];
  readonly #token: string;
  readonly #events: SocketEvents;
  #at: number;
  #rooms: readonly string[];
  #socket: WebSocket | undefined;
  #timer: NodeJS.Timeout | undefined;
  #acks = 0;
  #pendingAcks = new Set<number>();
  readonly #requests = new PendingAcks();
  #joiningSinceMs = 0;
  #isClosed = false;
  #isReconnect = false;

  constructor(
    urls: readonly string[],
    at: number,
    token: string,
    rooms: readonly string[],
    events: SocketEvents,
  ) {
    this.#urls = urls;
    this.#at = at % urls.length;
    this.#token = token;
    this.#rooms = rooms;
    this.#events = events;
  }

  get isJoined(): boolean {
    return this.#socket?.readyState === WebSocket.OPEN && this.#joiningSinceMs === 0;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  get rooms(): readonly string[] {
    return this.#rooms;
  }

  /** Connects. The join latency is measured from `plannedAtMs`. `isReconnect`: the page had a connection before. */
  open(plannedAtMs: number, isReconnect = false): void {
    if (this.#isClosed) return;
    this.#isReconnect = isReconnect;
    this.#joiningSinceMs = plannedAtMs;
    const url = `${(this.#urls[this.#at] ?? '').replace(/^http/, 'ws')}${SOCKET_PATH}/?EIO=4&transport=websocket`;
    const socket = new WebSocket(url, {
      perMessageDeflate: false,
      skipUTF8Validation: true,
      handshakeTimeout: JOIN_TIMEOUT_MS,
    });
    this.#socket = socket;
    const server = this.#at;
    socket.on('open', () => this.#events.changed({ open: 1 }, server));
    socket.on('message', (data: Buffer) => {
      if (socket === this.#socket) this.#handlePacket(data);
    });
    socket.on('error', (error) => {
      if (socket === this.#socket) this.#reconnectLater(`connect: ${error.message}`);
    });
    let wasOpen = false;
    socket.once('open', () => {
      wasOpen = true;
    });
    socket.on('close', () => {
      if (wasOpen) this.#events.changed({ open: -1 }, server);
      if (socket === this.#socket) this.#reconnectLater('closed by the server');
    });
    this.#startTimeout(JOIN_TIMEOUT_MS);
  }

  /** Drops the connection without a close frame and reconnects at once. */
  drop(plannedAtMs: number): void {
    this.#abandon();
    this.open(plannedAtMs);
  }

  watch(rooms: readonly string[], plannedAtMs: number): void {
    const left = this.#rooms.filter((room) => !rooms.includes(room));
    const added = rooms.filter((room) => !this.#rooms.includes(room));
    this.#rooms = rooms;
    for (const room of left) this.snapshots.delete(room);
    if (!this.isJoined) return;
    if (left.length > 0) this.#emit(ROOM_LEAVE, { rooms: left });
    if (added.length > 0) this.#join(added, plannedAtMs);
  }

  /** Emits an event. Resolves with its acknowledgement; rejects when none comes in time or the socket closes. */
  request(event: string, payload: unknown): Promise<unknown> {
    if (!this.isJoined) return Promise.reject(new Error('the socket is not joined'));
    const id = this.#acks;
    this.#acks += 1;
    this.#emit(event, payload, id);
    return this.#requests.wait(id);
  }

  close(): void {
    this.#isClosed = true;
    this.#abandon();
  }

  #abandon(): void {
    clearTimeout(this.#timer);
    const socket = this.#socket;
    this.#socket = undefined;
    this.#pendingAcks.clear();
    this.#requests.abandon();
    socket?.terminate();
  }

  #reconnectLater(kind: string, afterMs = 200 + Math.random() * 600): void {
    this.#abandon();
    if (this.#isClosed) return;
    this.#events.failed(kind, this.#at);
    this.#at = (this.#at + 1) % this.#urls.length;
    const plannedAtMs = nowMs();
    this.#timer = setTimeout(() => this.open(plannedAtMs), afterMs);
  }

  #startTimeout(timeoutMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#reconnectLater('join took too long'), timeoutMs);
  }

  #handlePacket(data: Buffer): void {
    const atMs = nowMs();
    this.#events.message(data.length, this.#at);
    const text = data.toString();
    switch (text[0]) {
      case ENGINE.open:
        this.#send(
          `${ENGINE.message}${SOCKET.connect}${JSON.stringify({ token: this.#token, ...(this.#isReconnect ? { again: true } : {}) })}`,
        );
        return;
      case ENGINE.ping:
        this.#send(ENGINE.pong);
        return;
      case ENGINE.message:
        this.#events.read?.(text, atMs);
        this.#handleMessage(text, atMs);
    }
  }

  #handleMessage(text: string, atMs: number): void {
    switch (text[1]) {
      case SOCKET.connect:
        this.#join(this.#rooms, this.#joiningSinceMs);
        return;
      case SOCKET.event: {
        const [event, payload] = reader.read(text) as [string, RoomFrame & { afterMs: number }];
        if (event === ROOM_STATE) this.#applyFrame(payload, atMs);
        else if (event === SERVER_LEAVING) this.#reconnectLater('server shutting down', payload.afterMs);
        return;
      }
      case SOCKET.ack: {
        const from = text.indexOf('[');
        const id = Number(text.slice(2, from));
        const [ack] = JSON.parse(text.slice(from)) as [unknown];
        if (!this.#requests.take(id, ack)) this.#handleAck(id, ack as RoomJoinAck, atMs);
        return;
      }
      case SOCKET.connectError: {
        const { data } = JSON.parse(text.slice(2)) as { data?: { code?: string } };
        this.#reconnectLater(`connect: ${data?.code ?? 'refused'}`);
        return;
      }
      case SOCKET.disconnect:
        this.#reconnectLater('disconnected by the server');
    }
  }

  #handleAck(id: number, ack: RoomJoinAck, atMs: number): void {
    if (!this.#pendingAcks.delete(id)) return;
    for (const joined of ack.rooms) {
      if (joined.ok) this.#applyFrame(joined as RoomFrame);
      // A refusal for a room that was left in the meantime is expected.
      else if (this.#rooms.includes(joined.room)) {
        this.#reconnectLater(`join: ${joined.code}`);
        return;
      }
    }
    if (this.#pendingAcks.size > 0) return;
    clearTimeout(this.#timer);
    this.#events.joined(atMs - this.#joiningSinceMs, this.#at);
    this.#joiningSinceMs = 0;
    // Rooms that were added while the join was in progress.
    const missing = this.#rooms.filter((room) => !this.snapshots.has(room));
    if (missing.length > 0) this.#join(missing, atMs);
  }

  #join(rooms: readonly string[], plannedAtMs: number): void {
    this.#joiningSinceMs = plannedAtMs;
    this.#startTimeout(JOIN_TIMEOUT_MS);
    for (let from = 0; from < rooms.length; from += socketLimits.roomsPerJoin) {
      this.#pendingAcks.add(this.#acks);
      this.#emit(ROOM_JOIN, { rooms: rooms.slice(from, from + socketLimits.roomsPerJoin) }, this.#acks);
      this.#acks += 1;
    }
  }

  /** Applies a frame unless it is older than the known state. `receivedAtMs` is missing for snapshots of a join. */
  #applyFrame({ room, epoch, version, state }: RoomFrame, receivedAtMs?: number): void {
    const known = this.snapshots.get(room);
    if (!isNewer({ epoch, version }, known)) return;
    if (!this.#rooms.includes(room)) return;
    this.snapshots.set(room, { epoch, version, state });
    if (receivedAtMs !== undefined) this.#events.updated(room, state, known?.state, receivedAtMs, this.#at);
  }

  #emit(event: string, payload: unknown, ack?: number): void {
    this.#send(`${ENGINE.message}${SOCKET.event}${ack ?? ''}${JSON.stringify([event, payload])}`);
  }

  #send(text: string): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(text);
  }
}
