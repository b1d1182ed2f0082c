import { hashState } from '@copup/shared/room-hash.ts';
import { ROOM_CHECK } from '@copup/shared/room-names.ts';
import { compareOrder, isNewer } from '@copup/shared/room-order.ts';
import { RoomShown } from '@copup/shared/rooms.ts';
import type { Delivery } from './delivery.ts';
import type { Member } from './member.ts';
import { viewOf } from './room-kind.ts';
import { type EpochSnapshot, stateOf } from './room-kinds.ts';
import type { Known, LocalRoom, RoomView } from './room-view.ts';

/** Of the sockets and of the rooms, so many are compared each second. */
const ONE_IN = 100;
const MOST_A_SECOND = 20;
/** A socket is asked no more often, because its user pays for the data; at once again when what it shows drifts. */
const REST_MS = 200_000;
const ANSWER_WITHIN_MS = 5_000;
const AGAIN_AFTER_MS = 2_000;
/** Reconciliation has read a change by then, also when a run of it failed. */
const READ_WITHIN_MS = 3_000;

/** A state that is not the one it should be. */
export interface Drift {
  /** The full name of the room. */
  room: string;
  kind: string;
  /** What is wrong: the state that a client shows, or that of this server compared with PostgreSQL. */
  of: 'client' | 'server';
  /** An older version than it must have, or another state of the same version. */
  how: 'behind' | 'differs';
  version: number;
  expected: number;
  /** The client's user. */
  userId: string | undefined;
}

export interface RoomChecksOptions {
  delivery: Pick<Delivery, 'localRooms' | 'viewOf'>;
  members: () => ReadonlySet<Member>;
  /** Reads the room's rows now. */
  snapshot: (room: string) => Promise<EpochSnapshot | undefined>;
  /** Monotonic milliseconds. */
  nowMs: () => number;
  onDrift: (drift: Drift) => void;
  onError: (error: unknown) => void;
}

/**
 * Compares states at random, so that a fault which no delivery path notices is found: what clients show with what was sent to them,
 * and what this server knows with PostgreSQL. One socket and one room in a hundred each second.
 */
export class RoomChecks {
  readonly #options: RoomChecksOptions;
  readonly #members: Turns<Member>;
  readonly #rooms: Turns<LocalRoom>;
  readonly #restsUntilMs = new WeakMap<Member, number>();
  /** Rooms whose rows are newer than what is known here, with the time when that was seen. */
  readonly #late = new Map<LocalRoom, { read: Known; sinceMs: number }>();

  constructor(options: RoomChecksOptions) {
    this.#options = options;
    this.#members = new Turns(() => options.members().values());
    this.#rooms = new Turns(() => options.delivery.localRooms.values());
  }

