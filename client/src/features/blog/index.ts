import { operatorPaths, paths } from '@copup/shared/page-paths.ts';
import { type Feature, page } from '../../lib/feature.ts';

export const blog: Feature = {
  pages: [page(paths.blog, 'Blog', () => import('./pages/blog-page.tsx'))],
  operatorPages: [
    page(operatorPaths.posts, 'Posts', () => import('./admin/posts-list.tsx')),
    page(operatorPaths.instagramPosts, 'Instagram', () => import('./admin/instagram-list.tsx')),
    page(operatorPaths.notifyMe, 'Notify me', () => import('./admin/notify-list.tsx')),
  ],
};
