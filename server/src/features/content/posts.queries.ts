import type { Database } from '../../db/database.ts';
import { and, isNotNull } from '../../db/drizzle.ts';
import { Keyset, type Page, type PageQuery } from '../../db/keyset.ts';
import { type PostRow, posts } from './content.tables.ts';

export type PublishedPost = PostRow & { publishedAt: Date };

const newest = new Keyset('DESC', { publishedAt: ['posts.published_at', 'time'], id: ['posts.id', 'int'] });

/** Lists published posts, newest first. */
export async function listPublishedPosts({ orm }: Database, query: PageQuery): Promise<Page<PublishedPost>> {
  const { after, by, limit } = newest.orm(query);
  const rows = await orm
    .select()
    .from(posts)
    .where(and(posts.isPublished, isNotNull(posts.publishedAt), after))
    .orderBy(by)
    .limit(limit);
  return newest.cut(rows as PublishedPost[], query);
}
