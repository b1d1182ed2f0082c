import { setTimeout as pause } from 'node:timers/promises';
import { nowMs, type ServerOrder, type ServerReport } from './messages.ts';

/** What a bench asks of each server, however it sends. */
export function serveOrders(options: {
  port: number;
  broadcast: () => void;
  snapshotReads?: () => number;
  close: () => Promise<void>;
}): void {
  const say = (report: ServerReport) => process.send?.(report);

  async function broadcast(count: number, everyMs: number): Promise<void> {
    const atMs: number[] = [];
    for (let at = 0; at < count; at += 1) {
      // Never closer than this, however late a timer is: rooms would conflate.
      await pause(everyMs);
      atMs.push(nowMs());
      options.broadcast();
    }
    say({ kind: 'sent', atMs });
  }

  process.on('message', (order: ServerOrder) => {
    if (order.kind === 'broadcast') void broadcast(order.count, order.everyMs);
    else if (order.kind === 'usage') {
      if (order.collects) for (let at = 0; at < 3; at += 1) globalThis.gc?.();
      const { user, system } = process.cpuUsage();
      const snapshotReads = options.snapshotReads?.() ?? 0;
      const { rss: rssBytes, heapUsed, external } = process.memoryUsage();
      say({ kind: 'usage', cpuUs: user + system, rssBytes, heapBytes: heapUsed + external, snapshotReads });
    }
  });
  process.once('disconnect', () => {
    options.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
    // A server that does not want to end must not hold up the bench.
    setTimeout(() => process.exit(0), 3_000).unref();
  });
  say({ kind: 'ready', port: options.port });
}
