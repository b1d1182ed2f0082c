import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { serveCalls } from '@copup/testkit/child.ts';

/** Requests `path` on one kept-alive connection for each token. */
interface DriverOrder {
  port: number;
  method: 'GET' | 'POST';
  path: string;
  tokens: string[];
  durationMs: number;
  /** Whether each request carries a key. */
  withKeys: boolean;
}

interface DriverReport {
  /** Replies in the measured time, and those with status 200. */
  replies: number;
  ok: number;
  /** All replies, including those of the warm-up. */
  total: number;
  seconds: number;
}

let keys = 0;

// Leaner than any HTTP client, so that the server is measured: one request in flight on each connection, written by
// hand, of whose reply only status and length are read.
async function drive({
  port,
  method,
  path,
  tokens,
  durationMs,
  withKeys,
}: DriverOrder): Promise<DriverReport> {
  let [total, replies, ok] = [0, 0, 0];
  let isCounting = false;
  let isOver = false;

  const sockets = await Promise.all(tokens.map(() => open(port)));
  const loops = sockets.map(async (socket, at) => {
    const length = method === 'POST' ? 'Content-Length: 0\r\n' : '';
    const head = `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${tokens[at]}\r\n${length}`;
    const replied = listen(socket);
    while (!isOver) {
      keys += 1;
      socket.write(withKeys ? `${head}Idempotency-Key: http-${keys}\r\n\r\n` : `${head}\r\n`);
      const status = await replied();
      total += 1;
      if (!isCounting) continue;
      replies += 1;
      if (status === '200') ok += 1;
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
  return { replies, ok, total, seconds };
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

const calls = { drive };
export type DriverCalls = typeof calls;

serveCalls(calls);
