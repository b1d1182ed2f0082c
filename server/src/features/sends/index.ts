import type { Feature } from '../../feature.ts';
import { auditSends } from './audit-sends.ts';
import { sendsDemo } from './demo.ts';
import { defineSendLane } from './send-lane.ts';
import { sendsRoutes } from './sends.routes.ts';

export const sends: Feature = {
  name: 'sends',
  auditReferences: [auditSends],
  demo: sendsDemo,
  build: (deps) => ({ routes: [sendsRoutes({ ...deps, sends: defineSendLane(deps) })] }),
};
