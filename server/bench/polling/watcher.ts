import { connect, type Socket } from 'node:net';

/** A client that watches an auction, with its network cost. */
export interface Watcher {
  readonly socket: Socket;
  /** Prices when first received, with epoch milliseconds. */
  readonly seen: { price: number; atMs: number }[];
  /** Returns the number of answered polling rounds; rooms have none. */
  rounds(): number;
  stop(): void;
}

export interface WatcherOptions {
  url: URL;
  token: string;
  auctionId: number;
}

/** Returns the bytes of both directions, as TCP carried them. */
export const bytesOf = ({ socket }: Watcher): number => socket.bytesRead + socket.bytesWritten;

export async function openTcp(url: URL): Promise<Socket> {
  const socket = connect(Number(url.port), url.hostname);
  socket.setNoDelay(true);
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  socket.on('error', () => socket.destroy());
  return socket;
}

export function see(seen: Watcher['seen'], price: number): void {
  if (price > (seen.at(-1)?.price ?? 0)) seen.push({ price, atMs: Date.now() });
}
