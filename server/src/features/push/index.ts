import type { Feature } from '../../feature.ts';
import { sharedRun } from '../../jobs/shared-run.ts';
import { purgePush } from './purge-push.ts';
import { pushAdminRoutes, pushReceiptRoutes, pushRoutes } from './push.routes.ts';
import { PushStats } from './push-figures.ts';
import { createSender, sendJob } from './send-push.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

/** Push messages (W23): the echo of notices, which `server/src/notifications` writes and queues. */
export const push: Feature = {
  name: 'push',
  build: (deps) => {
    const { clock, config, db } = deps;
    const stats = new PushStats();
    const sender = config.push && createSender(deps, config.push, stats);
    const send = sender && sharedRun(sendJob, sender.sendDue);
    return {
      routes: [pushRoutes(deps), pushReceiptRoutes(deps), pushAdminRoutes(deps)],
      jobs: {
        scheduled: {
          [sendJob]: async () => {
            await send?.();
            return undefined;
          },
        },
        sweeps: [
          ...(send ? [{ name: sendJob, everyMs: SECOND_MS, run: send }] : []),
          {
            name: 'purge-push',
            everyMs: MINUTE_MS,
            run: async () => {
              await purgePush(db, new Date(clock.wallMs()));
              await stats.countEndpoints(db);
            },
          },
        ],
      },
      figures: stats.figures(),
      stop: () => sender?.close(),
    };
  },
};
