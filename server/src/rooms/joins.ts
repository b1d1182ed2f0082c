import type { ErrorCode } from '@copup/shared/errors.ts';
import { isNewer } from '@copup/shared/room-order.ts';
import type { RoomJoinAck, RoomRefused } from '@copup/shared/rooms.ts';
import { socketLimits } from '@copup/shared/socket-limits.ts';
import { withDeadline } from '../concurrency/deadline.ts';
import { Refusal } from '../errors.ts';
import type { RoomTraces } from '../traces/room-traces.ts';
import type { Delivery } from './delivery.ts';
import type { Member, Membership } from './member.ts';
import { Missing } from './missing.ts';
import { parseRoomName, type RoomKind, type RoomSnapshot } from './room-kind.ts';
import type { LocalRoom } from './room-view.ts';

/** A join is answered within this time even when the database is slow; clients wait a little longer. */
const ANSWER_WITHIN_MS = 4_500;
/** A member whose permission for a room cannot be checked in this time leaves the room, and may join again. */
const REAUTHORIZE_WITHIN_MS = 500;
/** Joins within this time of a read may share its snapshot, as long as nothing newer is known. */
const SHARE_SNAPSHOT_MS = 250;
/** The joins of a page within this time after it reconnected restore its rooms; later ones are of other pages. */
const RESTORE_WITHIN_MS = 10_000;

export type JoinReply = RoomJoinAck['rooms'][number];

/** A snapshot with the epoch in which it was read. */
export type EpochSnapshot = RoomSnapshot & { epoch: number };

export interface JoinsOptions {
  delivery: Delivery<Member>;
  kinds: ReadonlyMap<string, RoomKind>;
  /** Starts a read after this call. */
  readSnapshot: (kind: RoomKind, id: string) => Promise<EpochSnapshot | undefined>;
  /** Resolves within 300 ms, also when it failed. */
  subscribe: (room: string) => Promise<unknown>;
  unsubscribe: (room: string) => void;
  watchers: {
    setLocal(room: string, count: number): void;
    total(room: string): number;
    forget(room: string): void;
  };
  metrics: {
    joined(room: string, kind: RoomKind): void;
    left(room: string, kind: RoomKind): void;
    forget(room: string): void;
  };
  traces: Pick<RoomTraces, 'joined' | 'left'>;
  wallMs: () => number;
  /** Monotonic milliseconds. */
  nowMs: () => number;
  onError: (error: unknown) => void;
}

/**
 * The members of each room. A join subscribes, adds the member, then reads the snapshot, so that no update is missed in
 * between.
 */
export class Joins {
  readonly #options: JoinsOptions;
  readonly #lastRead = new WeakMap<LocalRoom<Member>, { snapshot: EpochSnapshot; startedAtMs: number }>();
  readonly #missing: Missing;

  constructor(options: JoinsOptions) {
    this.#options = options;
    this.#missing = new Missing(options.nowMs);
  }

  /** Never rejects. Joining a room again returns a fresh snapshot. */
  async join(member: Member, name: string): Promise<JoinReply> {
    const address = parseRoomName(name);
    const kind = address && this.#options.kinds.get(address.kind);
    if (!address || !kind || !hasView(kind, address.view))
      return refused(name, 'UNKNOWN_ROOM', 'This room does not exist.');
    const earlier = member.memberships.get(name);
    if (!earlier && member.memberships.size >= socketLimits.roomsPerSocket)
      return refused(name, 'TOO_MANY_ROOMS', 'This window watches too many things at once.');
    const membership: Membership = earlier ?? { address, kind, localRoom: undefined, isMember: false };
    member.memberships.set(name, membership);
    try {
      return await withDeadline(this.#enter(member, name, membership), ANSWER_WITHIN_MS, tooLate);
    } catch (error) {
      const refusal = this.#refusalFor(name, error);
      // A repeated join that fails temporarily changes nothing.
      const isOver = !earlier || refusal.code === 'FORBIDDEN' || refusal.code === 'UNKNOWN_ROOM';
      if (isOver && member.memberships.get(name) === membership) this.leave(member, name);
      return refusal;
    }
  }

  /** `isClosed`: its connection has ended. */
  leave(member: Member, name: string, isClosed = false): void {
    const membership = member.memberships.get(name);
    if (!membership) return;
    member.memberships.delete(name);
    const { localRoom, address, kind, isMember } = membership;
    if (!localRoom) return;
    membership.localRoom = undefined;
    if (isMember) {
      const roomView = this.#options.delivery.roomView(localRoom, address);
      roomView.members.delete(member);
      this.#options.metrics.left(address.room, kind);
      if (kind.hasFigures !== false)
        this.#options.traces.left(address.room, member.viewer.userId, address.view !== '', isClosed);
      if (isCounted(membership)) this.#options.watchers.setLocal(address.room, roomView.members.size);
    }
    if (!this.#options.delivery.release(localRoom)) return;
    this.#options.unsubscribe(address.room);
    this.#options.watchers.forget(address.room);
    this.#options.metrics.forget(address.room);
  }

  leaveAll(member: Member): void {
    for (const name of [...member.memberships.keys()]) this.leave(member, name, true);
  }

  /** Notes that the room has changed on this server, so it exists. */
  noteExists(room: string): void {
    this.#missing.forget(room);
  }

  /**
   * Checks a member's rooms after a change of role or realm (S3a). The member leaves the rooms that it may no longer
   * watch, and those whose check failed. Returns the rooms left, each with the reason. Never rejects.
   */
  async reauthorize(member: Member): Promise<RoomRefused[]> {
    const left: RoomRefused[] = [];
    const check = async (name: string, membership: Membership) => {
      const { kind, address } = membership;
      const refusal = await withDeadline(
        this.#authorize(kind, member, address.id),
        REAUTHORIZE_WITHIN_MS,
        tooLate,
      ).then(
        () => undefined,
        (error: unknown) => this.#refusalFor(name, error),
      );
      if (!refusal || member.memberships.get(name) !== membership) return;
      this.leave(member, name);
      left.push(refusal);
    };
    await Promise.all([...member.memberships].map(([name, membership]) => check(name, membership)));
    return left;
  }

  async #authorize(kind: RoomKind, { viewer }: Member, id: string): Promise<void> {
    if (!(await kind.authorize(viewer, id))) throw new Refusal('FORBIDDEN', 'You may not watch this.');
  }

  #refusalFor(name: string, error: unknown): RoomRefused {
    if (error instanceof Refusal) return refused(name, error.code, error.message);
    this.#options.onError(error);
    return refused(name, 'UNAVAILABLE', 'This cannot be shown right now. Please try again.');
  }

