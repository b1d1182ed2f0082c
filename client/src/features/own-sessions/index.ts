import { operatorPaths, paths } from '@copup/shared/page-paths.ts';
import { type Feature, page } from '../../lib/feature.ts';

export const ownSessions: Feature = {
  pages: [page(paths.sessions, 'Signed-in devices', () => import('./sessions-page.tsx'))],
  operatorPages: [
    page(
      operatorPaths.sessions,
      'Signed-in devices',
      async () => ({ Page: (await import('./session-list.tsx')).SessionList }),
      { isHidden: true },
    ),
  ],
};
