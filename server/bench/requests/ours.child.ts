import { noLimits } from '@copup/testkit/no-limits.ts';
import { z } from 'zod';
import { auth } from '../../src/plugins/auth.ts';
import { startBenchServer } from '../bench-server.ts';
import { serveOrders } from './messages.ts';

/** A whole server as in production, except for its limits: 200 clients send far faster than users may. */
const { port, createTokens } = await startBenchServer({
  env: { LOG_LEVEL: 'info' },
  overrides: { limitRules: noLimits },
  extend: async (app, deps) => {
    await app.register(
      async (scope) => {
        await scope.register(auth, deps);
        scope.post(
          '/nothing',
          { schema: { response: { 200: z.object({ message: z.string() }) } } },
          async () => ({ message: 'Nothing was changed.' }),
        );
      },
      { prefix: '/api/bench' },
    );
  },
});
serveOrders(port, createTokens);
