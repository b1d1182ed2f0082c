import { Blog, InstagramItem } from '@copup/shared/content.ts';
import { CursorQuery } from '@copup/shared/wire.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { paged } from '../../paged.ts';
import { toBlog, toInstagramItem } from './content.wire.ts';
import { listPublishedLinks } from './instagram.queries.ts';
import { listPublishedPosts } from './posts.queries.ts';

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
          querystring: CursorQuery,
          response: { 200: z.array(Blog) },
        },
      },
      async ({ query }, reply) => paged(reply, await listPublishedPosts(deps.db, query)).map(toBlog),
    );

    app.get(
      '/blog/instagram',
      {
        config,
        schema: {
          tags,
          summary: 'Links to Instagram posts and reels, newest first; X-Next-Cursor continues',
          querystring: CursorQuery,
          response: { 200: z.array(InstagramItem) },
        },
      },
      async ({ query }, reply) => paged(reply, await listPublishedLinks(deps.db, query)).map(toInstagramItem),
    );
  };
