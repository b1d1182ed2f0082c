import { ApprovalPending } from '@copup/shared/admin.ts';
import {
  AdminTaskUpload,
  AdminTaskUploadsQuery,
  ApproveUploadsBody,
  DecideUploadsReply,
  RejectUploadBody,
  RejectUploadsBody,
} from '@copup/shared/tasks.ts';
import { IdempotencyHeaders, IdParams, ListQuery } from '@copup/shared/wire.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import { contentRange, listDescription } from '../../operators/operator-list.ts';
import { decideUpload, decideUploads } from './decide-uploads.ts';
import { pictureHeaders, pictureResponse } from './picture-reply.ts';
import { uploadNotFound } from './tasks.errors.ts';
import { findPicture } from './tasks.queries.ts';
import { findAdminUpload, listAdminUploads } from './uploads.admin.queries.ts';

const tags = ['operators: tasks'];
const config = { access: 'operator', limit: 'admin' } as const;

/** /api/admin/task-uploads: the queue of uploads (O3, T1). Task coins may be decided in bulk. */
export const uploadsAdminRoutes =
  (deps: Pick<Deps, 'db' | 'newId' | 'notices' | 'settings'>): FastifyPluginAsyncZod =>
  async (app) => {
    const getUpload = async (id: number): Promise<AdminTaskUpload> => {
      const upload = await findAdminUpload(deps.db, id);
      if (!upload) throw uploadNotFound();
      return upload;
    };

    app.get(
      '/admin/task-uploads',
      {
        config,
        schema: {
          tags,
          summary: 'All uploads; the total is in Content-Range',
          description: listDescription,
          querystring: ListQuery.extend(AdminTaskUploadsQuery.shape),
          response: { 200: z.array(AdminTaskUpload) },
        },
      },
      async ({ query }, reply) => {
        const { rows, total } = await listAdminUploads(deps.db, query);
        reply.header('content-range', contentRange('task-uploads', query, rows.length, total));
        return rows;
      },
    );

    app.get(
      '/admin/task-uploads/:id',
      {
        config: { ...config, errors: ['UPLOAD_NOT_FOUND'] },
        schema: { tags, summary: 'One upload', params: IdParams, response: { 200: AdminTaskUpload } },
      },
      ({ params }) => getUpload(params.id),
    );

    app.get(
      '/admin/task-uploads/:id/screenshot',
      {
        config: { ...config, errors: ['NOT_FOUND'] },
        schema: {
          tags,
          summary: 'The picture of an upload, kept for 180 days',
          params: IdParams,
          response: pictureResponse,
        },
      },
      async ({ params }, reply) => {
        const picture = await findPicture(deps.db, params.id);
        if (!picture) throw new Refusal('NOT_FOUND', 'Screenshot not found.');
        return reply.headers(pictureHeaders).send(picture as unknown as string);
      },
    );

    app.post(
      '/admin/task-uploads/:id/approve',
      {
        config: {
          ...config,
          errors: ['UPLOAD_NOT_FOUND', 'WRONG_STATUS', 'OWN_WALLET', 'ALREADY_REQUESTED'],
        },
        schema: {
          tags,
          summary:
            'Pays the task coins of an upload, once (T1); 202 when a second operator has to approve (O3a)',
          params: IdParams,
          headers: IdempotencyHeaders,
          response: { 200: AdminTaskUpload, 202: ApprovalPending },
        },
      },
      async ({ viewer, params, headers }, reply) => {
        const { id } = params;
        const pending = await decideUpload(
          deps,
          { id, operatorId: viewer.userId },
          headers['idempotency-key'],
        );
        return pending ? reply.code(202).send(pending) : reply.code(200).send(await getUpload(id));
      },
    );

    app.post(
      '/admin/task-uploads/:id/reject',
      {
        config: { ...config, errors: ['UPLOAD_NOT_FOUND', 'WRONG_STATUS'] },
        schema: {
          tags,
          summary: 'Rejects an upload, with a reason that the player reads',
          params: IdParams,
          headers: IdempotencyHeaders,
          body: RejectUploadBody,
          response: { 200: AdminTaskUpload },
        },
      },
      async ({ viewer, params, headers, body: { reason } }) => {
        const reject = { id: params.id, operatorId: viewer.userId, reason };
        await decideUpload(deps, reject, headers['idempotency-key']);
        return getUpload(params.id);
      },
    );

    app.post(
      '/admin/task-uploads/approve',
      {
        config,
        schema: {
          tags,
          summary:
            'Approves several uploads; those that need a second operator are requested (O3a), those that cannot be approved are returned with the reason',
          headers: IdempotencyHeaders,
          body: ApproveUploadsBody,
          response: { 200: DecideUploadsReply },
        },
      },
      ({ viewer, headers, body: { ids } }) =>
        decideUploads(deps, { ids, operatorId: viewer.userId }, headers['idempotency-key']),
    );

    app.post(
      '/admin/task-uploads/reject',
      {
        config,
        schema: {
          tags,
          summary: 'Rejects several uploads with one reason; those that cannot be rejected are returned',
          headers: IdempotencyHeaders,
          body: RejectUploadsBody,
          response: { 200: DecideUploadsReply },
        },
      },
      ({ viewer, headers, body: { ids, reason } }) =>
        decideUploads(deps, { ids, operatorId: viewer.userId, reason }, headers['idempotency-key']),
    );
  };
