import { Blog, BlogsQuery, InstagramItem, InstagramQuery } from '@copup/shared/content.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { toBlog, toInstagramItem } from './content.wire.ts';
import { listPublishedLinks } from './instagram.queries.ts';
import { listPublishedPosts, type PostPosition } from './posts.queries.ts';

const tags = ['blog'];
const config = { access: 'user', limit: 'read' } as const;

/** The blog: its posts and the links to Instagram posts (T3). */
export const blogRoutes =
  (deps: Pick<Deps, 'db'>): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/blog/blogs',
      {
        config,
        schema: {
          tags,
          summary: 'Published posts in full, newest first; X-Next-Cursor continues',
          querystring: BlogsQuery,
          response: { 200: z.array(Blog) },
        },
      },
      async ({ query: { limit, before } }, reply) => {
        const rows = await listPublishedPosts(deps.db, parse(before), limit + 1);
        const page = rows.slice(0, limit);
        const last = page.at(-1);
        if (rows.length > limit && last) reply.header('x-next-cursor', format(last));
        return page.map(toBlog);
      },
    );

    app.get(
      '/blog/instagram',
      {
        config,
        schema: {
          tags,
          summary: 'Links to Instagram posts and reels, newest first; X-Next-Cursor continues',
          querystring: InstagramQuery,
          response: { 200: z.array(InstagramItem) },
        },
      },
      async ({ query: { limit, before } }, reply) => {
        const rows = await listPublishedLinks(deps.db, before, limit + 1);
        const page = rows.slice(0, limit);
        const last = page.at(-1);
        if (rows.length > limit && last) reply.header('x-next-cursor', String(last.id));
        return page.map(toInstagramItem);
      },
    );
  };

const format = ({ publishedAt, id }: PostPosition): string => `${publishedAt.getTime()}.${id}`;

/** The schema has checked the form of a cursor. */
function parse(cursor: string | undefined): PostPosition | undefined {
  if (cursor === undefined) return undefined;
  const [time, id] = cursor.split('.');
  return { publishedAt: new Date(Number(time)), id: Number(id) };
}
