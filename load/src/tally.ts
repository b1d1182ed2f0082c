import type { BidReceipt } from '@copup/shared/auctions.ts';
import type { HistoryEvent } from '@copup/testkit/history.ts';
import { Latencies } from './latency.ts';
import type { Arrivals, Tick } from './messages.ts';
import type { Second } from './result.ts';
import { nowMs } from './room-socket.ts';

/** Nobody is told of a bid later than this after the last who was. */
const LAST_WATCHER_AFTER_MS = 2_000;
const FORGET_AFTER_MS = 30_000;
/** Answers of the rules, as they come in any lively auction; every other refusal is an error. */
const expectedRefusals = new Set(['ALREADY_LEADING', 'PRICE_MOVED', 'AUCTION_ENDED', 'DECIDED_TOO_LATE']);

/** So many watchers had a bid's price, in a frame of its own or in a later one. */
interface Arrival {
  atMs: number;
  count: number;
  isOwn: boolean;
}

interface Told {
  committedAtMs: number | undefined;
  /** What came before the receipt did. */
  early: Arrival[];
  lastAtMs: number;
  /** Some watcher got a frame that shows this very bid, not a later one. */
  isShown: boolean;
  touchedAtMs: number;
}

/** Adds up what the workers tell. Latencies are kept per second and over all. */
export class Tally {
  readonly history: HistoryEvent[] = [];
  readonly timeline: Second[] = [];
  readonly delivery = new Latencies();
  readonly lastWatcher = new Latencies();
  readonly bid = new Latencies();
  readonly join = new Latencies();
  readonly outcomes: Record<string, number> = {};
  readonly errorKinds: Record<string, number> = {};
  /**
   * Of the acknowledged bids: how many no watcher saw in a frame of its own, how many deliveries came with a later bid's
   * frame, and how many bids nobody was told of in any way.
   */
  readonly overtaken = { bids: 0, deliveries: 0, untold: 0 };
  readonly totals = { joins: 0, messages: 0, bytes: 0, accepted: 0, refused: 0, errors: 0 };
  /** Each worker's last word about its sockets. */
  readonly #sockets = new Map<number, { open: number; joined: number }>();
  readonly #told = new Map<string, Told>();
  readonly #second = new Latencies();
  #current = this.#nothing();
  #busiest = { cpu: 0, lagMs: 0 };
  lateMs = 0;
  phase: Second['phase'] = 'connecting';
  /** What is to be added to the server's times to compare them with this machine's. */
  clockOffsetMs = 0;
  #startedAtMs = nowMs();

  get open(): number {
    return this.#sum('open');
  }

  get joined(): number {
    return this.#sum('joined');
  }

  /** The first socket is about to be opened: seconds count from here. */
  start(): void {
    this.#startedAtMs = nowMs();
  }

  take(worker: number, tick: Tick): void {
    this.#sockets.set(worker, { open: tick.open, joined: tick.joined });
    for (const key of ['joins', 'messages', 'bytes'] as const) {
      this.#current[key] += tick[key];
      // Rates are of the measured time; what came while the sockets were opened would make them higher.
      if (key === 'joins' || this.phase === 'running') this.totals[key] += tick[key];
    }
    for (const ms of tick.joinMs) this.join.record(ms);
    for (const ms of tick.bidMs) this.bid.record(ms);
    for (const [outcome, count] of Object.entries(tick.outcomes)) this.#takeOutcome(outcome, count);
    for (const [kind, count] of Object.entries(tick.errors)) this.#takeError(kind, count);
    for (const event of tick.history) this.#takeHistory(event);
    for (const arrivals of tick.arrivals) this.#takeArrivals(arrivals);
    this.busy(tick);
    if (this.phase === 'running') this.lateMs = Math.max(this.lateMs, tick.lateMs);
  }

