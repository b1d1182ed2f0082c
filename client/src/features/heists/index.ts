import { paths } from '@copup/shared/page-paths.ts';
import { type Feature, page } from '../../lib/feature.ts';
import { pathId } from '../../lib/path-id.ts';
import { queryClient } from '../../lib/query-client.ts';
import { completedQuery, heistQuery, heistsQuery, openLists } from './queries.ts';

/** Heists: the lists, the vault of one heist, the winners, and early tickets behind the unlock code. */
export const heists: Feature = {
  tab: paths.heists,
  pages: [
    page(paths.heist, 'Heists', () => import('./pages/heist-page.tsx')),
    page(paths.heists, 'Heist', () => import('./pages/heists-page.tsx'), {
      read: () => {
        for (const list of openLists) void queryClient.prefetchInfiniteQuery(heistsQuery(list));
      },
      preload: 8,
    }),
    page(paths.vault, 'the heist', () => import('./pages/vault-page.tsx'), {
      read: ({ params }) => {
        const id = pathId(params.id);
        if (id) void queryClient.prefetchQuery(heistQuery(id));
      },
      isFocused: true,
    }),
    page(paths.heistWinners, 'Heist winners', () => import('./pages/heist-winner-page.tsx'), {
      read: () => void queryClient.prefetchInfiniteQuery(completedQuery()),
    }),
    page(paths.preventHeist, 'Prevent Heist', () => import('./pages/prevent-heist-page.tsx')),
  ],
};
