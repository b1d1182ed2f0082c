import type { Feature } from '../../feature.ts';
import { fairnessRoutes } from './fairness.routes.ts';

export const fairness: Feature = {
  name: 'fairness',
  build: (deps, all) => ({ routes: [fairnessRoutes(deps, (kind) => all.proofOf(kind))] }),
};
