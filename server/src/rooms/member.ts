import { socketLimits } from '@copup/shared/socket-limits.ts';
import type { Socket } from 'socket.io';
import type { Viewer } from '../sessions/sessions.ts';
import { connectionOf, type EngineConnection } from './connection.ts';
import type { Joining } from './joins.ts';
import { TokenBucket } from './token-bucket.ts';

/** Returns the member of an admitted socket. Not in the socket's `data`, which other servers may fetch. */
export function memberOf({ conn }: Pick<Socket, 'conn'>): Member | undefined {
  return connectionOf(conn)?.member;
}

/** One signed-in socket. */
export class Member {
  readonly socket: Socket;
  /** As last read; the role may change while the socket is open. */
  viewer: Viewer;
  /** By the room's full name. */
  joining: Map<string, Joining> | undefined = undefined;
  /** Monotonic milliseconds; undefined for a page's first connection. */
  reopenedAtMs: number | undefined = undefined;
  readonly #nowMs: () => number;
  readonly #events: TokenBucket;
  readonly #joins: TokenBucket;

  constructor(socket: Socket, viewer: Viewer, nowMs: () => number) {
    this.socket = socket;
    this.viewer = viewer;
    this.#nowMs = nowMs;
    this.#events = new TokenBucket(socketLimits.events, nowMs());
    this.#joins = new TokenBucket(socketLimits.joins, nowMs());
  }

  /** The rooms that it is in or joins. */
  get roomNames(): Set<string> {
    const names = new Set([...this.socket.rooms, ...(this.joining?.keys() ?? [])]);
    names.delete(this.socket.id);
    return names;
  }

  forgetJoining(name: string): void {
    this.joining?.delete(name);
    // Most sockets rarely join, and an empty map takes memory.
    if (this.joining?.size === 0) this.joining = undefined;
  }

  /** Returns false above the limit of events. */
  takeEvent(): boolean {
    return this.#events.take(1, this.#nowMs());
  }

  /** Returns false above the limit of rooms to join. */
  takeJoin(): boolean {
    return this.#joins.take(1, this.#nowMs());
  }

  /** Closes the connection without waiting for unread data. */
  drop(): void {
    (this.socket.conn as unknown as EngineConnection).transport.socket.terminate();
  }
}
