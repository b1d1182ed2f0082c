import { purgeOld } from '../../db/purge.ts';
import type { Feature } from '../../feature.ts';
import { TraceCollector } from './collect-trace.ts';
import { DriftKeeper } from './keep-drifts.ts';
import { roomTraceRoutes } from './room-trace.admin.routes.ts';

/** The recorded last minutes of each room, for operators (O2). */
export const roomTrace: Feature = {
  name: 'room-trace',
  build: (deps, all) => {
    const { db } = deps;
    const collector = new TraceCollector(deps);
    const drifts = new DriftKeeper(deps, collector);
    return {
      routes: [roomTraceRoutes(deps, all, collector)],
      figures: drifts.figures(),
      jobs: {
        sweeps: [
          {
            name: 'purge-room-drifts',
            everyMs: 600_000,
            run: async () => {
              const before = "statement_timestamp() - interval '30 days'";
              await purgeOld(db, { table: 'room_drifts', age: 'found_at', before });
            },
          },
        ],
      },
      start: () => collector.start(),
      stop: () => collector.stop(),
    };
  },
};
