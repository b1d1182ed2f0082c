import { AdminPost, AdminPostsQuery, EditPostBody, NewPostBody } from '@copup/shared/content.ts';
import { IdParams, ListQuery } from '@copup/shared/wire.ts';
import multipart from '@fastify/multipart';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { contentRange, listDescription } from '../../operators/operator-list.ts';
import { readPicture } from '../../uploads/read-picture.ts';
import { postNotFound } from './content.errors.ts';
import { toAdminPost } from './content.wire.ts';
import { findPost, listPosts } from './posts.queries.ts';
import { createPost, editPost, replacePostPicture } from './write-post.ts';

const tags = ['operators: content'];
const config = { access: 'operator', limit: 'admin' } as const;

/** /api/admin/posts: the posts of the blog (O3). Posts are hidden, never deleted. */
export const postsAdminRoutes =
  (deps: Pick<Deps, 'db' | 'uploads'>): FastifyPluginAsyncZod =>
  async (app) => {
    await app.register(multipart);

    app.get(
      '/admin/posts',
      {
        config,
        schema: {
          tags,
          summary: 'All posts; the total is in Content-Range',
          description: listDescription,
          querystring: ListQuery.extend(AdminPostsQuery.shape),
          response: { 200: z.array(AdminPost) },
        },
      },
      async ({ query }, reply) => {
        const { rows, total } = await listPosts(deps.db, query);
        reply.header('content-range', contentRange('posts', query, rows.length, total));
        return rows.map(toAdminPost);
      },
    );

    app.get(
      '/admin/posts/:id',
      {
        config: { ...config, errors: ['POST_NOT_FOUND'] },
        schema: { tags, summary: 'One post', params: IdParams, response: { 200: AdminPost } },
      },
      async ({ params }) => {
        const row = await findPost(deps.db, params.id);
        if (!row) throw postNotFound();
        return toAdminPost(row);
      },
    );

    app.post(
      '/admin/posts',
      {
        config,
        schema: {
          tags,
          summary: 'Creates a post, as a draft unless `is_published`',
          body: NewPostBody,
          response: { 201: AdminPost },
        },
      },
      async ({ viewer, body }, reply) =>
        reply.code(201).send(toAdminPost(await createPost(deps, viewer.userId, body))),
    );

    app.put(
      '/admin/posts/:id',
      {
        config: { ...config, errors: ['POST_NOT_FOUND'] },
        schema: {
          tags,
          summary: 'Changes the given fields of a post; `is_published` publishes or hides it',
          params: IdParams,
          body: EditPostBody,
          response: { 200: AdminPost },
        },
      },
      async ({ viewer, params, body }) =>
        toAdminPost(await editPost(deps, { id: params.id, operatorId: viewer.userId, body })),
    );

    app.post(
      '/admin/posts/:id/image',
      {
        config: { ...config, errors: ['POST_NOT_FOUND', 'BAD_IMAGE'] },
        schema: {
          tags,
          summary:
            'Replaces the picture of the post: multipart/form-data with one PNG, JPEG or WebP of at most 2 MB',
          params: IdParams,
          consumes: ['multipart/form-data'],
          response: { 200: AdminPost },
        },
      },
      async (request) => {
        const { viewer, params } = request;
        if (!(await findPost(deps.db, params.id))) throw postNotFound();
        const picture = await readPicture(request);
        return toAdminPost(
          await replacePostPicture(deps, { id: params.id, operatorId: viewer.userId }, picture),
        );
      },
    );
  };
