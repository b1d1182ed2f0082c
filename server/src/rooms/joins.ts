import type { ErrorCode } from '@copup/shared/errors.ts';
import type { RoomJoinAck, RoomRefused } from '@copup/shared/rooms.ts';
import { socketLimits } from '@copup/shared/socket-limits.ts';
import type { Socket } from 'socket.io';
import type { Clock } from '../clock.ts';
import { withDeadline } from '../deadline.ts';
import { Refusal } from '../errors.ts';
import type { Delivery } from './delivery.ts';
import { type Member, memberOf } from './member.ts';
import type { RoomMetrics } from './metrics.ts';
import { Missing } from './remembered-facts.ts';
import type { RoomAdapter } from './room-adapter.ts';
import { isCounted, viewOf } from './room-kind.ts';
import { type FoundRoom, type RoomKinds, stateOf } from './room-kinds.ts';
import type { RoomTraces } from './room-traces.ts';
import type { LocalRoom } from './room-view.ts';
import type { Watchers } from './watchers.ts';

/** A join is answered within this time even when the database is slow; clients wait a little longer. */
const ANSWER_WITHIN_MS = 4_500;
/** A member whose permission for a room cannot be checked in this time leaves the room, and may join again. */
const REAUTHORIZE_WITHIN_MS = 500;
/** The joins of a page within this time after it reconnected restore its rooms; later ones are of other pages. */
const RESTORE_WITHIN_MS = 10_000;

export type JoinReply = RoomJoinAck['rooms'][number];

/** A join in progress. A repeated one shares its reply: the member receives everything newer. */
export interface Joining extends FoundRoom {
  name: string;
  reply: Promise<JoinReply> | undefined;
}

export interface JoinsOptions {
  adapter: RoomAdapter;
  delivery: Delivery;
  kinds: RoomKinds;
  watchers: Watchers;
  metrics: RoomMetrics;
  traces: RoomTraces;
  clock: Pick<Clock, 'wallMs' | 'monotonicMs'>;
  onError: (error: unknown) => void;
}

/**
 * The members of each room are the sockets in Socket.IO's room of that name. A join adds the socket, waits for the
 * subscription, then reads the snapshot, so that no update is missed in between. However a socket enters or leaves a
 * room, the adapter's events keep the figures.
 */
export class Joins {
  readonly #options: JoinsOptions;
  readonly #missing: Missing;
  /** The number of operators' sockets in each room, by its full name. */
  readonly #operators = new Map<string, number>();