  /** Called once a second. */
  tick(): void {
    const { members, delivery, onError } = this.#options;
    const resting = (member: Member) => (this.#restsUntilMs.get(member) ?? 0) > this.#options.nowMs();
    for (const member of this.#members.next(share(members().size)))
      if (!resting(member)) this.askClient(member);
    this.#findLate();
    for (const localRoom of this.#rooms.next(share(delivery.localRooms.size)))
      void this.readRoom(localRoom).catch(onError);
  }

  /** Asks a member what it shows of one of its rooms. A client that does not answer is not compared. */
  askClient(member: Member): void {
    const { socket, hasDeltas } = member;
    if (!hasDeltas || !socket.connected || member.isLagging) return;
    const names = [...socket.rooms].filter((name) => name !== socket.id);
    const name = names[Math.floor(Math.random() * names.length)];
    const view = name === undefined ? undefined : this.#options.delivery.viewOf(name);
    if (view) this.#ask(member, view, false);
  }

  /** A difference counts when it is there again: the reply to a join may have been on its way. */
  #ask(member: Member, view: RoomView, isAgain: boolean): void {
    const { socket, viewer } = member;
    const { sent, name: room } = view;
    if (!sent || !socket.rooms.has(room)) return;
    this.#restsUntilMs.set(member, this.#options.nowMs() + REST_MS);
    // Frames are delivered in order, so what was sent until now is shown when this is answered.
    socket.timeout(ANSWER_WITHIN_MS).emit(ROOM_CHECK, { room }, (error: Error | null, reply: unknown) => {
      const shown = error ? undefined : RoomShown.safeParse(reply).data;
      const drift = shown && findDrift(view, sent, shown);
      if (!drift || !socket.rooms.has(room)) return;
      this.#restsUntilMs.delete(member);
      if (isAgain) this.#report(view, { of: 'client', userId: viewer.userId, ...drift });
      else setTimeout(() => this.#ask(member, view, true), AGAIN_AFTER_MS).unref();
    });
  }

  /** Compares what is known of a room with its rows. */
  async readRoom(localRoom: LocalRoom): Promise<void> {
    const { room, kind, known: before } = localRoom;
    // Other kinds have no version of their rows.
    if (kind.changes !== 'noted' || !before) return;
    const found = await this.#options.snapshot(room);
    const { known } = localRoom;
    if (!found || !known || !this.#isOpen(localRoom)) return;
    const read = stateOf(found);
    if (isNewer(read, known)) {
      if (!this.#late.has(localRoom)) this.#late.set(localRoom, { read, sinceMs: this.#options.nowMs() });
    } else if (compareOrder(read, known) === 0 && hashState(read.state) !== hashState(known.state))
      this.#reportServer(localRoom, 'differs', read);
  }

  #findLate(): void {
    for (const [localRoom, { read, sinceMs }] of this.#late) {
      if (this.#options.nowMs() - sinceMs < READ_WITHIN_MS) continue;
      this.#late.delete(localRoom);
      if (this.#isOpen(localRoom) && isNewer(read, localRoom.known))
        this.#reportServer(localRoom, 'behind', read);
    }
  }

  #isOpen(localRoom: LocalRoom): boolean {
    return this.#options.delivery.localRooms.get(localRoom.room) === localRoom;
  }

  #reportServer(localRoom: LocalRoom, how: Drift['how'], read: Known): void {
    const version = localRoom.known?.version ?? -1;
    const { room: name } = localRoom;
    this.#report(
      { name, localRoom },
      { of: 'server', how, version, expected: read.version, userId: undefined },
    );
  }

  #report(
    { name, localRoom }: Pick<RoomView, 'name' | 'localRoom'>,
    drift: Omit<Drift, 'room' | 'kind'>,
  ): void {
    this.#options.onDrift({ room: name, kind: localRoom.kind.kind, ...drift });
  }
}

/** Compares what a client shows with what was `sent` when it was asked, and with what was sent since. */
function findDrift(
  view: RoomView,
  sent: Known,
  shown: NonNullable<RoomShown>,
): Pick<Drift, 'how' | 'version' | 'expected'> | undefined {
  const { version } = shown;
  const order = compareOrder(shown, sent);
  if (order < 0) return { how: 'behind', version, expected: sent.version };
  const same = order === 0 ? sent : view.sent;
  if (!same || compareOrder(shown, same) !== 0 || shown.hash === hashState(presented(view, same)))
    return undefined;
  return { how: 'differs', version, expected: same.version };
}

const share = (count: number): number => Math.min(MOST_A_SECOND, Math.ceil(count / ONE_IN));

/** What members of the view receive of a state. */
export function presented({ address, localRoom }: RoomView, { state }: Known): unknown {
  const present = viewOf(address, localRoom.kind)?.present;
  return present ? present(state) : state;
}

/** Takes turns: each call returns the next items, again from the first after the last. */
class Turns<Item> {
  readonly #all: () => Iterator<Item>;
  #turn: Iterator<Item>;

  constructor(all: () => Iterator<Item>) {
    this.#all = all;
    this.#turn = all();
  }

  next(count: number): Item[] {
    const items: Item[] = [];
    for (let starts = 0; items.length < count && starts < 2; ) {
      const { done, value } = this.#turn.next();
      if (!done) items.push(value);
      else {
        this.#turn = this.#all();
        starts += 1;
      }
    }
    return items;
  }
}
