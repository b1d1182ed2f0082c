import { ApprovalPending } from '@copup/shared/admin.ts';
import { recordKind } from '@copup/shared/records.ts';
import { IdParams, ListQuery } from '@copup/shared/wire.ts';
import multipart from '@fastify/multipart';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { contentRange, listDescription } from '../operators/operator-list.ts';
import { readPicture } from '../uploads/read-picture.ts';
import type { RecordAdmin } from './record-admin.ts';
import { bodiesOf } from './record-bodies.ts';
import { getRecord, listRecords } from './record-list.ts';
import { createRecord, editRecord, replaceRecordPicture } from './write-record.ts';

/** Builds /api/admin/{plural} of a kind of records: list, one, create, edit, picture. They are never deleted. */
export function recordRoutes(deps: Pick<Deps, 'db' | 'uploads'>, admin: RecordAdmin): FastifyPluginAsyncZod {
  const { summaries, createErrors = [], editErrors = [] } = admin;
  const { noun, plural, hasPicture } = recordKind(admin.name);
  const bodies = bodiesOf(recordKind(admin.name));
  const one = admin.detail?.reply ?? admin.reply;
  const notFound = admin.notFound().code;
  const tags = [admin.tag];
  const config = { access: 'operator', limit: 'admin' } as const;

  return async (app) => {
    if (hasPicture) await app.register(multipart);

    app.get(
      `/admin/${plural}`,
      {
        config,
        schema: {
          tags,
          summary: `All ${summaries.all ?? plural.replace('-', ' ')}; the total is in Content-Range`,
          description: listDescription,
          querystring: ListQuery.extend(bodies.query.shape),
          response: { 200: z.array(admin.reply) },
        },
      },
      async (request, reply) => {
        const query = request.query as z.output<typeof ListQuery>;
        const { rows, total } = await listRecords(deps.db, admin, { ...query });
        reply.header('content-range', contentRange(plural, query, rows.length, total));
        return rows as never;
      },
    );

    app.get(
      `/admin/${plural}/:id`,
      {
        config: { ...config, errors: [notFound] },
        schema: {
          tags,
          summary: `One ${summaries.one ?? noun}`,
          params: IdParams,
          response: { 200: one },
        },
      },
      ({ params }) => getRecord(deps.db, admin, params.id) as never,
    );

    app.post(
      `/admin/${plural}`,
      {
        config: { ...config, errors: createErrors },
        schema: { tags, summary: summaries.create, body: bodies.create, response: { 201: one } },
      },
      async ({ viewer, body }, reply) => {
        const id = await createRecord(deps, admin, viewer.userId, body);
        return reply.code(201).send((await getRecord(deps.db, admin, id)) as never);
      },
    );

    app.put(
      `/admin/${plural}/:id`,
      {
        config: { ...config, errors: [notFound, ...editErrors] },
        schema: {
          tags,
          summary: summaries.edit,
          params: IdParams,
          body: bodies.edit,
          response: { 200: one, ...(admin.request && { 202: ApprovalPending }) },
        },
      },
      async ({ viewer, params, body }, reply) => {
        const pending = await editRecord(deps, admin, { id: params.id, operatorId: viewer.userId }, body);
        if (pending) return reply.code(202 as 200).send(pending as never);
        return reply.code(200).send((await getRecord(deps.db, admin, params.id)) as never);
      },
    );

    if (!hasPicture) return;
    app.post(
      `/admin/${plural}/:id/image`,
      {
        config: { ...config, errors: [notFound, 'BAD_IMAGE'] },
        schema: {
          tags,
          summary: `Replaces the picture of the ${noun}: multipart/form-data with one PNG, JPEG or WebP of at most 2 MB`,
          params: IdParams,
          consumes: ['multipart/form-data'],
          response: { 200: one },
        },
      },
      async (request) => {
        const { viewer, params } = request;
        await getRecord(deps.db, admin, params.id);
        const picture = await readPicture(request);
        await replaceRecordPicture(deps, admin, { id: params.id, operatorId: viewer.userId }, picture);
        return (await getRecord(deps.db, admin, params.id)) as never;
      },
    );
  };
}
