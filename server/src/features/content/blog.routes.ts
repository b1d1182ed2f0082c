import { blogCalls } from '@copup/shared/calls/content.ts';
import type { Deps } from '../../deps.ts';
import { paged } from '../../paged.ts';
import { routes } from '../../routes.ts';
import { toBlog, toInstagramItem } from './content.wire.ts';
import { listPublishedLinks } from './instagram.queries.ts';
import { listPublishedPosts } from './posts.queries.ts';

/** The blog: its posts and the links to Instagram posts (T3). */
export const blogRoutes = (deps: Pick<Deps, 'db'>) =>
  routes(blogCalls, {
    'GET /blog/blogs': async ({ query }, reply) =>
      paged(reply, await listPublishedPosts(deps.db, query)).map(toBlog),

    'GET /blog/instagram': async ({ query }, reply) =>
      paged(reply, await listPublishedLinks(deps.db, query)).map(toInstagramItem),
  });
