import type { Feature } from '../../feature.ts';
import { defineSendLane } from './send-lane.ts';
import { sendsRoutes } from './sends.routes.ts';

export const sends: Feature = {
  name: 'sends',
  build: (deps) => ({ routes: [sendsRoutes({ ...deps, sends: defineSendLane(deps) })] }),
};
