import {
  AdminInstagramPost,
  AdminInstagramPostsQuery,
  EditInstagramPostBody,
  NewInstagramPostBody,
} from '@copup/shared/content.ts';
import { IdParams, ListQuery } from '@copup/shared/wire.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { contentRange, listDescription } from '../../operators/operator-list.ts';
import { instagramPostNotFound } from './content.errors.ts';
import { toAdminInstagramPost } from './content.wire.ts';
import { findLink, listLinks } from './instagram.queries.ts';
import { createInstagramPost, editInstagramPost } from './write-instagram-post.ts';

const tags = ['operators: content'];
const config = { access: 'operator', limit: 'admin' } as const;

/** /api/admin/instagram-posts: the links of the blog to Instagram (O3, T3). Links are hidden, never deleted. */
export const instagramPostsAdminRoutes =
  (deps: Pick<Deps, 'db'>): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/admin/instagram-posts',
      {
        config,
        schema: {
          tags,
          summary: 'All links to Instagram; the total is in Content-Range',
          description: listDescription,
          querystring: ListQuery.extend(AdminInstagramPostsQuery.shape),
          response: { 200: z.array(AdminInstagramPost) },
        },
      },
      async ({ query }, reply) => {
        const { rows, total } = await listLinks(deps.db, query);
        reply.header('content-range', contentRange('instagram-posts', query, rows.length, total));
        return rows.map(toAdminInstagramPost);
      },
    );

    app.get(
      '/admin/instagram-posts/:id',
      {
        config: { ...config, errors: ['INSTAGRAM_POST_NOT_FOUND'] },
        schema: {
          tags,
          summary: 'One link to Instagram',
          params: IdParams,
          response: { 200: AdminInstagramPost },
        },
      },
      async ({ params }) => {
        const row = await findLink(deps.db, params.id);
        if (!row) throw instagramPostNotFound();
        return toAdminInstagramPost(row);
      },
    );

    app.post(
      '/admin/instagram-posts',
      {
        config,
        schema: {
          tags,
          summary: 'Adds a link to an Instagram post or reel, published unless `is_published` is false',
          body: NewInstagramPostBody,
          response: { 201: AdminInstagramPost },
        },
      },
      async ({ viewer, body }, reply) =>
        reply.code(201).send(toAdminInstagramPost(await createInstagramPost(deps, viewer.userId, body))),
    );

    app.put(
      '/admin/instagram-posts/:id',
      {
        config: { ...config, errors: ['INSTAGRAM_POST_NOT_FOUND'] },
        schema: {
          tags,
          summary: 'Changes the given fields of a link; `is_published` publishes or hides it',
          params: IdParams,
          body: EditInstagramPostBody,
          response: { 200: AdminInstagramPost },
        },
      },
      async ({ viewer, params, body }) =>
        toAdminInstagramPost(
          await editInstagramPost(deps, { id: params.id, operatorId: viewer.userId, body }),
        ),
    );
  };