  constructor(options: JoinsOptions) {
    this.#options = options;
    const { adapter, clock } = options;
    this.#missing = new Missing(() => clock.monotonicMs());
    adapter.on('join-room', (name: string, id: string) => this.#count('joined', name, id));
    adapter.on('leave-room', (name: string, id: string) => this.#count('left', name, id));
    adapter.on('delete-room', (name: string) => this.#emptied(name));
  }

  /** Never rejects. Joining a room again returns a fresh snapshot. */
  async join(member: Member, name: string): Promise<JoinReply> {
    const earlier = member.joining?.get(name)?.reply;
    if (earlier) return earlier;
    const found = this.#options.kinds.find(name);
    if (!found) return refused(name, 'UNKNOWN_ROOM', 'This room does not exist.');
    if (member.onlyRoom !== undefined && member.onlyRoom !== name)
      return refused(name, 'FORBIDDEN', 'You may not watch this.');
    const isRepeated = member.socket.rooms.has(name);
    if (!isRepeated && member.roomNames.size >= socketLimits.roomsPerSocket)
      return refused(name, 'TOO_MANY_ROOMS', 'This window watches too many things at once.');
    const joining: Joining = { ...found, name, reply: undefined };
    member.joining ??= new Map();
    member.joining.set(name, joining);
    joining.reply = this.#answer(member, joining, isRepeated);
    return joining.reply;
  }

  leave(member: Member, name: string): void {
    member.forgetJoining(name);
    void member.socket.leave(name);
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
    const check = async (name: string) => {
      const found = this.#options.kinds.find(name);
      if (!found) return;
      const refusal = await withDeadline(this.#authorize(member, found), REAUTHORIZE_WITHIN_MS, tooLate).then(
        () => undefined,
        (error: unknown) => this.#refusalFor(name, error),
      );
      if (!refusal || !member.roomNames.has(name)) return;
      this.leave(member, name);
      left.push(refusal);
    };
    await Promise.all([...member.roomNames].map(check));
    return left;
  }

  async #authorize({ viewer }: Member, { kind, address }: FoundRoom): Promise<void> {
    if (!(await kind.authorize(viewer, address.id)))
      throw new Refusal('FORBIDDEN', 'You may not watch this.');
  }

  #refusalFor(name: string, error: unknown): RoomRefused {
    if (error instanceof Refusal) return refused(name, error.code, error.message);
    this.#options.onError(error);
    return refused(name, 'UNAVAILABLE', 'This cannot be shown right now. Please try again.');
  }

  async #answer(member: Member, joining: Joining, isRepeated: boolean): Promise<JoinReply> {
    const { name } = joining;
    try {
      return await withDeadline(this.#enter(member, joining), ANSWER_WITHIN_MS, tooLate);
    } catch (error) {
      const refusal = this.#refusalFor(name, error);
      // A repeated join that fails temporarily changes nothing.
      const isOver = !isRepeated || refusal.code === 'FORBIDDEN' || refusal.code === 'UNKNOWN_ROOM';
      if (isOver && isCurrent(member, joining)) this.leave(member, name);
      return refusal;
    } finally {
      if (isCurrent(member, joining)) member.forgetJoining(name);
    }
  }

  async #enter(member: Member, joining: Joining): Promise<JoinReply> {
    const { name, address, kind } = joining;
    const { socket } = member;
    const { delivery, kinds, watchers, clock } = this.#options;
    await this.#authorize(member, joining);
    if (!socket.connected || !isCurrent(member, joining)) throw wasLeft();
    const isNew = !socket.rooms.has(name);
    // Set before it is added, since it receives this number with the acknowledgement.
    if (isNew && !member.isOperator && isCounted(address, kind))
      watchers.setLocal(address.room, this.#watchersIn(name) + 1);
    await socket.join(name);
    const localRoom = this.#joinedRoom(member, joining);
    const { room } = address;
    // The first join reads after its subscription: a read that started before it may miss an update.
    const sinceMs = isNew && localRoom.known ? 0 : clock.monotonicMs();
    const snapshot = await this.#missing.read(room, () => kinds.snapshot(room, sinceMs));
    this.#joinedRoom(member, joining);
    if (!snapshot) throw new Refusal('UNKNOWN_ROOM', 'This room does not exist.');
    // A newer state may have arrived while the snapshot was read.
    const { epoch, version, state } = delivery.learn(room, stateOf(snapshot));
    const { present, presentRecent } = viewOf(address, kind) ?? {};
    const shown = { epoch, version, watchers: watchers.total(room), serverTime: clock.wallMs() };
    const { recent } = snapshot;
    const shownRecent = address.view === '' ? recent : recent && presentRecent?.(recent);
    return {
      ok: true,
      room: name,
      ...shown,
      state: present ? present(state) : state,
      ...(shownRecent && { recent: shownRecent }),
    };
  }

  /** Counts a socket that entered or left a room, in whatever way. */
  #count(change: 'joined' | 'left', name: string, id: string): void {
    const { adapter, delivery, kinds, metrics, traces, watchers, clock } = this.#options;
    const found = kinds.find(name);
    const socket: Socket | undefined = found && adapter.nsp.sockets.get(id);
    const member = socket && memberOf(socket);
    if (!found || !member) return;
    const { address, kind } = found;
    const { room } = address;
    if (change === 'joined') delivery.open(address, kind).joined();
    if (member.isOperator)
      this.#operators.set(name, (this.#operators.get(name) ?? 0) + (change === 'joined' ? 1 : -1));
    if (isCounted(address, kind)) watchers.setLocal(room, this.#watchersIn(name));
    metrics[change](room, kind, member.isOperator);
    if (kind.hasFigures === false) return;
    const { reopenedAtMs } = member;
    // The adapter forgets the rooms of a closed socket after the last of these events.
    const isOfConnection =
      change === 'left'
        ? socket.rooms.has(name)
        : reopenedAtMs !== undefined && clock.monotonicMs() - reopenedAtMs < RESTORE_WITHIN_MS;
    traces[change](room, member.viewer.userId, address.view !== '', isOfConnection);
  }

  /** Operators look at a room without being counted (A9). */
  #watchersIn(name: string): number {
    return this.#options.adapter.sizeOf(name) - (this.#operators.get(name) ?? 0);
  }

  #emptied(name: string): void {
    this.#operators.delete(name);
    const { kinds, delivery, watchers, metrics } = this.#options;
    const localRoom = delivery.localRooms.get(kinds.find(name)?.address.room ?? '');
    if (!localRoom || !delivery.release(localRoom)) return;
    watchers.forget(localRoom.room);
    metrics.forget(localRoom.room);
  }

  /** Throws when the socket left the room, or closed, during the join. */
  #joinedRoom(member: Member, joining: Joining): LocalRoom {
    const localRoom = this.#options.delivery.localRooms.get(joining.address.room);
    if (!localRoom || !member.socket.rooms.has(joining.name) || !isCurrent(member, joining)) throw wasLeft();
    return localRoom;
  }
}

function isCurrent(member: Member, joining: Joining): boolean {
  return member.joining?.get(joining.name) === joining;
}

function wasLeft(): Refusal {
  return new Refusal('UNKNOWN_ROOM', 'You left this room.');
}

function tooLate(): never {
  throw new Refusal('UNAVAILABLE', 'This takes too long right now. Please try again.');
}

export function refused(room: string, code: ErrorCode, message: string): RoomRefused {
  return { ok: false, room, code, message };
}
