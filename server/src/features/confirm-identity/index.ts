import type { Feature } from '../../feature.ts';
import { confirmIdentityRoutes } from './confirm-identity.routes.ts';

export const confirmIdentity: Feature = {
  name: 'confirm-identity',
  build: (deps) => ({ routes: [confirmIdentityRoutes(deps)] }),
};
