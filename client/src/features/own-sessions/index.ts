import type { Feature } from '../../lib/feature.ts';
import { sessionPaths } from './paths.ts';

export const ownSessions: Feature = {
  pages: [
    { path: sessionPaths.sessions, name: 'Signed-in devices', load: () => import('./sessions-page.tsx') },
  ],
  operatorPages: [
    {
      path: 'sessions',
      name: 'Signed-in devices',
      load: () => import('./operator-page.tsx'),
      isHidden: true,
    },
  ],
};
