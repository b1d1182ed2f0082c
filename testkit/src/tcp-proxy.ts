import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { createAnswerWatch, createCommitWatch } from './commit-watch.ts';

/**
 * Where a connection is cut that sends a COMMIT: `before` the server sees it, though it sees what was sent before, or
 * `after` the server answered it, with all answers since it was sent kept from the client.
 */
export type CommitCut = 'before' | 'after';

/** A TCP proxy that behaves badly on request. Changes hold for open connections from the next byte on. */
export interface TcpProxy {
  readonly port: number;
  /** The same URL with the proxy's address in place of the server's. */
  urlOf(url: string): string;
  /** Added to each way of each byte. */
  delayMs: number;
  /** Each way, for each connection; Infinity for no limit. */
  bytesPerSecond: number;
  /** While true nothing is passed on either way, and nobody is told: a network that swallows. */
  isFrozen: boolean;
  /** Passes nothing on any more for what is connected now, as after a change of networks; new connections work. */
  freezeOpen(): void;
  /** While true new connections are cut at once. */
  isRefusing: boolean;
  /**
   * Cuts the next `times` connections that send a COMMIT to PostgreSQL, in the simple or the extended protocol (without
   * TLS). Resolves when the last of them is cut.
   */
  cutOnCommit(where: CommitCut, times?: number): Promise<void>;
  /** Cuts all that is connected now. */
  cutAll(): void;
  readonly connections: number;
  close(): Promise<void>;
}

interface Pair {
  isFrozen: boolean;
  cut(): void;
}

interface PendingCut {
  where: CommitCut;
  toTake: number;
  toFinish: number;
  done: () => void;
}

const FROZEN_LOOK_MS = 5;
const MOST_WAITING_BYTES = 1_048_576;

/** Listens on a free port of this machine and passes everything on to `target`. */
export async function openTcpProxy(target: { host: string; port: number }): Promise<TcpProxy> {
  const pairs = new Set<Pair>();
  const cuts: PendingCut[] = [];
  const server = createServer({ allowHalfOpen: true });

  const proxy: TcpProxy = {
    get port() {
      return (server.address() as AddressInfo).port;
    },
    urlOf(url) {
      const through = new URL(url);
      through.hostname = '127.0.0.1';
      through.port = String(proxy.port);
      return through.toString();
    },
    delayMs: 0,
    bytesPerSecond: Number.POSITIVE_INFINITY,
    isFrozen: false,
    freezeOpen() {
      for (const pair of pairs) pair.isFrozen = true;
    },
    isRefusing: false,
    cutOnCommit: (where, times = 1) =>
      new Promise((done) => {
        cuts.push({ where, toTake: times, toFinish: times, done });
      }),
    cutAll() {
      for (const pair of pairs) pair.cut();
    },
    get connections() {
      return pairs.size;
    },
    async close() {
      proxy.cutAll();
      await closeServer(server);
    },
  };

  server.on('connection', (client) => {
    if (proxy.isRefusing) client.destroy();
    else join(client);
  });

  function join(client: Socket): void {
    const upstream = connect({ ...target, allowHalfOpen: true });
    const isFrozen = () => proxy.isFrozen || pair.isFrozen;
    const pair: Pair = {
      isFrozen: false,
      cut() {
        pairs.delete(pair);
        client.destroy();
        upstream.destroy();
      },
    };
    pairs.add(pair);
    for (const socket of [client, upstream]) {
      socket.setNoDelay(true);
      // A side that breaks takes the other with it; one that ends in order is passed on by the pumps.
      socket.on('error', pair.cut);
      socket.on('close', () => {
        if (client.closed && upstream.closed) pairs.delete(pair);
      });
    }
    const watch = createCommitWatch();
    let isSwallowing = false;
    pump(proxy, isFrozen, client, upstream, (chunk) => {
      const committedAt = watch(chunk);
      const cut = committedAt === undefined ? undefined : takeCut(cuts);
      if (!cut) return chunk;
      const cutNow = () => {
        pair.cut();
        finish(cut);
      };
      isSwallowing = true;
      if (cut.where === 'before') {
        const earlier = chunk.subarray(0, committedAt);
        if (earlier.length === 0 || isFrozen()) cutNow();
        else upstream.write(earlier, cutNow);
        return undefined;
      }
      const answers = createAnswerWatch();
      upstream.on('data', (answer: Buffer) => {
        if (answers(answer)) cutNow();
      });
      return chunk;
    });
    pump(proxy, isFrozen, upstream, client, (chunk) => (isSwallowing ? undefined : chunk));
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return proxy;
}

/** Passes on what `from` says, in order. What waits is bounded: then the sender has to wait as well. */
function pump(
  proxy: TcpProxy,
  isFrozen: () => boolean,
  from: Socket,
  to: Socket,
  pass: (chunk: Buffer) => Buffer | undefined,
): void {
  let waiting = 0;
  let tail = Promise.resolve();
  const next = (step: () => Promise<void> | void) => {
    tail = tail.then(step).catch(() => void from.destroy());
  };
  from.on('data', (chunk: Buffer) => {
    const passed = pass(chunk);
    if (!passed) return;
    const dueMs = performance.now() + proxy.delayMs;
    waiting += passed.length;
    if (waiting > MOST_WAITING_BYTES) from.pause();
    next(async () => {
      await hold(proxy, dueMs, passed.length);
      while (isFrozen() && !to.destroyed) await pause(FROZEN_LOOK_MS);
      if (to.destroyed) return;
      if (!to.write(passed)) await Promise.race([once(to, 'drain'), once(to, 'close')]);
      waiting -= passed.length;
      from.resume();
    });
  });
  from.on('end', () => next(() => void to.end()));
}

async function hold(proxy: TcpProxy, dueMs: number, bytes: number): Promise<void> {
  const waitMs = dueMs - performance.now() + (bytes / proxy.bytesPerSecond) * 1_000;
  if (waitMs > 0) await pause(waitMs);
}

function takeCut(cuts: PendingCut[]): PendingCut | undefined {
  const cut = cuts[0];
  if (!cut) return undefined;
  cut.toTake -= 1;
  if (cut.toTake === 0) cuts.shift();
  return cut;
}

function finish(cut: PendingCut): void {
  cut.toFinish -= 1;
  if (cut.toFinish === 0) cut.done();
}

async function closeServer(server: Server): Promise<void> {
  await new Promise<void>((resolve) => server.close(() => resolve()));
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
