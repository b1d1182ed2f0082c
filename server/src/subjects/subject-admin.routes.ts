import { type SubjectCalls, subjectAdminCalls } from '@copup/shared/calls/subjects.ts';
import type { ErrorCode } from '@copup/shared/errors.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Pool, PoolClient } from 'pg';
import type { z } from 'zod';
import type { Deps } from '../deps.ts';
import { listed } from '../operators/record-handlers.ts';
import { routes } from '../routes.ts';
import { readPicture } from '../uploads/read-form.ts';
import { cancelSubject } from './cancel-subject.ts';
import { extendSubject } from './extend-subject.ts';
import { type Publish, type Published, publish } from './publish-subject.ts';
import { refundEntries } from './refund-entries.ts';
import type { SubjectAdmin } from './subject-admin.ts';
import type { SubjectKind, SubjectRow } from './subject-kind.ts';
import { findForOperators, listForOperators, type SubjectFilters } from './subject-list.ts';
import { replacePicture } from './write-subject.ts';

/** Builds /api/admin/{plural}: list, one, create, edit, extend, cancel, reopen, picture. */
export function subjectAdminRoutes<
  Row extends SubjectRow,
  Listed extends object,
  Filters extends z.ZodObject,
>(
  deps: Deps,
  admin: SubjectAdmin<Row, Listed, Filters, z.ZodType, z.ZodType, z.ZodType>,
  published: Published<Row>,
): FastifyPluginAsyncZod {
  const { kind, list } = admin;

  async function get(id: number, on: Pool | PoolClient = deps.db.pool): Promise<unknown> {
    const row = await findForOperators<Listed, z.output<Filters>>(on, kind, list, id);
    if (!row) throw kind.errors.notFound();
    return admin.toReply(row);
  }

  const write = (change: Publish) => publish(deps, published, change, ({ client }, id) => get(id, client));

  return routes(callsOf(admin), {
    'GET /': listed(kind.plural, async (query) => {
      const asked = query as SubjectFilters & z.output<Filters>;
      const { rows, total } = await listForOperators<Listed, z.output<Filters>>(deps.db, kind, list, asked);
      return { rows: rows.map((row) => admin.toReply(row)), total };
    }),

    'GET /:id': ({ params }) => get(params.id),

    'POST /': async ({ viewer, key, body }, reply) => {
      const created = await write({ operatorId: viewer.userId, key, body: body as object });
      return reply.code(created.status).send(created.reply);
    },

    'PUT /:id': async ({ viewer, params: { id }, key, body }, reply) => {
      const edited = await write({ operatorId: viewer.userId, key, id, body: body as object });
      return reply.code(edited.status).send(edited.reply);
    },

    'POST /:id/extend': async ({ viewer, params, key, body }) => {
      const by = { operatorId: viewer.userId, reason: body.reason, key };
      const dates = { endDate: new Date(body.end_date), seenEndDate: new Date(body.seen_end_date) };
      await extendSubject(deps, kind, { ...by, ...dates, id: params.id });
      return get(params.id);
    },

    'POST /:id/cancel': async ({ viewer, params, headers, key, body }) => {
      const by = { operatorId: viewer.userId, guard: headers['if-match'], key };
      await cancelSubject(deps, kind, { ...by, id: params.id, reason: body.reason });
      return get(params.id);
    },

    'POST /:id/reopen': async ({ viewer, params: { id }, headers, key, body: { reason, copy } }, reply) => {
      const reopens = { id, reason, guard: headers['if-match'] };
      const reopened = await write({ operatorId: viewer.userId, key, reopens, body: copy as object });
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
}

type Declared = Pick<SubjectCalls, 'summaries' | 'filters' | 'newBody' | 'editBody' | 'reply'> & {
  kind: Pick<SubjectKind<SubjectRow>, 'name' | 'plural' | 'errors'>;
  writeErrors?: readonly ErrorCode[];
};

/** Here schemas are untyped: `SubjectAdmin` types what is passed to them. */
function callsOf({ kind, writeErrors = [], ...declared }: Declared) {
  const { name, plural, errors } = kind;
  const codes = {
    notFound: errors.notFound().code,
    over: errors.over().code,
    ended: errors.ended().code,
  };
  return subjectAdminCalls({ ...declared, name, plural, codes, writeErrors });
}
