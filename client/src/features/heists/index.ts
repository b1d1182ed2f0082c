import { paths } from '@copup/shared/page-paths.ts';
import type { Feature } from '../../lib/feature.ts';
import { pathId } from '../../lib/path-id.ts';
import { queryClient } from '../../lib/query-client.ts';
import { completedQuery, heistQuery, heistsQuery, openLists } from './queries.ts';

/** Heists: the lists, the vault of one heist, the winners, and early tickets behind the unlock code. */
export const heists: Feature = {
  tab: paths.heists,
  pages: [
    { path: paths.heist, name: 'Heists', load: () => import('./pages/heist-page.tsx') },
    {
      path: paths.heists,
      name: 'Heist',
      load: () => import('./pages/heists-page.tsx'),
      read: () => {
        for (const list of openLists) void queryClient.prefetchInfiniteQuery(heistsQuery(list));
      },
      preload: 8,
    },
    {
      path: paths.vault,
      name: 'the heist',
      load: () => import('./pages/vault-page.tsx'),
      read: ({ params }) => {
        const id = pathId(params.id);
        if (id) void queryClient.prefetchQuery(heistQuery(id));
      },
      isFocused: true,
    },
    {
      path: paths.heistWinners,
      name: 'Heist winners',
      load: () => import('./pages/heist-winner-page.tsx'),
      read: () => void queryClient.prefetchInfiniteQuery(completedQuery()),
    },
    { path: paths.preventHeist, name: 'Prevent Heist', load: () => import('./pages/prevent-heist-page.tsx') },
  ],
};
