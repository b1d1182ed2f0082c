import type { Feature } from '../../feature.ts';
import { approvalsRoutes } from './approvals.routes.ts';

export const approvals: Feature = {
  name: 'approvals',
  build: (deps, all) => ({ routes: [approvalsRoutes(deps, all)] }),
};
