import { noLimits } from '@copup/testkit/no-limits.ts';
import { startBenchServer } from '../bench-server.ts';
import type { ServerOrder, ServerReport } from './messages.ts';

// The whole server as in production, except for its limits: all requests come from one address.
const { port, createTokens } = await startBenchServer({
  env: { LOG_LEVEL: 'error' },
  overrides: { limitRules: noLimits },
});

async function answer(order: ServerOrder): Promise<ServerReport> {
  if (order.kind === 'createSessions') {
    return { kind: 'tokens', tokens: await createTokens(order.userIds) };
  }
  if (order.collects) for (let at = 0; at < 3; at += 1) globalThis.gc?.();
  const { user, system } = process.cpuUsage();
  return { kind: 'usage', cpuUs: user + system, rssBytes: process.memoryUsage.rss() };
}

process.on('message', (order: ServerOrder) => {
  void answer(order).then((report) => process.send?.(report));
});
process.once('disconnect', () => process.exit(0));
process.send?.({ kind: 'ready', port } satisfies ServerReport);
