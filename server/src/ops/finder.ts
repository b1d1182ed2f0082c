import { decodeFindId } from '@copup/shared/find-room.ts';
import type { OpsFound } from '@copup/shared/ops.ts';
import type { RoomKind } from '../rooms/room-kind.ts';
import type { Rooms } from '../rooms/rooms.ts';
import type { Viewer } from '../sessions/sessions.ts';
import { describeBusiest, type MergedRoom } from './aggregate.ts';
import type { RoomDescription } from './descriptions.ts';

const KIND = 'find';

interface Found {
  version: number;
  state: OpsFound;
}

export interface FinderOptions {
  rooms: Pick<Rooms, 'isHeld' | 'publishLocally'>;
  /** Resolves when rooms have their descriptions, or when these are unavailable. */
  prepare: () => Promise<void>;
  /** All open rooms, busiest first. */
  openRooms: () => readonly MergedRoom[];
  descriptions: { get(room: string): RoomDescription | undefined };
  /** Increases with each call; epoch milliseconds. */
  nextVersion: () => number;
  minIntervalMs: number;
  isOperator: (viewer: Viewer) => boolean;
}

/** Rooms with search results: one room for each text that operators search for. */
export class Finder {
  readonly #options: FinderOptions;
  /** Results by the id of the search room; undefined before the first search. */
  readonly #found = new Map<string, Found | undefined>();

  constructor(options: FinderOptions) {
    this.#options = options;
  }

  /** Returns whether an operator on this server searches for a room. */
  isHeld(): boolean {
    for (const id of this.#found.keys())
      if (!this.#options.rooms.isHeld(`${KIND}:${id}`)) this.#found.delete(id);
    return this.#found.size > 0;
  }

  /** Publishes the results once a second. */
  publish(): void {
    for (const id of this.#found.keys()) {
      const found = this.#look(id);
      if (found) this.#options.rooms.publishLocally(`${KIND}:${id}`, found.version, found.state);
    }
  }

  get roomKind(): RoomKind<OpsFound> {
    return {
      kind: KIND,
      isPlay: false,
      countsWatchers: false,
      hasFigures: false,
      changes: 'published',
      minIntervalMs: this.#options.minIntervalMs,
      authorize: this.#options.isOperator,
      snapshot: async (ids) => {
        const known = ids.filter((id) => decodeFindId(id) !== undefined);
        for (const id of known) this.#found.set(id, this.#found.get(id));
        if (known.length > 0) await this.#options.prepare();
        return new Map(
          known.flatMap((id) => {
            const found = this.#found.get(id) ?? this.#look(id);
            return found ? [[id, found]] : [];
          }),
        );
      },
    };
  }

  #look(id: string): Found | undefined {
    const text = decodeFindId(id);
    if (text === undefined) return undefined;
    const { openRooms, descriptions, nextVersion } = this.#options;
    const rooms = matchRooms(openRooms(), descriptions, text);
    const version = nextVersion();
    const state = { at: version, rooms: describeBusiest(rooms, descriptions), count: rooms.length };
    this.#found.set(id, { version, state });
    return { version, state };
  }
}

/** Returns the rooms with the text in their id or name. The text is in lower case. */
export function matchRooms(
  rooms: readonly MergedRoom[],
  descriptions: { get(room: string): Pick<RoomDescription, 'name'> | undefined },
  text: string,
): MergedRoom[] {
  const has = (name: string | undefined) => name?.toLowerCase().includes(text) === true;
  return rooms.filter(({ room }) => has(room) || has(descriptions.get(room)?.name));
}
