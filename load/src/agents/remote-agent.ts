import { WebSocket } from 'ws';
import type { Tick } from '../messages.ts';
import { nowMs } from '../room-socket.ts';
import type { PoolWorker } from '../worker-pool.ts';
import { type ClockOffset, measureOffset } from './clock-offset.ts';
import { type AgentReply, CLOSE, decode, encode, MAX_MESSAGE_BYTES, proofOf } from './protocol.ts';

const CONNECT_TIMEOUT_MS = 5_000;
/** Clocks drift apart by milliseconds in minutes. */
const CLOCK_EVERY_MS = 10_000;

/** The coordinator's connection to one agent and its workers. */
export class RemoteAgent {
  readonly address: string;
  readonly workers: PoolWorker[];
  /** Resolves when the agent's workers run and their clocks are aligned. */
  readonly started: Promise<void>;
  clock: ClockOffset = { offsetMs: 0, roundTripMs: Number.NaN };
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  readonly #lost = Promise.withResolvers<never>();
  readonly #onTicks: ((tick: Tick) => void)[];
  #calls = 0;
  #timer: NodeJS.Timeout | undefined;

  /** `onTicks`: one for each worker. */
  constructor(address: string, secret: string, onTicks: ((tick: Tick) => void)[]) {
    this.address = address;
    this.#onTicks = onTicks;
    this.#lost.promise.catch(() => undefined);
    this.#socket = new WebSocket(`ws://${address}`, {
      handshakeTimeout: CONNECT_TIMEOUT_MS,
      maxPayload: MAX_MESSAGE_BYTES,
    });
    this.#socket.on('error', (error) => this.#fail(error.message));
    this.#socket.on('close', (code) => this.#fail(closeReasons[code] ?? 'it closed the connection'));
    const accepted = Promise.withResolvers<void>();
    this.#socket.once('message', (challenge: Buffer) => {
      this.#socket.send(proofOf(secret, challenge.toString()));
      this.#socket.once('message', () => {
        this.#socket.on('message', (data: Buffer) => this.#take(decode<AgentReply>(data)));
        accepted.resolve();
      });
    });
    this.started = this.#orLost(accepted.promise.then(() => this.#start()));
    // Without this handler, a rejection that no caller awaits would end the process.
    this.started.catch(() => undefined);
    this.workers = onTicks.map((_, worker) => ({
      started: this.started,
      lost: this.#lost.promise,
      call: async (name: string, ...[argument]: unknown[]) =>
        (await this.#call({ name, worker, argument })) as never,
      end: async () => this.#end(),
    }));
  }

  async #start(): Promise<void> {
    await this.#call({ name: 'start', argument: this.#onTicks.length });
    await this.#alignClock();
    this.#timer = setInterval(() => this.#alignClock().catch(() => undefined), CLOCK_EVERY_MS);
  }

  async #alignClock(): Promise<void> {
    this.clock = await measureOffset(async () => (await this.#call({ name: 'clock' })) as number, nowMs);
    await Promise.all(this.workers.map((worker) => worker.call('setClock', this.clock.offsetMs)));
  }

  #call(request: { name: string; worker?: number; argument?: unknown }): Promise<unknown> {
    const answer = Promise.withResolvers<unknown>();
    this.#calls += 1;
    this.#waiting.set(this.#calls, answer);
    this.#socket.send(encode({ id: this.#calls, ...request }), () => undefined);
    return this.#orLost(answer.promise);
  }

  #take({ id, worker, value, error }: AgentReply): void {
    if (id === undefined) {
      if (error !== undefined) this.#fail(`worker ${worker}: ${error}`);
      else this.#onTicks[worker ?? -1]?.(value as Tick);
      return;
    }
    if (error === undefined) this.#waiting.get(id)?.resolve(value);
    else this.#waiting.get(id)?.reject(new Error(`agent ${this.address}: ${error}`));
    this.#waiting.delete(id);
  }

  #orLost<Value>(work: Promise<Value>): Promise<Value> {
    return Promise.race([work, this.#lost.promise]);
  }

  #fail(problem: string): void {
    clearInterval(this.#timer);
    this.#lost.reject(new Error(`The agent ${this.address} (--agents) was lost: ${problem}`));
  }

  #end(): void {
    clearInterval(this.#timer);
    this.#socket.terminate();
  }
}

const closeReasons: Record<number, string> = {
  [CLOSE.badSecret]: 'its COPUP_LOAD_SECRET is another one',
  [CLOSE.busy]: 'it is busy with another run',
};
