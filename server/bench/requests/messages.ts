import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';

/** An order of the bench to one of its servers. */
export type Order =
  | { kind: 'tokens'; userIds: string[] }
  | { kind: 'cpu' }
  | { kind: 'startProfile' }
  | { kind: 'writeProfile'; file: string };

/** A report of the server. */
export type Report =
  | { kind: 'ready'; port: number }
  | { kind: 'tokens'; tokens: string[] }
  | { kind: 'cpu'; us: number }
  | { kind: 'done' };

/** Executes the bench's orders, and ends with it. */
export function serveOrders(port: number, createTokens: (userIds: string[]) => Promise<string[]>): void {
  const report = (message: Report) => process.send?.(message);
  const inspector = new Session();

  async function serve(order: Order): Promise<Report> {
    switch (order.kind) {
      case 'cpu': {
        const { user, system } = process.cpuUsage();
        return { kind: 'cpu', us: user + system };
      }
      case 'tokens':
        return { kind: 'tokens', tokens: await createTokens(order.userIds) };
      case 'startProfile':
        inspector.connect();
        await inspector.post('Profiler.enable');
        await inspector.post('Profiler.start');
        return { kind: 'done' };
      case 'writeProfile': {
        const { profile } = await inspector.post('Profiler.stop');
        writeFileSync(order.file, JSON.stringify(profile));
        return { kind: 'done' };
      }
    }
  }

  process.on('message', (order: Order) => void serve(order).then(report));
  process.once('disconnect', () => process.exit(0));
  report({ kind: 'ready', port });
}
