import { blogCalls } from '@copup/shared/calls/content.ts';
import type { Database } from '../../db/database.ts';
import { and, eq } from '../../db/drizzle.ts';
import { newestFirst, type Page, type PageQuery } from '../../db/keyset.ts';
import type { Deps } from '../../deps.ts';
import { paged } from '../../paged.ts';
import { routes } from '../../routes.ts';
import { type InstagramRow, instagramPosts } from './content.tables.ts';
import { toBlog, toInstagramItem } from './content.wire.ts';
import { listPublishedPosts } from './posts.queries.ts';

/** The blog: its posts and the links to Instagram posts (T3). */
export const blogRoutes = (deps: Pick<Deps, 'db'>) =>
  routes(blogCalls, {
    'GET /blog/blogs': async ({ query }, reply) =>
      paged(reply, await listPublishedPosts(deps.db, query)).map(toBlog),

    'GET /blog/instagram': async ({ query }, reply) =>
      paged(reply, await listPublishedLinks(deps.db, query)).map(toInstagramItem),
  });

const newest = newestFirst('instagram_posts.id');

/** Lists the published links, newest first. */
async function listPublishedLinks({ orm }: Database, query: PageQuery): Promise<Page<InstagramRow>> {
  const { after, by, limit } = newest.orm(query);
  const rows = await orm
    .select()
    .from(instagramPosts)
    .where(and(eq(instagramPosts.isPublished, true), after))
    .orderBy(by)
    .limit(limit);
  return newest.cut(rows, query);
}
