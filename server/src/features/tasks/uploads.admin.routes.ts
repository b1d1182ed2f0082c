import { RejectBody } from '@copup/shared/shop.ts';
import {
  AdminTaskUpload,
  AdminTaskUploadsQuery,
  ApproveUploadsBody,
  DecideUploadsReply,
  RejectUploadsBody,
} from '@copup/shared/tasks.ts';
import { IdempotencyHeaders } from '@copup/shared/wire.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Deps } from '../../deps.ts';
import { adminConfig, recordAction, serveRecords } from '../../operators/record-routes.ts';
import { servePicture } from '../../uploads/picture-reply.ts';
import { decideUpload, decideUploads } from './decide-uploads.ts';
import { uploadNotFound } from './tasks.errors.ts';
import { findPicture } from './tasks.queries.ts';
import { findAdminUpload, listAdminUploads } from './uploads.admin.queries.ts';

const plural = 'task-uploads';
const tag = 'operators: tasks';
const approving =
  'Pays the task coins of an upload, once (T1); 202 when a second operator has to approve (O3a)';
const approvingSeveral =
  'Approves several uploads; those that need a second operator are requested (O3a), those that cannot be approved are returned with the reason';
const rejectingSeveral =
  'Rejects several uploads with one reason; those that cannot be rejected are returned';

/** /api/admin/task-uploads: the queue of uploads (O3, T1). Task coins may be decided in bulk. */
export const uploadsAdminRoutes =
  (deps: Pick<Deps, 'db' | 'newId' | 'notices' | 'settings'>): FastifyPluginAsyncZod =>
  async (app) => {
    serveRecords(
      app,
      {
        plural,
        tag,
        summaries: { list: 'All uploads; the total is in Content-Range', one: 'One upload' },
        filters: AdminTaskUploadsQuery,
        reply: AdminTaskUpload,
        notFound: uploadNotFound,
        list: (query) => listAdminUploads(deps.db, query),
        find: (id: number) => findAdminUpload(deps.db, id),
        toReplies: (rows) => rows,
      },
      [
        {
          action: 'approve',
          summary: approving,
          errors: ['UPLOAD_NOT_FOUND', 'WRONG_STATUS', 'OWN_WALLET', 'ALREADY_REQUESTED'],
          waits: true,
          run: ({ id, operatorId, key }) => decideUpload(deps, { id, operatorId, key }),
        },
        recordAction({
          action: 'reject',
          summary: 'Rejects an upload, with a reason that the player reads',
          errors: ['UPLOAD_NOT_FOUND', 'WRONG_STATUS'],
          body: RejectBody,
          run: ({ body, ...command }) => decideUpload(deps, { ...command, ...body }),
        }),
      ],
    );

    servePicture(app, {
      ...{
        path: `/admin/${plural}/:id/screenshot`,
        tag,
        summary: 'The picture of an upload, kept for 180 days',
      },
      find: (id) => findPicture(deps.db, id),
    });

    const several = { tags: [tag], headers: IdempotencyHeaders, response: { 200: DecideUploadsReply } };

    app.post(
      `/admin/${plural}/approve`,
      { config: adminConfig, schema: { ...several, summary: approvingSeveral, body: ApproveUploadsBody } },
      ({ viewer, headers, body }) =>
        decideUploads(deps, { ...body, operatorId: viewer.userId }, headers['idempotency-key']),
    );

    app.post(
      `/admin/${plural}/reject`,
      { config: adminConfig, schema: { ...several, summary: rejectingSeveral, body: RejectUploadsBody } },
      ({ viewer, headers, body }) =>
        decideUploads(deps, { ...body, operatorId: viewer.userId }, headers['idempotency-key']),
    );
  };
