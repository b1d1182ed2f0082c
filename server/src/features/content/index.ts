import type { Feature } from '../../feature.ts';
import { recordRoutes } from '../../records/record.routes.ts';
import { blogRoutes } from './blog.routes.ts';
import { contentDeletion } from './content-deletion.ts';
import { contentDemo } from './demo.ts';
import { instagramPostRecord } from './instagram-posts.record.ts';
import { notifyMeAdminRoutes } from './notify-me.admin.routes.ts';
import { notifyMeRoutes } from './notify-me.routes.ts';
import { postRecord, searchPosts } from './posts.record.ts';

export const content: Feature = {
  name: 'content',
  demo: contentDemo,
  build: (deps) => ({
    routes: [
      notifyMeRoutes(deps),
      blogRoutes(deps),
      recordRoutes(deps, postRecord),
      recordRoutes(deps, instagramPostRecord),
      notifyMeAdminRoutes(deps),
    ],
    searches: { post: searchPosts(deps) },
    deletion: contentDeletion,
  }),
};
