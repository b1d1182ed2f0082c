import { operatorPaths, paths } from '@copup/shared/page-paths.ts';
import type { Feature } from '../../lib/feature.ts';

export const ownSessions: Feature = {
  pages: [{ path: paths.sessions, name: 'Signed-in devices', load: () => import('./sessions-page.tsx') }],
  operatorPages: [
    {
      path: operatorPaths.sessions,
      name: 'Signed-in devices',
      load: async () => ({ Page: (await import('./session-list.tsx')).SessionList }),
      isHidden: true,
    },
  ],
};