  async #enter(member: Member, name: string, membership: Membership): Promise<JoinReply> {
    const { address, kind } = membership;
    await this.#authorize(kind, member, address.id);
    this.#assertStillJoining(member, name, membership);
    membership.localRoom ??= this.#options.delivery.open(address, kind);
    await this.#options.subscribe(address.room);
    this.#assertStillJoining(member, name, membership);
    const isNew = !membership.isMember;
    if (isNew) this.#admit(member, membership);
    const shared = isNew ? this.#recentSnapshot(membership.localRoom) : undefined;
    const snapshot = shared ?? (await this.#readSnapshot(membership.localRoom, membership));
    this.#assertStillJoining(member, name, membership);
    if (!snapshot) throw new Refusal('UNKNOWN_ROOM', 'This room does not exist.');
    const { epoch, version, state, recent } = snapshot;
    this.#options.delivery.learn(address.room, epoch, version, state);
    // A newer state may have arrived while the snapshot was read.
    const known = membership.localRoom?.known ?? { epoch, version, state };
    return {
      ok: true,
      room: name,
      epoch: known.epoch,
      version: known.version,
      state: known.state,
      ...(recent && address.view === '' ? { recent } : {}),
      watchers: this.#options.watchers.total(address.room),
      serverTime: this.#options.wallMs(),
    };
  }

  /**
   * Returns the snapshot that recent joins received. Its read started after this server had subscribed, so a member
   * that shares it misses no update that the other members receive.
   */
  #recentSnapshot(localRoom: LocalRoom<Member>): EpochSnapshot | undefined {
    const last = this.#lastRead.get(localRoom);
    if (!last || this.#options.nowMs() - last.startedAtMs > SHARE_SNAPSHOT_MS) return undefined;
    const { snapshot } = last;
    return isNewer(localRoom.known ?? snapshot, snapshot) ? undefined : snapshot;
  }

  async #readSnapshot(
    localRoom: LocalRoom<Member>,
    { kind, address }: Membership,
  ): Promise<EpochSnapshot | undefined> {
    const startedAtMs = this.#options.nowMs();
    const snapshot = await this.#missing.read(address.room, () =>
      this.#options.readSnapshot(kind, address.id),
    );
    // A user's own room has no other members to share it with.
    if (snapshot && localRoom.holders > 1) this.#lastRead.set(localRoom, { snapshot, startedAtMs });
    return snapshot;
  }

  #admit(member: Member, membership: Membership): void {
    const { address, kind, localRoom } = membership;
    if (!localRoom) return;
    const roomView = this.#options.delivery.roomView(localRoom, address);
    // One address object is shared by all members of the view.
    membership.address = roomView.address;
    if (isCounted(membership)) this.#options.watchers.setLocal(address.room, roomView.members.size + 1);
    roomView.add(member);
    membership.isMember = true;
    this.#options.metrics.joined(address.room, kind);
    if (kind.hasFigures === false) return;
    const { reopenedAtMs } = member;
    const isReconnect =
      reopenedAtMs !== undefined && this.#options.nowMs() - reopenedAtMs < RESTORE_WITHIN_MS;
    this.#options.traces.joined(address.room, member.viewer.userId, address.view !== '', isReconnect);
  }

  /** Throws when the socket left the room, or closed, during the join. */
  #assertStillJoining(member: Member, name: string, membership: Membership): void {
    if (member.memberships.get(name) !== membership) throw new Refusal('UNKNOWN_ROOM', 'You left this room.');
  }
}

function tooLate(): never {
  throw new Refusal('UNAVAILABLE', 'This takes too long right now. Please try again.');
}

/** Watchers of a card are not counted as watchers of the room (A9). */
function isCounted({ address, kind }: Membership): boolean {
  return address.view === '' && kind.countsWatchers !== false;
}

/** Returns whether the kind has the view; an inherited property is not a view. */
function hasView({ views }: RoomKind, view: string): boolean {
  return view === '' || (views !== undefined && Object.hasOwn(views, view));
}

export function refused(room: string, code: ErrorCode, message: string): RoomRefused {
  return { ok: false, room, code, message };
}
