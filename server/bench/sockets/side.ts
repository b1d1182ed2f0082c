import { setTimeout as pause } from 'node:timers/promises';
import { Child } from '@copup/testkit/child.ts';
import type { DriverCalls, Hello } from './driver.child.ts';
import type { RoomCalls } from './serve-rooms.ts';

export type SideName = 'ours' | 'bare' | 'raw';

export const sideTexts: Record<SideName, string> = {
  ours: 'Copup',
  bare: 'Socket.IO, io.to(room).emit',
  raw: 'ws, pre-framed',
};

const files: Record<SideName, URL> = {
  ours: new URL('ours.child.ts', import.meta.url),
  bare: new URL('bare.child.ts', import.meta.url),
  raw: new URL('raw.child.ts', import.meta.url),
};
const driverFile = new URL('driver.child.ts', import.meta.url);
const LOOK_EVERY_MS = 20;
const ALL_WITHIN_MS = 20_000;

type Usage = ReturnType<RoomCalls['readUsage']>;

/** The server's cost of a run of updates, and when the sockets received them. */
export interface Delivered {
  deliveries: number;
  cpuUs: number;
  /** For each update, from the call until the last socket of the driver received it. */
  lastMs: number[];
}

/** One server in a separate process, and one process with its sockets. */
export class Side {
  readonly name: SideName;
  readonly #server: Child<RoomCalls>;
  readonly #driver: Child<DriverCalls>;
  readonly #hello: Hello;
  readonly #port: number;
  #open = 0;

  private constructor(
    name: SideName,
    { server, driver, port }: { server: Child<RoomCalls>; driver: Child<DriverCalls>; port: number },
    hello: Hello,
  ) {
    this.name = name;
    this.#server = server;
    this.#driver = driver;
    this.#port = port;
    this.#hello = hello;
  }

  /**
   * Starts a side. Its sockets join the room that updates go to; with `others`, also these and the room of their own
   * user.
   */
  static async start(name: SideName, room: string, others?: readonly string[], more = {}): Promise<Side> {
    const env = { BENCH_ROOM: room, ...more };
    const [server, driver] = await Promise.all([
      Child.start<RoomCalls>(files[name], env),
      Child.start<DriverCalls>(driverFile),
    ]);
    const port = await server.call('port');
    const isPersonal = others !== undefined;
    const hello: Hello =
      name === 'raw' ? { kind: 'silent' } : { kind: 'join', rooms: [room, ...(others ?? [])], isPersonal };
    return new Side(name, { server, driver, port }, hello);
  }

  /** Resolves with the time until all sockets had their snapshot. */
  async open(tokens: readonly string[], atOnce: number): Promise<number> {
    const order = { port: this.#port, hello: this.#hello, tokens, atOnce };
    const tookMs = await this.#driver.call('open', order).catch((error: Error) => {
      throw new Error(`${sideTexts[this.name]}: ${error.message}`);
    });
    this.#open += tokens.length;
    return tookMs;
  }

  async drop(): Promise<void> {
    await this.#driver.call('drop');
    this.#open = 0;
  }

  usage(collects = false): Promise<Usage> {
    return this.#server.call('readUsage', { collects });
  }

  /** Throws unless every socket receives every update. */
  async broadcast(count: number, everyMs: number): Promise<Delivered> {
    const from = await this.startCounting();
    return this.finishCounting(from, await this.send(count, everyMs));
  }

  /** Returns when each update was sent. */
  send(count: number, everyMs: number): Promise<readonly number[]> {
    return this.#server.call('broadcast', { count, everyMs });
  }

  /** For a side that receives updates from another server; its report is passed to `finishCounting`. */
  async startCounting(): Promise<number> {
    await this.#driver.call('count', { isFresh: true });
    return (await this.usage()).cpuUs;
  }

  async finishCounting(fromCpuUs: number, atMs: readonly number[]): Promise<Delivered> {
    const expected = atMs.length * this.#open;
    let deliveries = 0;
    let completeAtMs: number[] = [];
    for (const giveUpAt = Date.now() + ALL_WITHIN_MS; deliveries < expected; await pause(LOOK_EVERY_MS)) {
      const counted = await this.#driver.call('count', { isFresh: false });
      deliveries = counted.frames;
      completeAtMs = counted.completeAtMs;
      if (Date.now() > giveUpAt)
        throw new Error(`${sideTexts[this.name]}: ${deliveries} of ${expected} updates came`);
    }
    const { cpuUs } = await this.usage();
    const lastMs = untilComplete(atMs, completeAtMs);
    return { deliveries, cpuUs: cpuUs - fromCpuUs, lastMs };
  }

  async close(): Promise<void> {
    await Promise.all([this.#driver.end(), this.#server.end()]);
  }
}

/**
 * Returns, for each update, the time from sending until the last socket received it. Excludes frames that all sockets
 * had before an update was sent: rooms also publish their number of watchers.
 */
function untilComplete(atMs: readonly number[], completeAtMs: readonly number[]): number[] {
  let next = 0;
  return atMs.map((at) => {
    while ((completeAtMs[next] ?? Number.NaN) < at) next += 1;
    const tookMs = (completeAtMs[next] ?? Number.NaN) - at;
    next += 1;
    return tookMs;
  });
}
