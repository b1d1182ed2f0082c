import { postsCalls } from '@copup/shared/calls/content.ts';
import type { AdminPost } from '@copup/shared/content.ts';
import { sql } from '../../db/drizzle.ts';
import type { Deps } from '../../deps.ts';
import { searchedId, searchPattern } from '../../operators/operator-list.ts';
import { firstHits, type SearchRecords, unlessUuid, withFound } from '../../operators/search-records.ts';
import type { RecordAdmin } from '../../records/record-admin.ts';
import { findRecord, listRecords } from '../../records/record-list.ts';
import { postNotFound } from './content.errors.ts';
import { type PostRow, posts } from './content.tables.ts';

/** /api/admin/posts: the posts of the blog. Posts are hidden, never deleted. */
export const postRecord: RecordAdmin<PostRow> = {
  name: 'post',
  table: posts,
  calls: postsCalls,
  notFound: postNotFound,
  more: 't.published_at AS date',
  orders: { title: ['t.title', 't.id'] },
  search: (text) => ({ sql: 't.title ILIKE ?', values: [searchPattern(text)] }),
  // The first publication sets the date of a post; later ones keep it.
  follow: ({ isPublished, publishedAt }) =>
    isPublished && !publishedAt ? { publishedAt: sql`clock_timestamp()` } : {},
};

export const searchPosts =
  ({ db }: Pick<Deps, 'db'>): SearchRecords =>
  async (text) => {
    const id = searchedId(text);
    const [found, rows] = await Promise.all([
      id === null ? undefined : findRecord<AdminPost>(db, postRecord, id),
      unlessUuid(text, () => listRecords<AdminPost>(db, postRecord, { ...firstHits, q: text })),
    ]);
    return withFound(found, rows).map((post) => ({
      id: String(post.id),
      title: post.title,
      detail: post.is_published ? 'published' : 'hidden',
      realm: 0,
      image: null,
    }));
  };
