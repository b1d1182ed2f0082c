import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Order, Report } from './messages.ts';

type Ready = Extract<Report, { kind: 'ready' }>;

/** The measured server, in a separate process. */
export class WatchedServer {
  readonly url: URL;
  readonly auctionId: number;
  readonly tokens: readonly string[];
  /** Every accepted bid: its price and when it was decided. */
  readonly bids: { price: number; atMs: number }[] = [];
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, ready: Ready) {
    this.#child = child;
    this.url = new URL(ready.url);
    this.auctionId = ready.auctionId;
    this.tokens = ready.tokens;
    child.on('message', (report: Report) => {
      if (report.kind === 'bid') this.bids.push(report);
      else if (report.kind === 'error') console.error(`The server reported: ${report.text}`);
    });
  }

  /** Starts the product's server, or with an auction the bare server that reads this auction. */
  static async start(databaseUrl: string, watchers: number, auctionId?: number): Promise<WatchedServer> {
    const file =
      auctionId === undefined
        ? new URL('server.child.ts', import.meta.url)
        : new URL('bare.child.ts', import.meta.url);
    const child = fork(fileURLToPath(file), {
      env: {
        ...process.env,
        BENCH_DATABASE_URL: databaseUrl,
        BENCH_WATCHERS: String(watchers),
        BENCH_AUCTION_ID: String(auctionId),
      },
    });
    const ready = await Promise.race([
      nextReport(child, 'ready'),
      once(child, 'exit').then(([code]) => Promise.reject(new Error(`The server ended with code ${code}`))),
    ]);
    return new WatchedServer(child, ready);
  }

  setBids(perSecond: number): void {
    this.#send({ kind: 'bids', perSecond });
  }

  /** Returns the CPU time of the server's process so far, in microseconds. */
  async cpuUs(): Promise<number> {
    this.#send({ kind: 'cpu' });
    const { us } = await nextReport(this.#child, 'cpu');
    return us;
  }

  async close(): Promise<void> {
    if (this.#child.exitCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.#send({ kind: 'close' });
    await ended;
  }

  #send(order: Order): void {
    this.#child.send(order);
  }
}

function nextReport<Kind extends Report['kind']>(
  child: ChildProcess,
  kind: Kind,
): Promise<Extract<Report, { kind: Kind }>> {
  return new Promise((resolve) => {
    const listen = (report: Report) => {
      if (report.kind !== kind) return;
      child.off('message', listen);
      resolve(report as Extract<Report, { kind: Kind }>);
    };
    child.on('message', listen);
  });
}
