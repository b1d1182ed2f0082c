import { Latencies } from './latency.ts';
import type { ServerTick } from './messages.ts';
import type { ServerResult, ServerSecond } from './result.ts';

/** Adds up what the sockets and players of one server reported. */
export class ServerTally {
  readonly #url: string;
  readonly #open = new Map<number, number>();
  readonly #delivery = new Latencies();
  readonly #second = new Latencies();
  readonly #bid = new Latencies();
  readonly #join = new Latencies();
  readonly #timeline: ServerSecond[] = [];
  readonly #totals = { joins: 0, messages: 0, bytes: 0, commands: 0, errors: 0 };
  #messages = 0;
  #mostSockets = 0;

  constructor(url: string) {
    this.#url = url;
  }

  /** Rates cover the measured time; joins and errors also those of the ramp. */
  take(worker: number, tick: ServerTick, isMeasured: boolean): void {
    this.#open.set(worker, tick.open);
    this.#mostSockets = Math.max(this.#mostSockets, this.#sockets());
    this.#messages += tick.messages;
    for (const key of ['joins', 'commands', 'errors'] as const) this.#totals[key] += tick[key];
    if (isMeasured) for (const key of ['messages', 'bytes'] as const) this.#totals[key] += tick[key];
    for (const ms of tick.joinMs) this.#join.record(ms);
    for (const ms of tick.bidMs) this.#bid.record(ms);
  }

  delivered(ms: number, count: number): void {
    this.#second.record(ms, count);
  }

  endSecond(): void {
    const has = this.#second.count > 0;
    this.#timeline.push({
      sockets: this.#sockets(),
      messages: this.#messages,
      p95: has ? this.#second.at(95) : null,
      p99: has ? this.#second.at(99) : null,
    });
    this.#delivery.add(this.#second);
    this.#second.reset();
    this.#messages = 0;
  }

  result(): ServerResult {
    return {
      url: this.#url,
      sockets: this.#mostSockets,
      ...this.#totals,
      delivery: this.#delivery.percentiles(),
      bid: this.#bid.percentiles(),
      join: this.#join.percentiles(),
      timeline: this.#timeline,
    };
  }

  #sockets(): number {
    let sum = 0;
    for (const open of this.#open.values()) sum += open;
    return sum;
  }
}
