import { setTimeout as pause } from 'node:timers/promises';
import { serveCalls } from '@copup/testkit/child.ts';
import { type Line, type LineOrder, openLine } from './lines.ts';

/** One kept-alive connection for each token. */
interface LinesOrder extends LineOrder {
  /** Names connections that stay open, so that a measurement of their use does not contain their opening. */
  name?: string;
  tokens: string[];
}
interface DriverOrder extends LinesOrder {
  durationMs: number;
  /** Whether each request carries a key. */
  withKeys: boolean;
  /** The least length of a key. */
  keyLength?: number;
}

interface DriverReport {
  /** Replies in the measured time, and those that are successes. */
  replies: number;
  ok: number;
  /** All replies, including those of the warm-up. */
  total: number;
  /** Of each of them: the bytes of request and reply, as TCP carried them. */
  bytes: number;
  seconds: number;
}

let keys = 0;
const named = new Map<string, Line[]>();

const openLines = ({ tokens, ...order }: LinesOrder) =>
  Promise.all(tokens.map((token) => openLine(order, token)));

async function open(order: LinesOrder): Promise<void> {
  named.set(order.name ?? '', await openLines(order));
}

async function drive(order: DriverOrder): Promise<DriverReport> {
  const { name, durationMs, withKeys, keyLength = 0 } = order;
  let [total, replies, ok] = [0, 0, 0];
  let isCounting = false;
  let isOver = false;

  const lines = named.get(name ?? '') ?? (await openLines(order));
  const bytesSoFar = () => lines.reduce((sum, { tcp }) => sum + tcp.bytesRead + tcp.bytesWritten, 0);
  const bytesToOpen = bytesSoFar();
  const loops = lines.map(async (line) => {
    while (!isOver) {
      keys += 1;
      const isOk = await line.send(withKeys ? `http-${keys}`.padEnd(keyLength, '-') : undefined);
      total += 1;
      if (!isCounting) continue;
      replies += 1;
      if (isOk) ok += 1;
    }
  });

  await pause(durationMs / 4);
  isCounting = true;
  const startMs = performance.now();
  await pause(durationMs);
  isCounting = false;
  const seconds = (performance.now() - startMs) / 1000;
  isOver = true;
  await Promise.all(loops);
  const bytes = (bytesSoFar() - bytesToOpen) / total;
  if (name === undefined) for (const { tcp } of lines) tcp.destroy();
  return { replies, ok, total, bytes, seconds };
}

const calls = { open, drive };
export type DriverCalls = typeof calls;

serveCalls(calls);
