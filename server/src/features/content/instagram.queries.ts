import type { AdminInstagramPostsQuery } from '@copup/shared/content.ts';
import type { ListQuery } from '@copup/shared/wire.ts';
import { and, eq, getTableColumns } from 'drizzle-orm';
import type { z } from 'zod';
import type { Database } from '../../db/database.ts';
import { newestFirst, type Page, type PageQuery } from '../../db/keyset.ts';
import { type OperatorList, readList } from '../../operators/operator-list.ts';
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

export async function findLink(
  { orm }: Pick<Database, 'orm'>,
  id: number,
): Promise<InstagramRow | undefined> {
  return (await orm.select().from(instagramPosts).where(eq(instagramPosts.id, id)))[0];
}

const columns = Object.entries(getTableColumns(instagramPosts)).map(
  ([name, column]) => `i."${column.name}" AS "${name}"`,
);
const linkList: OperatorList = {
  from: 'instagram_posts i',
  key: 'i.id',
  select: `SELECT ${columns.join(', ')} FROM page JOIN instagram_posts i ON i.id = page.key`,
  orders: { id: ['i.id'], created_at: ['i.id'] },
  orderBy: 'id',
};

/** Reads a page of all links for operators, with the total. An unknown sort field means the id. */
export function listLinks(
  db: Database,
  query: z.output<typeof ListQuery> & z.output<typeof AdminInstagramPostsQuery>,
): Promise<{ rows: InstagramRow[]; total: number }> {
  const { is_published: isPublished } = query;
  return readList<InstagramRow>(
    db,
    linkList,
    query,
    isPublished === undefined ? [] : [{ sql: 'i.is_published = ?', values: [isPublished === 'true'] }],
  );
}
