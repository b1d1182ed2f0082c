import type { AdminPostsQuery } from '@copup/shared/content.ts';
import type { ListQuery } from '@copup/shared/wire.ts';
import { and, eq, getTableColumns, isNotNull } from 'drizzle-orm';
import type { z } from 'zod';
import type { Database } from '../../db/database.ts';
import type { Transaction } from '../../db/in-transaction.ts';
import { Keyset, type Page, type PageQuery } from '../../db/keyset.ts';
import type { Deps } from '../../deps.ts';
import { type OperatorList, readList, searchedId, searchPattern } from '../../operators/operator-list.ts';
import { firstHits, type SearchRecords, unlessUuid, withFound } from '../../operators/search-records.ts';
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

export async function findPost({ orm }: Database, id: number): Promise<PostRow | undefined> {
  return (await orm.select().from(posts).where(eq(posts.id, id)))[0];
}

export async function lockPost(tx: Transaction, id: number): Promise<PostRow | undefined> {
  return (await tx.orm.select().from(posts).where(eq(posts.id, id)).for('no key update'))[0];
}

const columns = Object.entries(getTableColumns(posts)).map(
  ([name, column]) => `p."${column.name}" AS "${name}"`,
);
const postList: OperatorList = {
  from: 'posts p',
  key: 'p.id',
  select: `SELECT ${columns.join(', ')} FROM page JOIN posts p ON p.id = page.key`,
  orders: { id: ['p.id'], created_at: ['p.id'], title: ['p.title', 'p.id'] },
  orderBy: 'id',
};

/** Reads a page of all posts for operators, with the total. An unknown sort field means the id. */
export function listPosts(
  db: Database,
  query: z.output<typeof ListQuery> & z.output<typeof AdminPostsQuery>,
): Promise<{ rows: PostRow[]; total: number }> {
  const { is_published: isPublished, q } = query;
  return readList<PostRow>(db, postList, query, [
    ...(isPublished === undefined ? [] : [{ sql: 'p.is_published = ?', values: [isPublished === 'true'] }]),
    ...(q ? [{ sql: 'p.title ILIKE ?', values: [searchPattern(q)] }] : []),
  ]);
}

export const searchPosts =
  ({ db }: Pick<Deps, 'db'>): SearchRecords =>
  async (text) => {
    const id = searchedId(text);
    const [found, rows] = await Promise.all([
      id === null ? undefined : findPost(db, id),
      unlessUuid(text, () => listPosts(db, { ...firstHits, q: text })),
    ]);
    return withFound(found, rows).map((post) => ({
      id: String(post.id),
      title: post.title,
      detail: post.isPublished ? 'published' : 'hidden',
      realm: 0,
      image: null,
    }));
  };
