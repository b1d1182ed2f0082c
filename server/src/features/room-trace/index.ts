import type { Feature } from '../../feature.ts';
import { TraceCollector } from './collect-trace.ts';
import { roomTraceRoutes } from './room-trace.admin.routes.ts';

/** The recorded last minutes of each room, for operators (O2). */
export const roomTrace: Feature = {
  name: 'room-trace',
  build: (deps, all) => {
    const collector = new TraceCollector(deps);
    return {
      routes: [roomTraceRoutes(deps, all, collector)],
      start: () => collector.start(),
      stop: () => collector.stop(),
    };
  },
};
