import { and, eq } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { newestFirst, type Page, type PageQuery } from '../../db/keyset.ts';
import { type InstagramRow, instagramPosts } from './content.tables.ts';

const newest = newestFirst('instagram_posts.id');

/** Lists the published links, newest first. */
export async function listPublishedLinks({ orm }: Database, query: PageQuery): Promise<Page<InstagramRow>> {
  const { after, by, limit } = newest.orm(query);
  const rows = await orm
    .select()
    .from(instagramPosts)
    .where(and(eq(instagramPosts.isPublished, true), after))
    .orderBy(by)
    .limit(limit);
  return newest.cut(rows, query);
}
