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

/** One admitted socket, of a signed-in user or of a visitor. */
export class Member {
  readonly socket: Socket;
  /** The only room of a visitor, who sends no command (A15); undefined for a user. */
  readonly onlyRoom: string | undefined;
  /** As last read; the role may change while the socket is open. */
  viewer: Viewer;
  /** By the room's full name. */
  joining: Map<string, Joining> | undefined = undefined;
  /** Whether its last join asked for deltas. */
  hasDeltas = false;
  /** Monotonic milliseconds; undefined for a page's first connection. */
  reopenedAtMs: number | undefined = undefined;
  /** As admitted: operators watch without being counted. A later role does not change it, so that each join and leave match. */
  readonly isOperator: boolean;
  readonly events: TokenBucket;
  readonly joins: TokenBucket;

  constructor(socket: Socket, viewer: Viewer, nowMs: number, onlyRoom?: string) {
    this.socket = socket;
    this.onlyRoom = onlyRoom;
    this.viewer = viewer;
    this.isOperator = viewer.role === 1;
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

  get isLagging(): boolean {
    return connectionOf(this.socket.conn)?.isLagging === true;
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
  #visitors = 0;

  /** Throws TOO_MANY_SOCKETS for a user's sixth socket, and for a visitor above the limits of network and server (A15). */
  add(member: Member): void {
    const { sessionId } = member.viewer;
    const isVisitor = member.onlyRoom !== undefined;
    const counted = countedBy(member);
    const count = this.#countByUser.get(counted) ?? 0;
    if (count >= (isVisitor ? socketLimits.visitorsPerNetwork : socketLimits.socketsPerUser))
      throw new Refusal('TOO_MANY_SOCKETS', 'You have too many windows open. Please close one.');
    if (isVisitor && this.#visitors >= socketLimits.visitors)
      throw new Refusal('TOO_MANY_SOCKETS', 'Too many visitors watch at this moment.');
    this.members.add(member);
    this.#countByUser.set(counted, count + 1);
    if (isVisitor) this.#visitors += 1;
    const others = this.#bySession.get(sessionId);
    // The first as a literal: an array that grows reserves space for 16 more.
    this.#bySession.set(sessionId, others ? [...others, member] : [member]);
  }

  /** Has no effect for a socket that was removed before. */
  remove(member: Member): void {
    if (!this.members.delete(member)) return;
    const { sessionId } = member.viewer;
    const counted = countedBy(member);
    const count = (this.#countByUser.get(counted) ?? 0) - 1;
    if (count > 0) this.#countByUser.set(counted, count);
    else this.#countByUser.delete(counted);
    if (member.onlyRoom !== undefined) this.#visitors -= 1;
    const left = this.ofSession(sessionId).filter((other) => other !== member);
    if (left.length > 0) this.#bySession.set(sessionId, left);
    else this.#bySession.delete(sessionId);
  }

  ofSession(sessionId: string): readonly Member[] {
    return this.#bySession.get(sessionId) ?? [];
  }
}

/** A user's id, or the network of a visitor. */
const countedBy = ({ onlyRoom, viewer, network }: Member): string =>
  onlyRoom === undefined ? viewer.userId : network;
