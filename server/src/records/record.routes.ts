import { ApprovalPending } from '@copup/shared/admin.ts';
import { recordKind } from '@copup/shared/records.ts';
import { IdParams, ListQuery } from '@copup/shared/wire.ts';
import multipart from '@fastify/multipart';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { contentRange, listDescription } from '../operators/operator-list.ts';
import { readPicture } from '../uploads/read-form.ts';
import type { RecordAdmin } from './record-admin.ts';
import { bodiesOf } from './record-bodies.ts';
import { getRecord, listRecords } from './record-list.ts';
import { createRecord, editRecord, replaceRecordPicture } from './write-record.ts';

/** Builds /api/admin/{plural} of a kind of records: list, one, create, edit, picture. They are never deleted. */
export function recordRoutes(deps: RouteDeps, admin: RecordAdmin): FastifyPluginAsyncZod {
  return async (app) => {
    await app.register(readRoutes(deps, admin));
    await app.register(writeRoutes(deps, admin));
    if (recordKind(admin.name).hasPicture) await app.register(pictureRoutes(deps, admin));
  };
}

type RouteDeps = Pick<Deps, 'db' | 'uploads'>;
const config = { access: 'operator', limit: 'admin' } as const;

function readRoutes({ db }: RouteDeps, admin: RecordAdmin): FastifyPluginAsyncZod {
  const { name, tag, summaries, reply: each, detail } = admin;
  const { noun, plural } = recordKind(name);
  return async (app) => {
    app.get(
      `/admin/${plural}`,
      {
        config,
        schema: {
          tags: [tag],
          summary: `All ${summaries.all ?? plural.replace('-', ' ')}; the total is in Content-Range`,
          description: listDescription,
          querystring: ListQuery.extend(bodiesOf(recordKind(name)).query.shape),
          response: { 200: z.array(each) },
        },
      },
      async (request, reply) => {
        const query = request.query as z.output<typeof ListQuery>;
        const { rows, total } = await listRecords(db, admin, { ...query });
        reply.header('content-range', contentRange(plural, query, rows.length, total));
        return rows as never;
      },
    );

    app.get(
      `/admin/${plural}/:id`,
      {
        config: { ...config, errors: [admin.notFound().code] },
        schema: {
          tags: [tag],
          summary: `One ${summaries.one ?? noun}`,
          params: IdParams,
          response: { 200: detail?.reply ?? each },
        },
      },
      ({ params }) => getRecord(db, admin, params.id) as never,
    );
  };
}

function writeRoutes(deps: RouteDeps, admin: RecordAdmin): FastifyPluginAsyncZod {
  const { name, tag, summaries, createErrors = [], editErrors = [] } = admin;
  const bodies = bodiesOf(recordKind(name));
  const path = `/admin/${recordKind(name).plural}`;
  const response = admin.detail?.reply ?? admin.reply;
  return async (app) => {
    app.post(
      path,
      {
        config: { ...config, errors: createErrors },
        schema: { tags: [tag], summary: summaries.create, body: bodies.create, response: { 201: response } },
      },
      async ({ viewer, body }, reply) => {
        const id = await createRecord(deps, admin, viewer.userId, body);
        return reply.code(201).send((await getRecord(deps.db, admin, id)) as never);
      },
    );

    app.put(
      `${path}/:id`,
      {
        config: { ...config, errors: [admin.notFound().code, ...editErrors] },
        schema: {
          tags: [tag],
          summary: summaries.edit,
          params: IdParams,
          body: bodies.edit,
          response: { 200: response, ...(admin.request && { 202: ApprovalPending }) },
        },
      },
      async ({ viewer, params, body }, reply) => {
        const pending = await editRecord(deps, admin, { id: params.id, operatorId: viewer.userId }, body);
        if (pending) return reply.code(202 as 200).send(pending as never);
        return reply.code(200).send((await getRecord(deps.db, admin, params.id)) as never);
      },
    );
  };
}

function pictureRoutes(deps: RouteDeps, admin: RecordAdmin): FastifyPluginAsyncZod {
  const { noun, plural } = recordKind(admin.name);
  return async (app) => {
    await app.register(multipart);
    app.post(
      `/admin/${plural}/:id/image`,
      {
        config: { ...config, errors: [admin.notFound().code, 'BAD_IMAGE'] },
        schema: {
          tags: [admin.tag],
          summary: `Replaces the picture of the ${noun}: multipart/form-data with one PNG, JPEG or WebP of at most 2 MB`,
          params: IdParams,
          consumes: ['multipart/form-data'],
          response: { 200: admin.reply },
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
