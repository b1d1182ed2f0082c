import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

const CHECK_EVERY_MS = 250;
const CHECK_WITHIN_MS = 1_000;

export interface ReadyProxy {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Forwards each new connection to one of the servers whose `/readyz` answers 200, in turn, as a load balancer does. Open
 * connections stay where they are.
 */
export async function openReadyProxy(urls: readonly string[]): Promise<ReadyProxy> {
  const ready = new Set<string>();
  const open = new Set<Socket>();
  let isClosed = false;
  let turn = 0;

  async function follow(url: string): Promise<void> {
    while (!isClosed) {
      const reply = await fetch(`${url}/readyz`, {
        signal: AbortSignal.timeout(CHECK_WITHIN_MS),
        headers: { connection: 'close' },
      }).catch(() => undefined);
      await reply?.body?.cancel();
      if (reply?.ok) ready.add(url);
      else ready.delete(url);
      await pause(CHECK_EVERY_MS);
    }
  }
  const following = urls.map(follow);

  const server = createServer((client) => {
    const targets = urls.filter((url) => ready.has(url));
    turn += 1;
    const target = targets[turn % targets.length];
    if (!target) {
      client.destroy();
      return;
    }
    const upstream = connect(Number(new URL(target).port), '127.0.0.1');
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(from);
      from.setNoDelay(true);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        open.delete(from);
        to.destroySoon();
      });
      from.pipe(to);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  while (ready.size < urls.length) await pause(CHECK_EVERY_MS);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      isClosed = true;
      for (const socket of open) socket.destroy();
      await Promise.all([...following, new Promise((resolve) => server.close(resolve))]);
    },
  };
}
