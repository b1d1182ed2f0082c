import { operatorPaths, paths } from '@copup/shared/page-paths.ts';
import type { Feature } from '../../lib/feature.ts';

export const blog: Feature = {
  pages: [{ path: paths.blog, name: 'Blog', load: () => import('./pages/blog-page.tsx') }],
  operatorPages: [
    { path: operatorPaths.posts, name: 'Posts', load: () => import('./admin/posts-list.tsx') },
    {
      path: operatorPaths.instagramPosts,
      name: 'Instagram',
      load: () => import('./admin/instagram-list.tsx'),
    },
    { path: operatorPaths.notifyMe, name: 'Notify me', load: () => import('./admin/notify-list.tsx') },
  ],
};
