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
  /** Whether its last join asked for deltas. */
  hasDeltas = false;
  /** Monotonic milliseconds; undefined for a page's first connection. */
  reopenedAtMs: number | undefined = undefined;
  readonly events: TokenBucket;
  readonly joins: TokenBucket;

  constructor(socket: Socket, viewer: Viewer, nowMs: number) {
    this.socket = socket;
    this.viewer = viewer;
    this.events = new TokenBucket(socketLimits.events, nowMs);
    this.joins = new TokenBucket(socketLimits.joins, nowMs);
  }

  /** The rooms that it is in or joins. */
  get roomNames(): Set<string> {
    const names = new Set([...this.socket.rooms, ...(this.joining?.keys() ?? [])]);
    names.delete(this.socket.id);
    return names;
  }

  /** The client's network, as `subscriberOf` names it. */
  get network(): string {
    return connectionOf(this.socket.conn)?.network ?? '';
  }

  forgetJoining(name: string): void {
    this.joining?.delete(name);
    // Most sockets rarely join, and an empty map takes memory.
    if (this.joining?.size === 0) this.joining = undefined;
  }

  /** Closes the connection without waiting for unread data. */
  drop(): void {
    (this.socket.conn as unknown as EngineConnection).transport.socket.terminate();
  }
}

/** The open sockets of this server, from their admission until they are closed. */
export class SocketRegistry {
  readonly members = new Set<Member>();
  readonly #countByUser = new Map<string, number>();
  /** Lists are replaced and not changed: a caller may close the sockets of a list it holds. */
  readonly #bySession = new Map<string, readonly Member[]>();

  /** Throws TOO_MANY_SOCKETS for a user's sixth socket. */
  add(member: Member): void {
    const { userId, sessionId } = member.viewer;
    const count = this.#countByUser.get(userId) ?? 0;
    if (count >= socketLimits.socketsPerUser)
      throw new Refusal('TOO_MANY_SOCKETS', 'You have too many windows open. Please close one.');
    this.members.add(member);
    this.#countByUser.set(userId, count + 1);
    const others = this.#bySession.get(sessionId);
    // The first as a literal: an array that grows reserves space for 16 more.
    this.#bySession.set(sessionId, others ? [...others, member] : [member]);
  }

  /** Has no effect for a socket that was removed before. */
  remove(member: Member): void {
    if (!this.members.delete(member)) return;
    const { userId, sessionId } = member.viewer;
    const count = (this.#countByUser.get(userId) ?? 0) - 1;
    if (count > 0) this.#countByUser.set(userId, count);
    else this.#countByUser.delete(userId);
    const left = this.ofSession(sessionId).filter((other) => other !== member);
    if (left.length > 0) this.#bySession.set(sessionId, left);
    else this.#bySession.delete(sessionId);
  }

  ofSession(sessionId: string): readonly Member[] {
    return this.#bySession.get(sessionId) ?? [];
  }
}
