import type { Order, Report } from './messages.ts';

export function report(what: Report): void {
  if (process.connected) process.send?.(what);
}

/** Reports that this server is ready, and executes the bench's orders until it orders the end. */
export function serveReports({
  ready,
  setBids,
  close,
}: {
  ready: Extract<Report, { kind: 'ready' }>;
  setBids: (perSecond: number) => void;
  close: () => Promise<void>;
}): void {
  // The bench ended without its last order.
  process.once('disconnect', () => process.exit(1));
  process.on('message', (order: Order) => {
    if (order.kind === 'bids') setBids(order.perSecond);
    else if (order.kind === 'cpu') {
      const { user, system } = process.cpuUsage();
      report({ kind: 'cpu', us: user + system });
    } else void close().then(() => process.exit(0));
  });
  report(ready);
}
