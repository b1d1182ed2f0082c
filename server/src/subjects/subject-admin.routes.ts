import { type SubjectCalls, subjectAdminCalls } from '@copup/shared/calls/subjects.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Pool, PoolClient } from 'pg';
import type { z } from 'zod';
import type { Transaction } from '../db/in-transaction.ts';
import type { Deps } from '../deps.ts';
import { contentRange } from '../operators/operator-list.ts';
import { below, routes } from '../routes.ts';
import { readPicture } from '../uploads/read-picture.ts';
import { cancelSubject } from './cancel-subject.ts';
import { extendSubject } from './extend-subject.ts';
import { type Published, publish } from './publish-subject.ts';
import { refundEntries } from './refund-entries.ts';
import type { SubjectAdmin } from './subject-admin.ts';
import type { SubjectRow } from './subject-kind.ts';
import { findForOperators, listForOperators, type SubjectFilters } from './subject-list.ts';
import { replacePicture } from './write-subject.ts';

type SubjectSchemas = Pick<SubjectCalls, 'filters' | 'newBody' | 'editBody' | 'reply'>;

/** Builds /api/admin/{plural}: list, one, create, edit, extend, cancel, reopen, picture. */
export function subjectAdminRoutes<
  Row extends SubjectRow,
  Listed extends object,
  Filters extends z.ZodObject,
  New extends z.ZodType,
  Edit extends z.ZodType,
  Reply extends z.ZodType,
>(
  deps: Deps,
  admin: SubjectAdmin<Row, Listed, Filters, New, Edit, Reply>,
  published: Published<Row>,
): FastifyPluginAsyncZod {
  const { kind, list, summaries, writeErrors = [] } = admin;
  const { name, plural, errors } = kind;
  const codes = {
    notFound: errors.notFound().code,
    over: errors.over().code,
    ended: errors.ended().code,
  };
  // Inside, schemas are untyped: `SubjectAdmin` types what is passed to them.
  const schemas: SubjectSchemas = admin;
  const calls = subjectAdminCalls({ name, plural, codes, summaries, writeErrors, ...schemas });

  async function get(id: number, on: Pool | PoolClient = deps.db.pool): Promise<unknown> {
    const row = await findForOperators<Listed, z.output<Filters>>(on, kind, list, id);
    if (!row) throw errors.notFound();
    return admin.toReply(row);
  }

  const readIn = ({ client }: Transaction, id: number) => get(id, client);

  const plugin = routes(calls, {
    'GET /': async (request, reply) => {
      const query = request.query as SubjectFilters & z.output<Filters>;
      const { rows, total } = await listForOperators<Listed, z.output<Filters>>(deps.db, kind, list, query);
      reply.header('content-range', contentRange(plural, query, rows.length, total));
      return rows.map((row) => admin.toReply(row));
    },

    'GET /:id': ({ params }) => get(params.id),

    'POST /': async ({ viewer, key, body }, reply) => {
      const by = { operatorId: viewer.userId, key };
      const created = await publish(deps, published, { ...by, body: body as object }, readIn);
      return reply.code(created.status).send(created.reply);
    },

    'PUT /:id': async ({ viewer, params, key, body }, reply) => {
      const by = { operatorId: viewer.userId, key };
      const edited = await publish(deps, published, { ...by, id: params.id, body: body as object }, readIn);
      return reply.code(edited.status).send(edited.reply);
    },

    'POST /:id/extend': async ({ viewer, params, key, body }) => {
      await extendSubject(deps, kind, {
        id: params.id,
        operatorId: viewer.userId,
        endDate: new Date(body.end_date),
        seenEndDate: new Date(body.seen_end_date),
        reason: body.reason,
        key,
      });
      return get(params.id);
    },

    'POST /:id/cancel': async ({ viewer, params, headers, key, body }) => {
      const by = { operatorId: viewer.userId, guard: headers['if-match'], key };
      await cancelSubject(deps, kind, { ...by, id: params.id, reason: body.reason });
      return get(params.id);
    },

    'POST /:id/reopen': async ({ viewer, params: { id }, headers, key, body: { reason, copy } }, reply) => {
      const by = { operatorId: viewer.userId, key };
      const reopens = { id, reason, guard: headers['if-match'] };
      const reopened = await publish(deps, published, { ...by, reopens, body: copy as object }, readIn);
      if (reopened.status === 201) await refundEntries(deps, kind, id);
      return reply.code(reopened.status).send(reopened.reply);
    },

    'POST /:id/image': async (request) => {
      const { viewer, params } = request;
      await get(params.id);
      const picture = await readPicture(request);
      await replacePicture(deps, kind, { id: params.id, operatorId: viewer.userId }, picture);
      return get(params.id);
    },
  });
  return below(`/admin/${plural}`, plugin);
}
