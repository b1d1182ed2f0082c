import type { Feature } from '../../feature.ts';
import { auditPlayDays } from './audit-play-days.ts';
import { playLimitsDemo } from './demo.ts';
import { playLimitsAdminRoutes, playLimitsRoutes } from './play-limits.routes.ts';
import { createPlayTime, playTimeDeletion } from './play-time.ts';

/** Responsible play (G1 to G4). The decisions are in `server/src/responsible-play`, with every command that spends. */
export const playLimits: Feature = {
  name: 'play-limits',
  auditReferences: [auditPlayDays],
  demo: playLimitsDemo,
  build: (deps, all) => {
    const playTime = createPlayTime(deps);
    return {
      routes: [playLimitsRoutes(deps, all), playLimitsAdminRoutes(deps)],
      deletion: playTimeDeletion,
      start: playTime.start,
      stop: playTime.stop,
    };
  },
};
