import type { AuctionState } from '@copup/shared/auctions.ts';
import type { HistoryEvent } from '@copup/testkit/history.ts';
import { LoadMeter } from './load-meter.ts';
import type { Arrivals, Reception, ServerTick, Tick } from './messages.ts';
import type { SocketEvents } from './room-socket.ts';
import { LATE_MS } from './saturation.ts';

/** Collects the events of a worker between two ticks. */
export class TickCounter implements SocketEvents {
  readonly #meter = new LoadMeter();
  #since = fresh();
  #servers: ServerTick[];
  #arrivals = new Map<string, Arrivals & { byMs: Map<number, number> }>();

  constructor(servers = 1) {
    this.#servers = Array.from({ length: servers }, () => freshServer(0));
  }

  message(bytes: number, server: number): void {
    this.#since.messages += 1;
    this.#since.bytes += bytes;
    const own = this.#of(server);
    own.messages += 1;
    own.bytes += bytes;
  }

  /**
   * Counts the delivery of bids. Card rooms are ignored, because their updates wait for up to a second by design. A state
   * without a new bid, like that of the auction's end, delivers no bid.
   */
  updated(room: string, state: unknown, before: unknown, atMs: number, server: number): void {
    const auctionId = /^auction:(\d+)$/.exec(room)?.[1];
    if (auctionId === undefined) return;
    const { seq } = state as AuctionState;
    // Without a previous state, only the bid in the frame counts as delivered.
    const afterSeq = (before as AuctionState | undefined)?.seq ?? seq - 1;
    if (seq <= afterSeq) return;
    const name = `${room} ${afterSeq} ${seq} ${server}`;
    let arrivals = this.#arrivals.get(name);
    if (!arrivals) {
      arrivals = { server, auctionId: Number(auctionId), afterSeq, seq, at: [], byMs: new Map() };
      this.#arrivals.set(name, arrivals);
    }
    const ms = Math.floor(atMs);
    arrivals.byMs.set(ms, (arrivals.byMs.get(ms) ?? 0) + 1);
  }

  joined(tookMs: number, server: number): void {
    this.#since.joins += 1;
    this.#since.joinMs.push(tookMs);
    const own = this.#of(server);
    own.joins += 1;
    own.joinMs.push(tookMs);
  }

  /** Counts an error, of a socket's connection if its server is given. */
  failed(kind: string, server?: number): void {
    this.#since.errors[kind] = (this.#since.errors[kind] ?? 0) + 1;
    if (server !== undefined) this.#of(server).errors += 1;
  }

  changed({ open = 0 }: { open?: 1 | -1 | 0 }, server: number): void {
    this.#of(server).open += open;
  }

  bid(outcome: string, tookMs: number, server: number): void {
    this.#since.outcomes[outcome] = (this.#since.outcomes[outcome] ?? 0) + 1;
    this.#since.bidMs.push(tookMs);
    const own = this.#of(server);
    own.commands += 1;
    own.bidMs.push(tookMs);
  }

  received(reception: Reception): void {
    this.#since.receptions.push(reception);
  }

  leaked(what: string): void {
    this.#since.leaks.push(what);
  }

  /** Counts a step that began this much later than planned. */
  late(byMs: number): void {
    this.#since.lateMs = Math.max(this.#since.lateMs, byMs);
    if (byMs > LATE_MS) this.dropped(1);
  }

  dropped(steps: number): void {
    this.#since.dropped += steps;
  }

  /** Returns and clears the collected events, including `history`. */
  take(joined: number, history: HistoryEvent[]): Tick {
    const arrivals = [...this.#arrivals.values()].map(({ server, auctionId, afterSeq, seq, byMs }) => ({
      server,
      auctionId,
      afterSeq,
      seq,
      at: [...byMs],
    }));
    const tick = {
      ...this.#since,
      ...this.#meter.read(),
      open: this.#servers.reduce((sum, { open }) => sum + open, 0),
      joined,
      arrivals,
      servers: this.#servers,
      history: history.splice(0),
    };
    this.#since = fresh();
    this.#servers = this.#servers.map(({ open }) => freshServer(open));
    this.#arrivals.clear();
    return tick;
  }

  #of(server: number): ServerTick {
    const own = this.#servers[server];
    if (!own) throw new Error(`there is no server ${server}`);
    return own;
  }
}

const freshServer = (open: number): ServerTick => ({
  open,
  joins: 0,
  messages: 0,
  bytes: 0,
  commands: 0,
  errors: 0,
  joinMs: [],
  bidMs: [],
});

function fresh() {
  return {
    joins: 0,
    messages: 0,
    bytes: 0,
    joinMs: [] as number[],
    bidMs: [] as number[],
    outcomes: {} as Record<string, number>,
    errors: {} as Record<string, number>,
    receptions: [] as Reception[],
    leaks: [] as string[],
    lateMs: 0,
    dropped: 0,
  };
}
