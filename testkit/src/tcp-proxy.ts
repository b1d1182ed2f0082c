import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { createCommitWatch, createReplyWatch } from './commit-watch.ts';

/**
 * Where a connection that sends a COMMIT is cut: `before` the COMMIT reaches the server (earlier bytes do), or `after`
 * the server confirmed it, in which case no reply since the COMMIT reaches the client.
 */
export type CommitCut = 'before' | 'after';

/** A TCP proxy that injects faults. Changes apply to open connections from the next byte on. */
export interface TcpProxy {
  readonly port: number;
  /** Returns the URL with the proxy's address in place of the server's. */
  urlOf(url: string): string;
  /** Delay in each direction. */
  delayMs: number;
  /** Round trips of a new connection before its first byte: 1 for TCP, 2 with TLS 1.3. */
  handshakes: number;
  /** Rate in each direction of each connection; Infinity removes the limit. */
  bytesPerSecond: number;
  /** While true no bytes are forwarded in either direction, without an error: a network that drops packets. */
  isFrozen: boolean;
  /** Stops forwarding on all open connections, as after a change of networks; new connections work. */
  freezeOpen(): void;
  /** While true new connections are closed at once. */
  isRefusing: boolean;
  /**
   * Cuts the next `times` connections that send a COMMIT to PostgreSQL, in the simple or extended protocol without TLS.
   * Resolves when the last of them is cut.
   */
  cutOnCommit(where: CommitCut, times?: number): Promise<void>;
  /** Cuts all open connections. */
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

const FROZEN_CHECK_MS = 5;
const MAX_BUFFERED_BYTES = 1_048_576;

/** Listens on a free local port and forwards all connections to `target`. */
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
    handshakes: 0,
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
      // An error on one side cuts both; an orderly end is forwarded by `pump`.
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
      const answers = createReplyWatch();
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

/** Forwards the bytes of `from` in order. The buffer is bounded: above the limit, `from` is paused. */
function pump(
  proxy: TcpProxy,
  isFrozen: () => boolean,
  from: Socket,
  to: Socket,
  pass: (chunk: Buffer) => Buffer | undefined,
): void {
  let waiting = 0;
  const openedMs = performance.now();
  let tail = Promise.resolve();
  const next = (step: () => Promise<void> | void) => {
    tail = tail.then(step).catch(() => void from.destroy());
  };
  from.on('data', (chunk: Buffer) => {
    const passed = pass(chunk);
    if (!passed) return;
    const readyMs = openedMs + proxy.handshakes * 2 * proxy.delayMs;
    const dueMs = Math.max(performance.now(), readyMs) + proxy.delayMs;
    waiting += passed.length;
    if (waiting > MAX_BUFFERED_BYTES) from.pause();
    next(async () => {
      await hold(proxy, dueMs, passed.length);
      while (isFrozen() && !to.destroyed) await pause(FROZEN_CHECK_MS);
      if (to.destroyed) return;
      if (!to.write(passed)) await Promise.race([once(to, 'drain'), once(to, 'close')]);
      waiting -= passed.length;
      from.resume();
    });
  });
  from.on('end', () => next(() => void to.end()));
}

/** A timer drops fractions of a millisecond, so one alone would end early. */
async function hold(proxy: TcpProxy, dueMs: number, bytes: number): Promise<void> {
  const untilMs = dueMs + (bytes / proxy.bytesPerSecond) * 1_000;
  for (let now = performance.now(); now < untilMs; now = performance.now())
    await pause(Math.ceil(untilMs - now));
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
