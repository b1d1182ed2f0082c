import type { Deps } from '../../deps.ts';
import { searchedId } from '../../operators/operator-list.ts';
import { firstHits, type SearchRecords, unlessUuid, withFound } from '../../operators/search-records.ts';
import { findPost, listPosts } from './posts.queries.ts';

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
