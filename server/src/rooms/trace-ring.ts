const FEWEST = 16;
const FIELDS = 6;
/** Estimate of what one event keeps in memory: its numbers, the reference to its user and a share of the user's id. */
export const BYTES_PER_EVENT = 96;

/** The kinds of events, as stored. */
export const traced = {
  join: 0,
  reconnect: 1,
  leave: 2,
  close: 3,
  frame: 4,
  delivered: 5,
  command: 6,
} as const;
/** Added to the kind for the slower view of a room. */
export const CARD = 8;

export interface StoredEvent {
  atMs: number;
  kind: number;
  a: number;
  b: number;
  c: number;
  d: number;
  user: string | undefined;
}

/** The last events of one room. Grows up to its limit, then the newest event replaces the oldest. */
export class TraceRing {
  readonly #limit: number;
  #numbers = new Float64Array(FEWEST * FIELDS);
  #users = new Array<string | undefined>(FEWEST);
  #first = 0;
  #count = 0;
  /** Monotonic milliseconds of the last event that was replaced. */
  #lostAtMs: number | undefined;

  constructor(limit: number) {
    this.#limit = Math.max(FEWEST, limit);
  }

  get count(): number {
    return this.#count;
  }

  get bytes(): number {
    return this.#users.length * BYTES_PER_EVENT;
  }

  get lostAtMs(): number | undefined {
    return this.#lostAtMs;
  }

  /** Time of the newest event. */
  get lastAtMs(): number {
    return this.#count === 0 ? 0 : this.#time(this.#count - 1);
  }

  /** Returns by how many bytes the ring has grown. */
  push(atMs: number, kind: number, a: number, b: number, c: number, d: number, user?: string): number {
    let grownBy = 0;
    if (this.#count === this.#users.length) {
      if (this.#count < this.#limit) grownBy = this.#resize(Math.min(this.#limit, this.#count * 2));
      else this.#dropFirst();
    }
    const slot = (this.#first + this.#count) % this.#users.length;
    const numbers = this.#numbers;
    const from = slot * FIELDS;
    numbers[from] = atMs;
    numbers[from + 1] = kind;
    numbers[from + 2] = a;
    numbers[from + 3] = b;
    numbers[from + 4] = c;
    numbers[from + 5] = d;
    this.#users[slot] = user;
    this.#count += 1;
    return grownBy;
  }

  /** Deletes events before this time. Returns by how many bytes the ring has grown, a negative number or 0. */
  forget(beforeMs: number): number {
    while (this.#count > 0 && this.#time(0) < beforeMs) {
      this.#users[this.#first] = undefined;
      this.#first = (this.#first + 1) % this.#users.length;
      this.#count -= 1;
    }
    const needed = Math.max(FEWEST, this.#count * 2);
    return needed * 2 <= this.#users.length ? this.#resize(needed) : 0;
  }

  /** The events since a time, oldest first. */
  *since(fromMs: number): Generator<StoredEvent> {
    for (let nth = 0; nth < this.#count; nth += 1) {
      if (this.#time(nth) < fromMs) continue;
      const slot = (this.#first + nth) % this.#users.length;
      const from = slot * FIELDS;
      const [atMs = 0, kind = 0, a = 0, b = 0, c = 0, d = 0] = this.#numbers.subarray(from, from + FIELDS);
      yield { atMs, kind, a, b, c, d, user: this.#users[slot] };
    }
  }

  #time(nth: number): number {
    return this.#numbers[((this.#first + nth) % this.#users.length) * FIELDS] ?? 0;
  }

  #dropFirst(): void {
    this.#lostAtMs = this.#time(0);
    this.#first = (this.#first + 1) % this.#users.length;
    this.#count -= 1;
  }

  #resize(slots: number): number {
    const before = this.#users.length;
    const [numbers, users] = [new Float64Array(slots * FIELDS), new Array<string | undefined>(slots)];
    for (let nth = 0; nth < this.#count; nth += 1) {
      const slot = (this.#first + nth) % before;
      numbers.set(this.#numbers.subarray(slot * FIELDS, (slot + 1) * FIELDS), nth * FIELDS);
      users[nth] = this.#users[slot];
    }
    this.#numbers = numbers;
    this.#users = users;
    this.#first = 0;
    return (slots - before) * BYTES_PER_EVENT;
  }
}
