import type { Feature } from '../../feature.ts';
import { blogRoutes } from './blog.routes.ts';
import { contentDeletion } from './content-deletion.ts';
import { contentDemo } from './demo.ts';
import { instagramPostsAdminRoutes } from './instagram-posts.admin.routes.ts';
import { notifyMeAdminRoutes } from './notify-me.admin.routes.ts';
import { notifyMeRoutes } from './notify-me.routes.ts';
import { postsAdminRoutes } from './posts.admin.routes.ts';
import { searchPosts } from './posts.queries.ts';

export const content: Feature = {
  name: 'content',
  demo: contentDemo,
  build: (deps) => ({
    routes: [
      notifyMeRoutes(deps),
      blogRoutes(deps),
      postsAdminRoutes(deps),
      instagramPostsAdminRoutes(deps),
      notifyMeAdminRoutes(deps),
    ],
    searches: { post: searchPosts(deps) },
    deletion: contentDeletion,
  }),
};
