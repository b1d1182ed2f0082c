import { setTimeout as pause } from 'node:timers/promises';
import { nowMs, type ServerOrder, type ServerReport } from './messages.ts';

/** Executes the bench's orders on a server, with its way of broadcasting. */
export function serveOrders(options: {
  port: number;
  broadcast: () => void;
  snapshotReads?: () => number;
  close: () => Promise<void>;
}): void {
  const send = (report: ServerReport) => process.send?.(report);

  async function broadcast(count: number, everyMs: number): Promise<void> {
    const atMs: number[] = [];
    for (let at = 0; at < count; at += 1) {
      // Never closer than this, even when a timer is late: rooms would coalesce updates.
      await pause(everyMs);
      atMs.push(nowMs());
      options.broadcast();
    }
    send({ kind: 'sent', atMs });
  }

  process.on('message', (order: ServerOrder) => {
    if (order.kind === 'broadcast') void broadcast(order.count, order.everyMs);
    else if (order.kind === 'usage') {
      if (order.collects) for (let at = 0; at < 3; at += 1) globalThis.gc?.();
      const { user, system } = process.cpuUsage();
      const snapshotReads = options.snapshotReads?.() ?? 0;
      const { rss: rssBytes, heapUsed, external } = process.memoryUsage();
      send({ kind: 'usage', cpuUs: user + system, rssBytes, heapBytes: heapUsed + external, snapshotReads });
    }
  });
  process.once('disconnect', () => {
    options.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
    // A server that fails to close must not block the bench.
    setTimeout(() => process.exit(0), 3_000).unref();
  });
  send({ kind: 'ready', port: options.port });
}
