import type { Feature } from '../../feature.ts';
import { timelineRoutes } from './timeline.routes.ts';

export const timeline: Feature = {
  name: 'timeline',
  build: (deps, all) => ({ routes: [timelineRoutes(deps, all)] }),
};

export { ledgerBrowser } from './ledger-browser/index.ts';
