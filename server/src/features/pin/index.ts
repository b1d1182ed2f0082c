import type { Feature } from '../../feature.ts';
import { pinRoutes } from './pin.routes.ts';

export const pin: Feature = {
  name: 'pin',
  build: (deps) => ({ routes: [pinRoutes(deps)] }),
};
