import type { Feature } from '../../feature.ts';
import { contentRoutes } from './content.routes.ts';

export const content: Feature = {
  name: 'content',
  build: (deps) => ({ routes: [contentRoutes(deps)] }),
};
