import { socketLimits } from '@copup/shared/socket-limits.ts';
import { Refusal } from '../errors.ts';
import type { Viewer } from '../sessions/sessions.ts';
import type { Member } from './member.ts';

/** The open sockets of this server, by user and by session. A socket is here from its admission until it is closed. */
export class SocketRegistry {
  readonly members = new Set<Member>();
  readonly #byUser = new Map<string, Set<Member>>();
  readonly #bySession = new Map<string, Set<Member>>();

  /** Throws TOO_MANY_SOCKETS for a sixth of one user. */
  add(member: Member): void {
    const { userId, sessionId } = member.viewer;
    if ((this.#byUser.get(userId)?.size ?? 0) >= socketLimits.socketsPerUser)
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

  ofSession(sessionId: string): Member[] {
    return [...(this.#bySession.get(sessionId) ?? [])];
  }

  sessions(): IterableIterator<[string, ReadonlySet<Member>]> {
    return this.#bySession.entries();
  }

  /** The session has been renewed, or is known to live on: its end as last heard. */
  static expiresAtMs(member: Member, current: Viewer | undefined): number {
    return Math.max(member.viewer.expiresAtMs, current?.expiresAtMs ?? 0);
  }
}

function put(map: Map<string, Set<Member>>, key: string, member: Member): void {
  const members = map.get(key);
  if (members) members.add(member);
  else map.set(key, new Set([member]));
}

function take(map: Map<string, Set<Member>>, key: string, member: Member): void {
  const members = map.get(key);
  members?.delete(member);
  if (members?.size === 0) map.delete(key);
}
