import type { ErrorCode } from '@copup/shared/errors.ts';
import { isNewer } from '@copup/shared/room-order.ts';
import type { RoomJoinAck, RoomRefused } from '@copup/shared/rooms.ts';
import { socketLimits } from '@copup/shared/socket-limits.ts';
import { withDeadline } from '../concurrency/deadline.ts';
import { Refusal } from '../errors.ts';
import type { Delivery } from './delivery.ts';
import type { Member, Membership } from './member.ts';
import { Missing } from './missing.ts';
import type { Door } from './outlet.ts';
import { parseRoomName, type RoomKind, type RoomSnapshot } from './room-kind.ts';

/** However the database fares, a join is answered; clients wait a little longer than this. */
const ANSWER_WITHIN_MS = 4_500;
/** A member whose right to a room cannot be checked in this time leaves it, and may join again. */
const REAUTHORIZE_WITHIN_MS = 500;
/** Those who come within this time of a read may share it, as long as nothing newer is known. */
const SHARE_SNAPSHOT_MS = 250;

export type JoinReply = RoomJoinAck['rooms'][number];

/** A snapshot with the epoch it was read in. */
export type EpochSnapshot = RoomSnapshot & { epoch: number };

export interface JoinsOptions {
  delivery: Delivery<Member>;
  kinds: ReadonlyMap<string, RoomKind>;
  /** A read that starts after this call. */
  readSnapshot: (kind: RoomKind, id: string) => Promise<EpochSnapshot | undefined>;
  /** Resolves within 300 ms whether or not it worked. */
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
  wallMs: () => number;
  /** Monotonic milliseconds. */
  nowMs: () => number;
  onError: (error: unknown) => void;
}

/** Who is in which room. Join order: subscription, membership, snapshot, so that nothing falls between them. */
export class Joins {
  readonly #options: JoinsOptions;
  readonly #lastRead = new WeakMap<Door<Member>, { snapshot: EpochSnapshot; askedAtMs: number }>();
  readonly #missing: Missing;

  constructor(options: JoinsOptions) {
    this.#options = options;
    this.#missing = new Missing(options.nowMs);
  }

  /** Never rejects. Joining again what was joined brings a fresh snapshot. */
  async join(member: Member, name: string): Promise<JoinReply> {
    const address = parseRoomName(name);
    const kind = address && this.#options.kinds.get(address.kind);
    if (!address || !kind || !hasView(kind, address.view))
      return refused(name, 'UNKNOWN_ROOM', 'This room does not exist.');
    const earlier = member.memberships.get(name);
    if (!earlier && member.memberships.size >= socketLimits.roomsPerSocket)
      return refused(name, 'TOO_MANY_ROOMS', 'This window watches too many things at once.');
    const membership: Membership = earlier ?? { address, kind, door: undefined, isMember: false };
    member.memberships.set(name, membership);
    try {
      return await withDeadline(this.#enter(member, name, membership), ANSWER_WITHIN_MS, tooLate);
    } catch (error) {
      const refusal = this.#refusalFor(name, error);
      // A rejoin that fails for a passing reason changes nothing.
      const isOver = !earlier || refusal.code === 'FORBIDDEN' || refusal.code === 'UNKNOWN_ROOM';
      if (isOver && member.memberships.get(name) === membership) this.leave(member, name);
      return refusal;
    }
  }

  leave(member: Member, name: string): void {
    const membership = member.memberships.get(name);
    if (!membership) return;
    member.memberships.delete(name);
    const { door, address, kind, isMember } = membership;
    if (!door) return;
    membership.door = undefined;
    if (isMember) {
      const outlet = this.#options.delivery.outlet(door, address);
      outlet.members.delete(member);
      this.#options.metrics.left(address.room, kind);
      if (isCounted(membership)) this.#options.watchers.setLocal(address.room, outlet.members.size);
    }
    if (!this.#options.delivery.release(door)) return;
    this.#options.unsubscribe(address.room);
    this.#options.watchers.forget(address.room);
    this.#options.metrics.forget(address.room);
  }

  leaveAll(member: Member): void {
    for (const name of [...member.memberships.keys()]) this.leave(member, name);
  }

  /** The room has changed on this server, so it exists. */
  noteExists(room: string): void {
    this.#missing.forget(room);
  }

  /**
   * S3a: after a change of role or realm. The member leaves the rooms that it may not be in any more, and those whose
   * check failed. Returns the rooms left, each with the reason. Never rejects.
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
    this.#stillWanted(member, name, membership);
    membership.door ??= this.#options.delivery.open(address, kind);
    await this.#options.subscribe(address.room);
    this.#stillWanted(member, name, membership);
    const isNew = !membership.isMember;
    if (isNew) this.#admit(member, membership);
    const shared = isNew ? this.#recentSnapshot(membership.door) : undefined;
    const snapshot = shared ?? (await this.#readSnapshot(membership.door, membership));
    this.#stillWanted(member, name, membership);
    if (!snapshot) throw new Refusal('UNKNOWN_ROOM', 'This room does not exist.');
    const { epoch, version, state, recent } = snapshot;
    this.#options.delivery.learn(address.room, epoch, version, state);
    // Something newer may have come while the snapshot was read.
    const known = membership.door?.known ?? { epoch, version, state };
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
   * What others who just joined were given. Their read began after this server had subscribed, so who shares it knows
   * as much as all the other members, and hears what they hear.
   */
  #recentSnapshot(door: Door<Member>): EpochSnapshot | undefined {
    const last = this.#lastRead.get(door);
    if (!last || this.#options.nowMs() - last.askedAtMs > SHARE_SNAPSHOT_MS) return undefined;
    const { snapshot } = last;
    return isNewer(door.known ?? snapshot, snapshot) ? undefined : snapshot;
  }

  async #readSnapshot(door: Door<Member>, { kind, address }: Membership): Promise<EpochSnapshot | undefined> {
    const askedAtMs = this.#options.nowMs();
    const snapshot = await this.#missing.read(address.room, () =>
      this.#options.readSnapshot(kind, address.id),
    );
    // A user's own room has nobody to share it with.
    if (snapshot && door.holders > 1) this.#lastRead.set(door, { snapshot, askedAtMs });
    return snapshot;
  }

  #admit(member: Member, membership: Membership): void {
    const { address, kind, door } = membership;
    if (!door) return;
    const outlet = this.#options.delivery.outlet(door, address);
    // One for all who are in the room.
    membership.address = outlet.address;
    if (isCounted(membership)) this.#options.watchers.setLocal(address.room, outlet.members.size + 1);
    outlet.add(member);
    membership.isMember = true;
    this.#options.metrics.joined(address.room, kind);
  }

  /** The socket left the room, or closed, while the join was under way. */
  #stillWanted(member: Member, name: string, membership: Membership): void {
    if (member.memberships.get(name) !== membership) throw new Refusal('UNKNOWN_ROOM', 'You left this room.');
  }
}

function tooLate(): never {
  throw new Refusal('UNAVAILABLE', 'This takes too long right now. Please try again.');
}

/** Those who look at a card do not watch the auction (A9). */
function isCounted({ address, kind }: Membership): boolean {
  return address.view === '' && kind.countsWatchers !== false;
}

/** An inherited property is no view. */
function hasView({ views }: RoomKind, view: string): boolean {
  return view === '' || (views !== undefined && Object.hasOwn(views, view));
}

export function refused(room: string, code: ErrorCode, message: string): RoomRefused {
  return { ok: false, room, code, message };
}
