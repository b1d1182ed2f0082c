import type { BidReceipt } from '@copup/shared/auctions.ts';
import type { HistoryEvent } from '@copup/testkit/history.ts';
import { DriverTally, mergedLatencies } from './driver-tally.ts';
import { expectedRefusals } from './expected-refusals.ts';
import { Latencies } from './latency.ts';
import type { Arrivals, Reception, Tick } from './messages.ts';
import type { Second, ServerResult } from './result.ts';
import { nowMs } from './room-socket.ts';
import { ServerTally } from './server-tally.ts';

/** A bid counts as fully delivered this long after its last delivery. */
const LAST_WATCHER_AFTER_MS = 2_000;
const FORGET_AFTER_MS = 30_000;

/** Number of watchers who received a bid's price at one time, in the bid's own frame or in that of a later bid. */
interface Arrival {
  atMs: number;
  count: number;
  server: number;
  isOwn: boolean;
}

const nothing = { joins: 0, messages: 0, bytes: 0, accepted: 0, refused: 0, errors: 0, dropped: 0 };

interface TrackedBid {
  committedAtMs: number | undefined;
  /** Deliveries that arrived before the receipt. */
  early: Arrival[];
  lastAtMs: number;
  /** Whether a watcher received a frame that shows this bid, not a later one. */
  isShown: boolean;
  changedAtMs: number;
}

/** Adds up the ticks of the workers. Latencies are recorded per second and in total. */
export class Tally {
  readonly history: HistoryEvent[] = [];
  readonly timeline: Second[] = [];
  readonly delivery = new Latencies();
  readonly lastWatcher = new Latencies();
  readonly reception = new Latencies();
  readonly receptions: Reception[] = [];
  readonly leaks: string[] = [];
  readonly outcomes: Record<string, number> = {};
  readonly errorKinds: Record<string, number> = {};
  /**
   * Counts, of the acknowledged bids, those seen only in the frame of a later bid, deliveries by the frame of a later
   * bid, and bids that reached no watcher.
   */
  readonly overtaken = { bids: 0, deliveries: 0, undelivered: 0 };
  readonly totals = { ...nothing };
  /** Each worker's last socket counts. */
  readonly #sockets = new Map<number, { open: number; joined: number }>();
  readonly #bids = new Map<string, TrackedBid>();
  readonly #second = new Latencies();
  readonly #servers: readonly ServerTally[];
  #current = { ...nothing };
  /** One for each agent, and the last for this machine. */
  readonly drivers: readonly DriverTally[];
  readonly #workersPerAgent: number;
  phase: Second['phase'] = 'connecting';
  /** Offset that converts the server's times to this machine's clock. */
  clockOffsetMs = 0;
  #startedAtMs = nowMs();

  constructor(urls: readonly string[] = [''], agents = 0, workersPerAgent = 1) {
    this.drivers = Array.from({ length: agents + 1 }, () => new DriverTally());
    this.#workersPerAgent = workersPerAgent;
    this.#servers = urls.map((url) => new ServerTally(url));
  }

  get bid(): Latencies {
    return mergedLatencies(this.drivers.map(({ bid }) => bid));
  }

  get join(): Latencies {
    return mergedLatencies(this.drivers.map(({ join }) => join));
  }

  get lateMs(): number {
    return Math.max(...this.drivers.map(({ lateMs }) => lateMs));
  }

  get open(): number {
    return this.#sum('open');
  }

  get joined(): number {
    return this.#sum('joined');
  }

  /** The longest time between the first and the last holder of a heist who received its question; NaN without any. */
  get receptionSpreadMs(): number {
    const spreads = [...Map.groupBy(this.receptions, ({ heistId }) => heistId).values()].map((received) => {
      const times = received.map(({ afterMs }) => afterMs);
      return Math.max(...times) - Math.min(...times);
    });
    return spreads.length === 0 ? Number.NaN : Math.max(...spreads);
  }

  /** Starts the clock, just before the first socket connects. */
  start(): void {
    this.#startedAtMs = nowMs();
  }

