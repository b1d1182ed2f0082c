import { noLimits } from '@copup/testkit/no-limits.ts';
import { auth } from '../../src/plugins/auth.ts';
import { startBenchServer } from '../bench-server.ts';

/** Order of the bench, which forks this process. */
export type ServerOrder = { kind: 'sessions'; userIds: string[] } | { kind: 'cpu' } | { kind: 'close' };
export type ServerReport =
  | { kind: 'listening'; port: number }
  | { kind: 'sessions'; tokens: string[] }
  | { kind: 'cpu'; us: number };

// A whole server as in production, except for its limits: 200 bidders bid far faster than users may.
const server = await startBenchServer({
  env: {
    NODE_ENV: 'development',
    LOG_LEVEL: 'error',
    OTEL_EXPORTER_OTLP_ENDPOINT: process.env.BENCH_COLLECTOR,
    OTEL_TRACES_SAMPLER: 'traceidratio',
    OTEL_TRACES_SAMPLER_ARG: process.env.BENCH_SAMPLED ?? '1',
  },
  overrides: { limitRules: noLimits },
  extend: async (app, deps) => {
    await app.register(
      async (scope) => {
        await scope.register(auth, deps);
        scope.post('/nothing', async () => ({ message: 'Nothing was changed.' }));
      },
      { prefix: '/api/bench' },
    );
  },
});

const report = (message: ServerReport) => process.send?.(message);

process.on('message', (order: ServerOrder) => {
  void serve(order);
});
// The bench ended without its last order.
process.on('disconnect', () => process.exit(1));
report({ kind: 'listening', port: server.port });

async function serve(order: ServerOrder): Promise<void> {
  if (order.kind === 'cpu') {
    const { user, system } = process.cpuUsage();
    report({ kind: 'cpu', us: user + system });
  } else if (order.kind === 'sessions') {
    report({ kind: 'sessions', tokens: await server.createTokens(order.userIds) });
  } else {
    await server.close();
    process.exit(0);
  }
}
