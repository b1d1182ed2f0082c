import { connect, type Socket } from 'node:net';

/** Order of the bench, which forks this process: request `path` on one kept-alive connection for each token. */
export interface DriverOrder {
  port: number;
  /** POST by default. */
  method?: 'GET' | 'POST';
  path: string;
  tokens: string[];
  durationMs: number;
  /** Whether each request carries a key. */
  withKeys: boolean;
}

export interface DriverReport {
  /** Replies in the measured time, by status. */
  replies: Record<string, number>;
  /** All replies, including those of the warm-up. */
  total: number;
  seconds: number;
  p50Ms: number;
  p99Ms: number;
}

let keys = 0;

// Leaner than any HTTP client, so that the server is measured: one request in flight on each connection, written by
// hand, of whose reply only status and length are read.
process.on('message', (order: DriverOrder) => {
  void drive(order).then((result) => process.send?.(result));
});
process.on('disconnect', () => process.exit(1));

async function drive({
  port,
  method = 'POST',
  path,
  tokens,
  durationMs,
  withKeys,
}: DriverOrder): Promise<DriverReport> {
  const replies = new Map<string, number>();
  const latencies: number[] = [];
  let total = 0;
  let isCounting = false;
  let isOver = false;

  const sockets = await Promise.all(tokens.map(() => open(port)));
  const loops = sockets.map(async (socket, at) => {
    const length = method === 'POST' ? 'Content-Length: 0\r\n' : '';
    const head = `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${tokens[at]}\r\n${length}`;
    const replied = listen(socket);
    while (!isOver) {
      const startMs = performance.now();
      keys += 1;
      socket.write(withKeys ? `${head}Idempotency-Key: http-${keys}\r\n\r\n` : `${head}\r\n`);
      const status = await replied();
      total += 1;
      if (!isCounting) continue;
      latencies.push(performance.now() - startMs);
      replies.set(status, (replies.get(status) ?? 0) + 1);
    }
    socket.destroy();
  });

  await pause(durationMs / 4);
  isCounting = true;
  const startMs = performance.now();
  await pause(durationMs);
  isCounting = false;
  const seconds = (performance.now() - startMs) / 1000;
  isOver = true;
  await Promise.all(loops);
  latencies.sort((a, b) => a - b);
  const percentile = (part: number) => latencies[Math.floor(latencies.length * part)] ?? Number.NaN;
  return {
    replies: Object.fromEntries(replies),
    total,
    seconds,
    p50Ms: percentile(0.5),
    p99Ms: percentile(0.99),
  };
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket.setNoDelay(true)));
    socket.once('error', reject);
  });
}

/** Returns a function that resolves with the status of the next reply. */
function listen(socket: Socket): () => Promise<string> {
  let text = '';
  let resolve: (status: string) => void = () => {};
  let reject: (error: Error) => void = () => {};
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
    const end = text.indexOf('\r\n\r\n');
    if (end < 0) return;
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? 0);
    if (text.length < end + 4 + length) return;
    const status = text.slice(9, 12);
    text = '';
    resolve(status);
  });
  socket.on('error', (error) => reject(error));
  socket.on('close', () => reject(new Error('the server closed a connection')));
  return () =>
    new Promise((...ends) => {
      [resolve, reject] = ends;
    });
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
