import { socketLimits } from '@copup/shared/socket-limits.ts';
import { Refusal } from '../errors.ts';
import type { Member } from './member.ts';

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
