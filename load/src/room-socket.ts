import { ROOM_JOIN, ROOM_LEAVE, ROOM_STATE, SERVER_LEAVING, SOCKET_PATH } from '@copup/shared/room-names.ts';
import { isNewer } from '@copup/shared/room-order.ts';
import type { RoomFrame, RoomJoinAck } from '@copup/shared/rooms.ts';
import { WebSocket } from 'ws';

const JOIN_TIMEOUT_MS = 10_000;
const ROOMS_PER_JOIN = 50;
// The packets of Engine.IO 4 and, within a message, of Socket.IO 5.
const ENGINE = { open: '0', ping: '2', pong: '3', message: '4' } as const;
const SOCKET = { connect: '0', disconnect: '1', event: '2', ack: '3', connectError: '4' } as const;

/** What one socket last heard of one room. */
export interface Heard {
  epoch: number;
  version: number;
  state: unknown;
}

/** One for all sockets of a process. Times are milliseconds since 1970, with decimals. */
export interface SocketEvents {
  message(bytes: number): void;
  /** A newer state came by itself, not with a join. */
  told(room: string, state: unknown, before: unknown, atMs: number): void;
  /** All rooms wanted were joined, the snapshots are there. */
  joined(tookMs: number): void;
  /** Something went wrong; the socket comes back by itself. */
  failed(kind: string): void;
  changed(by: { open?: 1 | -1 }): void;
}

/**
 * A frame is encoded once for all members of a room, and they stand in a row: whoever gets the same text as the socket
 * before need not parse it again.
 */
class FrameReader {
  #text = '';
  #frame: unknown;

  read(text: string): unknown {
    if (text !== this.#text) {
      this.#frame = JSON.parse(text.slice(2));
      this.#text = text;
    }
    return this.#frame;
  }
}
const reader = new FrameReader();

export const nowMs = () => performance.timeOrigin + performance.now();

/**
 * As little of a Socket.IO client as a watcher needs, so that thousands fit into one process: websocket only, joins its
 * rooms, keeps the highest (epoch, version) of each, answers pings, and comes back when the line breaks.
 */
