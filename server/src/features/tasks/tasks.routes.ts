import {
  ConvertBody,
  ConvertReply,
  ConvertTerms,
  MAX_UPLOAD_BODY_BYTES,
  SocialTask,
  UploadBody,
  UploadReply,
} from '@copup/shared/tasks.ts';
import { CursorQuery, IdempotencyHeaders, IdParams } from '@copup/shared/wire.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import { paged } from '../../paged.ts';
import { convertTaskCoins, readConvertTerms } from './convert-task-coins.ts';
import { pictureHeaders, pictureResponse } from './picture-reply.ts';
import { readDataUrl } from './read-data-url.ts';
import { taskNotFound } from './tasks.errors.ts';
import { findOwnPicture, findOwnTask, listTasks } from './tasks.queries.ts';
import { toSocialTask } from './tasks.wire.ts';
import { uploadScreenshot } from './upload-screenshot.ts';

const tags = ['tasks'];

/** Calls of players: social tasks, uploads and the conversion of task coins (T1, T7). */
export const tasksRoutes =
  (deps: Pick<Deps, 'db' | 'newId' | 'settings' | 'uploads'>): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/task/tasks',
      {
        config: { access: 'user', limit: 'read' },
        schema: {
          tags,
          summary: 'Social tasks with the state of the own upload, newest first',
          querystring: CursorQuery,
          response: { 200: z.array(SocialTask) },
        },
      },
      async ({ viewer, query }, reply) =>
        paged(reply, await listTasks(deps.db, viewer, query)).map(toSocialTask),
    );

    app.get(
      '/task/tasks/:id',
      {
        config: { access: 'user', limit: 'read', errors: ['TASK_NOT_FOUND'] },
        schema: { tags, summary: 'One social task', params: IdParams, response: { 200: SocialTask } },
      },
      async ({ viewer, params }) => {
        const task = await findOwnTask(deps.db, viewer, params.id);
        if (!task) throw taskNotFound();
        return toSocialTask(task);
      },
    );

    app.get(
      '/task/tasks/:id/screenshot',
      {
        config: { access: 'user', limit: 'read', errors: ['NOT_FOUND'] },
        schema: {
          tags,
          summary: 'The picture of the own last upload, kept for 180 days',
          params: IdParams,
          response: pictureResponse,
        },
      },
      async ({ viewer, params }, reply) => {
        const picture = await findOwnPicture(deps.db, viewer.userId, params.id);
        if (!picture) throw new Refusal('NOT_FOUND', 'Screenshot not found.');
        return reply.headers(pictureHeaders).send(picture as unknown as string);
      },
    );

    app.post(
      '/task/tasks/:id/upload',
      {
        // T7: no other route accepts a body of this size.
        bodyLimit: MAX_UPLOAD_BODY_BYTES,
        config: {
          access: 'player',
          limit: 'payment',
          errors: ['BAD_IMAGE', 'TASK_NOT_FOUND', 'ALREADY_UPLOADED', 'TASK_COMPLETED', 'NO_UPLOADS_LEFT'],
        },
        schema: {
          tags,
          summary:
            'Uploads the screenshot that proves a task: a data URL of a PNG, JPEG or WebP of at most 2 MB',
          params: IdParams,
          headers: IdempotencyHeaders,
          body: UploadBody,
          response: { 200: UploadReply },
        },
      },
      async ({ viewer, params, headers, body }) =>
        uploadScreenshot(deps, {
          taskId: params.id,
          viewer,
          screenshot: await deps.uploads.encodeProof(readDataUrl(body.screenshot)),
          key: headers['idempotency-key'],
        }),
    );

    app.get(
      '/task/convert',
      {
        config: { access: 'user', limit: 'read' },
        schema: {
          tags,
          summary: 'The rate from task coins to bonus coins, and how many can be converted',
          response: { 200: ConvertTerms },
        },
      },
      ({ viewer }) => readConvertTerms(deps, viewer.userId),
    );

    app.post(
      '/task/convert',
      {
        config: {
          access: 'player',
          limit: 'payment',
          errors: ['CONVERSION_OFF', 'PRICE_DIFFERS', 'NOT_ENOUGH_COINS', 'REWARD_UNFUNDED'],
        },
        schema: {
          tags,
          summary: 'Converts task coins, a multiple of the rate, to bonus coins',
          headers: IdempotencyHeaders,
          body: ConvertBody,
          response: { 200: ConvertReply },
        },
      },
      ({ viewer, headers, body }) =>
        convertTaskCoins(deps, {
          taskCoins: body.task_coin,
          shownRate: body.rate,
          viewer,
          key: headers['idempotency-key'],
        }),
    );
  };
