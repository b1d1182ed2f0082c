import { socketLimits } from '@copup/shared/socket-limits.ts';
import type { Socket } from 'socket.io';
import { Refusal } from '../errors.ts';
import type { Viewer } from '../sessions/sessions.ts';
import { connectionOf, type EngineConnection, TokenBucket } from './connection.ts';
import type { Joining } from './joins.ts';

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

/** The open sockets of this server, by user and by session, from their admission until they are closed. */
export class SocketRegistry {
  readonly members = new Set<Member>();
  readonly #byUser = new Map<string, readonly Member[]>();
  readonly #bySession = new Map<string, readonly Member[]>();

  /** Throws TOO_MANY_SOCKETS for a user's sixth socket. */
  add(member: Member): void {
    const { userId, sessionId } = member.viewer;
    if ((this.#byUser.get(userId)?.length ?? 0) >= socketLimits.socketsPerUser)
      throw new Refusal('TOO_MANY_SOCKETS', 'You have too many windows open. Please close one.');
    this.members.add(member);
    put(this.#byUser, userId, member);
    put(this.#bySession, sessionId, member);
  }

  remove(member: Member): void {
    this.members.delete(member);
    take(this.#byUser, member.viewer.userId, member);
    take(this.#bySession, member.viewer.sessionId, member);
  }

  ofSession(sessionId: string): readonly Member[] {
    return this.#bySession.get(sessionId) ?? [];
  }

  sessions(): IterableIterator<[string, readonly Member[]]> {
    return this.#bySession.entries();
  }
}

/**
 * Replaces lists instead of changing them: a caller may close the sockets of a list it holds. Almost all have one
 * socket.
 */
function put(map: Map<string, readonly Member[]>, key: string, member: Member): void {
  const members = map.get(key);
  // Built as a literal: an array that grows by push reserves space for 16 more.
  map.set(key, members ? [...members, member] : [member]);
}

function take(map: Map<string, readonly Member[]>, key: string, member: Member): void {
  const left = map.get(key)?.filter((other) => other !== member);
  if (left && left.length > 0) map.set(key, left);
  else map.delete(key);
}