export class RoomSocket {
  readonly heard = new Map<string, Heard>();
  readonly #urls: readonly string[];
  readonly #token: string;
  readonly #events: SocketEvents;
  #at: number;
  #rooms: readonly string[];
  #socket: WebSocket | undefined;
  #timer: NodeJS.Timeout | undefined;
  #acks = 0;
  #owedAcks = new Set<number>();
  #wantedSinceMs = 0;
  #isClosed = false;

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
    return this.#socket?.readyState === WebSocket.OPEN && this.#wantedSinceMs === 0;
  }

  get rooms(): readonly string[] {
    return this.#rooms;
  }

  /** `meantAtMs`: when this was meant to happen, from which its latency counts. */
  open(meantAtMs: number): void {
    if (this.#isClosed) return;
    this.#wantedSinceMs = meantAtMs;
    const url = `${(this.#urls[this.#at] ?? '').replace(/^http/, 'ws')}${SOCKET_PATH}/?EIO=4&transport=websocket`;
    const socket = new WebSocket(url, {
      perMessageDeflate: false,
      skipUTF8Validation: true,
      handshakeTimeout: JOIN_TIMEOUT_MS,
    });
    this.#socket = socket;
    socket.on('open', () => this.#events.changed({ open: 1 }));
    socket.on('message', (data: Buffer) => {
      if (socket === this.#socket) this.#take(data);
    });
    socket.on('error', (error) => {
      if (socket === this.#socket) this.#comeBack(`connect: ${error.message}`);
    });
    let wasOpen = false;
    socket.once('open', () => {
      wasOpen = true;
    });
    socket.on('close', () => {
      if (wasOpen) this.#events.changed({ open: -1 });
      if (socket === this.#socket) this.#comeBack('closed by the server');
    });
    this.#watch(JOIN_TIMEOUT_MS);
  }

  /** The line breaks, without a goodbye, and the client is back at once. */
  drop(meantAtMs: number): void {
    this.#abandon();
    this.open(meantAtMs);
  }

  watch(rooms: readonly string[], meantAtMs: number): void {
    const left = this.#rooms.filter((room) => !rooms.includes(room));
    const added = rooms.filter((room) => !this.#rooms.includes(room));
    this.#rooms = rooms;
    for (const room of left) this.heard.delete(room);
    if (!this.isJoined) return;
    if (left.length > 0) this.#emit(ROOM_LEAVE, { rooms: left });
    if (added.length > 0) this.#join(added, meantAtMs);
  }

  close(): void {
    this.#isClosed = true;
    this.#abandon();
  }

  #abandon(): void {
    clearTimeout(this.#timer);
    const socket = this.#socket;
    this.#socket = undefined;
    this.#owedAcks.clear();
    socket?.terminate();
  }

  #comeBack(kind: string, afterMs = 200 + Math.random() * 600): void {
    this.#abandon();
    if (this.#isClosed) return;
    this.#events.failed(kind);
    this.#at = (this.#at + 1) % this.#urls.length;
    const meantAtMs = nowMs();
    this.#timer = setTimeout(() => this.open(meantAtMs), afterMs);
  }

  #watch(timeoutMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#comeBack('join took too long'), timeoutMs);
  }

  #take(data: Buffer): void {
    const atMs = nowMs();
    this.#events.message(data.length);
    const text = data.toString();
    switch (text[0]) {
      case ENGINE.open:
        this.#send(`${ENGINE.message}${SOCKET.connect}${JSON.stringify({ token: this.#token })}`);
        return;
      case ENGINE.ping:
        this.#send(ENGINE.pong);
        return;
      case ENGINE.message:
        this.#takeMessage(text, atMs);
    }
  }

  #takeMessage(text: string, atMs: number): void {
    switch (text[1]) {
      case SOCKET.connect:
        this.#join(this.#rooms, this.#wantedSinceMs);
        return;
      case SOCKET.event: {
        const [event, payload] = reader.read(text) as [string, RoomFrame & { afterMs: number }];
        if (event === ROOM_STATE) this.#hear(payload, atMs);
        else if (event === SERVER_LEAVING) this.#comeBack('server leaving', payload.afterMs);
        return;
      }
      case SOCKET.ack: {
        const from = text.indexOf('[');
        this.#takeAck(Number(text.slice(2, from)), JSON.parse(text.slice(from)) as [RoomJoinAck], atMs);
        return;
      }
      case SOCKET.connectError: {
        const { data } = JSON.parse(text.slice(2)) as { data?: { code?: string } };
        this.#comeBack(`connect: ${data?.code ?? 'refused'}`);
        return;
      }
      case SOCKET.disconnect:
        this.#comeBack('disconnected by the server');
    }
  }

  #takeAck(id: number, [ack]: [RoomJoinAck], atMs: number): void {
    if (!this.#owedAcks.delete(id)) return;
    for (const joined of ack.rooms) {
      if (joined.ok) this.#hear(joined as RoomFrame);
      // A room that was left meanwhile is refused, which is right.
      else if (this.#rooms.includes(joined.room)) {
        this.#comeBack(`join: ${joined.code}`);
        return;
      }
    }
    if (this.#owedAcks.size > 0) return;
    clearTimeout(this.#timer);
    this.#events.joined(atMs - this.#wantedSinceMs);
    this.#wantedSinceMs = 0;
    // What was asked for while the join was under way.
    const missing = this.#rooms.filter((room) => !this.heard.has(room));
    if (missing.length > 0) this.#join(missing, atMs);
  }

  #join(rooms: readonly string[], meantAtMs: number): void {
    this.#wantedSinceMs = meantAtMs;
    this.#watch(JOIN_TIMEOUT_MS);
    for (let from = 0; from < rooms.length; from += ROOMS_PER_JOIN) {
      this.#owedAcks.add(this.#acks);
      this.#emit(ROOM_JOIN, { rooms: rooms.slice(from, from + ROOMS_PER_JOIN) }, this.#acks);
      this.#acks += 1;
    }
  }

  /** The same rule as every client's: an older frame changes nothing. Without a time it came with a join. */
  #hear({ room, epoch, version, state }: RoomFrame, toldAtMs?: number): void {
    const known = this.heard.get(room);
    if (!isNewer({ epoch, version }, known)) return;
    if (!this.#rooms.includes(room)) return;
    this.heard.set(room, { epoch, version, state });
    if (toldAtMs !== undefined) this.#events.told(room, state, known?.state, toldAtMs);
  }

  #emit(event: string, payload: unknown, ack?: number): void {
    this.#send(`${ENGINE.message}${SOCKET.event}${ack ?? ''}${JSON.stringify([event, payload])}`);
  }

  #send(text: string): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(text);
  }
}