  busy({ cpu, lagMs }: { cpu: number; lagMs: number }): void {
    this.#busiest = {
      cpu: Math.max(this.#busiest.cpu, cpu),
      lagMs: Math.max(this.#busiest.lagMs, lagMs),
    };
  }

  /** Closes a second of the timeline and returns it. */
  endSecond(): Second {
    this.#settle(nowMs() - LAST_WATCHER_AFTER_MS);
    const has = this.#second.count > 0;
    const second: Second = {
      at: Math.round((nowMs() - this.#startedAtMs) / 100) / 10,
      phase: this.phase,
      sockets: this.open,
      ...this.#current,
      p50: has ? this.#second.at(50) : null,
      p99: has ? this.#second.at(99) : null,
      max: has ? this.#second.max : null,
      ...this.#busiest,
    };
    this.delivery.add(this.#second);
    this.#second.reset();
    this.#current = this.#nothing();
    this.#busiest = { cpu: 0, lagMs: 0 };
    this.timeline.push(second);
    return second;
  }

  /** Nothing more comes: whoever was last so far was the last. */
  finish(): void {
    this.#settle(Number.POSITIVE_INFINITY);
    this.endSecond();
  }

  #takeOutcome(outcome: string, count: number): void {
    this.outcomes[outcome] = (this.outcomes[outcome] ?? 0) + count;
    if (outcome === 'accepted') {
      this.#current.accepted += count;
      this.totals.accepted += count;
    } else if (expectedRefusals.has(outcome)) {
      this.#current.refused += count;
      this.totals.refused += count;
    } else this.#takeError(`bid: ${outcome}`, count);
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
    const told = this.#toldOf(auction_id, seq);
    told.committedAtMs = Date.parse(serverTime) + this.clockOffsetMs;
    this.#record(told, told.early.splice(0));
  }

  /** A frame holds back no bid: whoever gets it has the price of each bid since the last frame, or a later one. */
  #takeArrivals({ auctionId, afterSeq, seq: shown, at }: Arrivals): void {
    for (let seq = afterSeq + 1; seq <= shown; seq += 1) {
      const told = this.#toldOf(auctionId, seq);
      told.touchedAtMs = nowMs();
      const arrivals = at.map(([atMs, count]): Arrival => ({ atMs, count, isOwn: seq === shown }));
      if (told.committedAtMs === undefined) told.early.push(...arrivals);
      else this.#record(told, arrivals);
    }
  }

  #record(told: Told, arrivals: readonly Arrival[]): void {
    for (const { atMs, count, isOwn } of arrivals) {
      this.#second.record(atMs - (told.committedAtMs ?? atMs), count);
      told.lastAtMs = Math.max(told.lastAtMs, atMs);
      if (isOwn) told.isShown = true;
      else this.overtaken.deliveries += count;
    }
  }

  /** A bid whose receipt never comes is forgotten in the end; one that nobody was told of is counted as such. */
  #settle(untilMs: number): void {
    const forgetMs = Math.max(untilMs - FORGET_AFTER_MS, nowMs() - FORGET_AFTER_MS);
    for (const [name, { committedAtMs, lastAtMs, touchedAtMs, isShown }] of this.#told) {
      const isTold = committedAtMs !== undefined && lastAtMs > 0;
      if (touchedAtMs >= (isTold ? untilMs : forgetMs)) continue;
      this.#told.delete(name);
      if (isTold) {
        this.lastWatcher.record(lastAtMs - committedAtMs);
        if (!isShown) this.overtaken.bids += 1;
      } else if (committedAtMs !== undefined) this.overtaken.untold += 1;
    }
  }

  #toldOf(auctionId: number, seq: number): Told {
    const name = `${auctionId} ${seq}`;
    let told = this.#told.get(name);
    if (!told) {
      told = { committedAtMs: undefined, early: [], lastAtMs: 0, isShown: false, touchedAtMs: nowMs() };
      this.#told.set(name, told);
    }
    return told;
  }

  #nothing() {
    return { joins: 0, messages: 0, bytes: 0, accepted: 0, refused: 0, errors: 0 };
  }

  #sum(key: 'open' | 'joined'): number {
    let sum = 0;
    for (const each of this.#sockets.values()) sum += each[key];
    return sum;
  }
}
