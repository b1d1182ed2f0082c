const READ_EVERY_MS = 2_000;

/** What a room's kind knows of it beside its figures. */
export interface RoomDescription {
  name: string;
  status: string;
  endsAt: number;
}

/** Returns rooms of one kind by id, those that are known; none of a kind that is not described. */
export type DescribeRooms = (kind: string, ids: readonly string[]) => Promise<Map<string, RoomDescription>>;

export interface DescriptionsOptions {
  describe: DescribeRooms;
  /** Monotonic milliseconds. */
  nowMs: () => number;
}

interface Described {
  readonly room: string;
  readonly kind: string;
}

/** What rooms are called, where they stand and when they end, for those who watch. */
export class Descriptions {
  readonly #options: DescriptionsOptions;
  #byRoom: ReadonlyMap<string, RoomDescription> = new Map();
  #readAtMs = Number.NEGATIVE_INFINITY;
  #isOfAll = false;
  #reads = 0;

  constructor(options: DescriptionsOptions) {
    this.#options = options;
  }

  get(room: string): RoomDescription | undefined {
    return this.#byRoom.get(room);
  }

  /**
   * Reads those of these rooms, one query for each kind and at most every two seconds. `isOfAll`: these are all open
   * rooms, which those of the busiest few do not stand in for.
   */
  async read(rooms: readonly Described[], isOfAll: boolean): Promise<void> {
    const { describe, nowMs } = this.#options;
    const isFresh = nowMs() - this.#readAtMs < READ_EVERY_MS;
    if (rooms.length === 0 || (isFresh && (this.#isOfAll || !isOfAll))) return;
    this.#readAtMs = nowMs();
    this.#isOfAll = isOfAll;
    this.#reads += 1;
    const read = this.#reads;
    const byRoom = new Map<string, RoomDescription>();
    for (const [kind, ofKind] of Map.groupBy(rooms, (room) => room.kind)) {
      const ids = ofKind.map(({ room }) => idOf(room));
      for (const [id, description] of await describe(kind, ids)) byRoom.set(`${kind}:${id}`, description);
    }
    // Another that began meanwhile knows better.
    if (read === this.#reads) this.#byRoom = byRoom;
  }
}

const idOf = (room: string): string => room.slice(room.indexOf(':') + 1);
