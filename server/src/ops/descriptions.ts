const READ_EVERY_MS = 2_000;

/** The facts about a room that its kind provides in addition to the figures. */
export interface RoomDescription {
  name: string;
  status: string;
  realm: number;
  /** Epoch milliseconds. */
  endsAt: number;
  /** Whether it has ended or was cancelled: nothing is left to do at a time. */
  isOver: boolean;
}

/** Returns the descriptions of rooms of one kind by id; empty for a kind without descriptions. */
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

/** Names, states and ends of rooms, for operators who watch. */
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
   * Reads the descriptions of these rooms, one query for each kind and at most every two seconds. `isOfAll`: these are
   * all open rooms, so an earlier read of only the busiest rooms does not replace this one.
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
    // A read that started later takes precedence.
    if (read === this.#reads) this.#byRoom = byRoom;
  }
}

const idOf = (room: string): string => room.slice(room.indexOf(':') + 1);