  take(worker: number, tick: Tick): void {
    this.#sockets.set(worker, { open: tick.open, joined: tick.joined });
    for (const key of ['joins', 'messages', 'bytes'] as const) {
      this.#current[key] += tick[key];
      // Rates cover the measured time; events of the ramp would raise them.
      if (key === 'joins' || this.phase === 'running') this.totals[key] += tick[key];
    }
    for (const each of tick.receptions) {
      this.receptions.push(each);
      this.reception.record(each.afterMs);
    }
    this.leaks.push(...tick.leaks);
    for (const [outcome, count] of Object.entries(tick.outcomes)) this.#takeOutcome(outcome, count);
    for (const [kind, count] of Object.entries(tick.errors)) this.#takeError(kind, count);
    for (const event of tick.history) this.#takeHistory(event);
    for (const arrivals of tick.arrivals) this.#takeArrivals(arrivals);
    for (const [at, server] of tick.servers.entries())
      this.#servers[at]?.take(worker, server, this.phase === 'running');
    const agent = Math.floor(worker / this.#workersPerAgent);
    const driver = this.drivers[Math.min(agent, this.drivers.length - 1)];
    driver?.take(tick, this.phase === 'running');
    if (this.phase !== 'running') return;
    this.#current.dropped += tick.dropped;
    this.totals.dropped += tick.dropped;
  }

  /** Takes the load of this process. */
  busy(load: { cpu: number; lagMs: number }): void {
    this.drivers.at(-1)?.busy(load);
  }

  /** Ends a second of the timeline and returns it. */
  endSecond(): Second {
    this.#settle(nowMs() - LAST_WATCHER_AFTER_MS);
    const has = this.#second.count > 0;
    const busiest = this.drivers.map((driver) => driver.endSecond(this.phase));
    const second: Second = {
      at: Math.round((nowMs() - this.#startedAtMs) / 100) / 10,
      phase: this.phase,
      sockets: this.open,
      ...this.#current,
      p50: has ? this.#second.at(50) : null,
      p95: has ? this.#second.at(95) : null,
      p99: has ? this.#second.at(99) : null,
      max: has ? this.#second.max : null,
      cpu: Math.max(...busiest.map(({ cpu }) => cpu)),
      lagMs: Math.max(...busiest.map(({ lagMs }) => lagMs)),
    };
    for (const server of this.#servers) server.endSecond();
    this.delivery.add(this.#second);
    this.#second.reset();
    this.#current = { ...nothing };
    this.timeline.push(second);
    return second;
  }

  /** Ends the tally: no further ticks follow, so all deliveries count as final. */
  finish(): void {
    this.#settle(Number.POSITIVE_INFINITY);
    this.endSecond();
  }

  servers(): ServerResult[] {
    return this.#servers.map((server) => server.result());
  }

  #takeOutcome(outcome: string, count: number): void {
    this.outcomes[outcome] = (this.outcomes[outcome] ?? 0) + count;
    if (outcome === 'accepted') {
      this.#current.accepted += count;
      this.totals.accepted += count;
    } else if (expectedRefusals.has(outcome)) {
      this.#current.refused += count;
      this.totals.refused += count;
    } else this.#takeError(`command: ${outcome}`, count);
  }

  #takeError(kind: string, count: number): void {
    this.errorKinds[kind] = (this.errorKinds[kind] ?? 0) + count;
    this.#current.errors += count;
    this.totals.errors += count;
  }

  #takeHistory(event: HistoryEvent): void {
    this.history.push(event);
    if (event.command !== 'bid' || event.type !== 'ok') return;
    const { auction_id, seq, serverTime } = event.reply as BidReceipt;
    const bid = this.#bidOf(auction_id, seq);
    bid.committedAtMs = Date.parse(serverTime) + this.clockOffsetMs;
    this.#record(bid, bid.early.splice(0));
  }

  /** Counts a frame as the delivery of every bid since the watcher's previous frame. */
  #takeArrivals({ server, auctionId, afterSeq, seq: shown, at }: Arrivals): void {
    for (let seq = afterSeq + 1; seq <= shown; seq += 1) {
      const bid = this.#bidOf(auctionId, seq);
      bid.changedAtMs = nowMs();
      const arrivals = at.map(([atMs, count]): Arrival => ({ atMs, count, server, isOwn: seq === shown }));
      if (bid.committedAtMs === undefined) bid.early.push(...arrivals);
      else this.#record(bid, arrivals);
    }
  }

  #record(bid: TrackedBid, arrivals: readonly Arrival[]): void {
    for (const { atMs, count, server, isOwn } of arrivals) {
      const tookMs = atMs - (bid.committedAtMs ?? atMs);
      this.#second.record(tookMs, count);
      this.#servers[server]?.delivered(tookMs, count);
      bid.lastAtMs = Math.max(bid.lastAtMs, atMs);
      if (isOwn) bid.isShown = true;
      else this.overtaken.deliveries += count;
    }
  }

  /**
   * Finishes bids without recent deliveries. A bid without a receipt is dropped; one without deliveries counts as
   * undelivered.
   */
  #settle(untilMs: number): void {
    const forgetMs = Math.max(untilMs - FORGET_AFTER_MS, nowMs() - FORGET_AFTER_MS);
    for (const [name, { committedAtMs, lastAtMs, changedAtMs, isShown }] of this.#bids) {
      const isDelivered = committedAtMs !== undefined && lastAtMs > 0;
      if (changedAtMs >= (isDelivered ? untilMs : forgetMs)) continue;
      this.#bids.delete(name);
      if (isDelivered) {
        this.lastWatcher.record(lastAtMs - committedAtMs);
        if (!isShown) this.overtaken.bids += 1;
      } else if (committedAtMs !== undefined) this.overtaken.undelivered += 1;
    }
  }

  #bidOf(auctionId: number, seq: number): TrackedBid {
    const name = `${auctionId} ${seq}`;
    let bid = this.#bids.get(name);
    if (!bid) {
      bid = { committedAtMs: undefined, early: [], lastAtMs: 0, isShown: false, changedAtMs: nowMs() };
      this.#bids.set(name, bid);
    }
    return bid;
  }

  #sum(key: 'open' | 'joined'): number {
    let sum = 0;
    for (const each of this.#sockets.values()) sum += each[key];
    return sum;
  }
}
