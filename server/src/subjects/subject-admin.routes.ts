import { ApprovalPending } from '@copup/shared/admin.ts';
import { GuardHeaders } from '@copup/shared/consequences.ts';
import { CancelSubjectBody, ExtendSubjectBody, reopenBodyOf } from '@copup/shared/subjects.ts';
import { IdempotencyHeaders, IdParams, ListQuery } from '@copup/shared/wire.ts';
import multipart from '@fastify/multipart';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Pool, PoolClient } from 'pg';
import { z } from 'zod';
import type { Transaction } from '../db/in-transaction.ts';
import type { Deps } from '../deps.ts';
import { contentRange, listDescription } from '../operators/operator-list.ts';
import { readPicture } from '../uploads/read-picture.ts';
import { cancelSubject } from './cancel-subject.ts';
import { extendSubject } from './extend-subject.ts';
import { type Published, publish } from './publish-subject.ts';
import { refundEntries } from './refund-entries.ts';
import type { SubjectAdmin } from './subject-admin.ts';
import type { SubjectRow } from './subject-kind.ts';
import { findForOperators, listForOperators, type SubjectFilters } from './subject-list.ts';
import { replacePicture } from './write-subject.ts';

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
  const [notFound, over, ended] = [errors.notFound().code, errors.over().code, errors.ended().code];
  const tags = [`operators: ${plural}`];
  const config = { access: 'operator', limit: 'admin' } as const;
  // Inside, schemas are untyped: `SubjectAdmin` types what is passed to them.
  const response: z.ZodType = admin.reply;
  const [newBody, editBody]: [z.ZodType, z.ZodType] = [admin.newBody, admin.editBody];

  async function get(id: number, on: Pool | PoolClient = deps.db.pool): Promise<unknown> {
    const row = await findForOperators<Listed, z.output<Filters>>(on, kind, list, id);
    if (!row) throw errors.notFound();
    return admin.toReply(row);
  }

  const readIn = ({ client }: Transaction, id: number) => get(id, client);

  return async (app) => {
    await app.register(multipart);

    app.get(
      `/admin/${plural}`,
      {
        config,
        schema: {
          tags,
          summary: summaries.list,
          description: listDescription,
          querystring: ListQuery.extend(admin.filters.shape),
          response: { 200: z.array(response) },
        },
      },
      async (request, reply) => {
        const query = request.query as SubjectFilters & z.output<Filters>;
        const { rows, total } = await listForOperators<Listed, z.output<Filters>>(deps.db, kind, list, query);
        reply.header('content-range', contentRange(plural, query, rows.length, total));
        return rows.map((row) => admin.toReply(row));
      },
    );

    app.get(
      `/admin/${plural}/:id`,
      {
        config: { ...config, errors: [notFound] },
        schema: { tags, summary: `One ${name}`, params: IdParams, response: { 200: response } },
      },
      ({ params }) => get(params.id),
    );

    app.post(
      `/admin/${plural}`,
      {
        config: { ...config, errors: ['ALREADY_REQUESTED', ...writeErrors] },
        schema: {
          tags,
          summary: `${summaries.create}; 202 when a second operator has to approve what it gives (O3a)`,
          headers: IdempotencyHeaders,
          body: newBody,
          response: { 201: response, 202: ApprovalPending },
        },
      },
      async ({ viewer, headers, body }, reply) => {
        const by = { operatorId: viewer.userId, key: headers['idempotency-key'] };
        const created = await publish(deps, published, { ...by, body: body as object }, readIn);
        return reply.code(created.status as 201).send(created.reply);
      },
    );

    app.put(
      `/admin/${plural}/:id`,
      {
        config: { ...config, errors: [notFound, over, 'ALREADY_REQUESTED', ...writeErrors] },
        schema: {
          tags,
          summary: `${summaries.edit}; 202 when a second operator has to approve that it gives more (O3a)`,
          params: IdParams,
          headers: IdempotencyHeaders,
          body: editBody,
          response: { 200: response, 202: ApprovalPending },
        },
      },
      async ({ viewer, params, headers, body }, reply) => {
        const by = { operatorId: viewer.userId, key: headers['idempotency-key'] };
        const edited = await publish(deps, published, { ...by, id: params.id, body: body as object }, readIn);
        return reply.code(edited.status as 200).send(edited.reply);
      },
    );

    app.post(
      `/admin/${plural}/:id/extend`,
      {
        config: { ...config, errors: [notFound, over, 'FACTS_CHANGED'] },
        schema: {
          tags,
          summary: `Moves the end of the ${name} later, with a notice to the users who entered (A14)`,
          params: IdParams,
          headers: IdempotencyHeaders,
          body: ExtendSubjectBody,
          response: { 200: response },
        },
      },
      async ({ viewer, params, headers, body }) => {
        await extendSubject(deps, kind, {
          id: params.id,
          operatorId: viewer.userId,
          endDate: new Date(body.end_date),
          seenEndDate: new Date(body.seen_end_date),
          reason: body.reason,
          key: headers['idempotency-key'],
        });
        return get(params.id);
      },
    );

    app.post(
      `/admin/${plural}/:id/cancel`,
      {
        config: { ...config, errors: [notFound, ended, 'FACTS_CHANGED'] },
        schema: {
          tags,
          summary: summaries.cancel,
          params: IdParams,
          headers: GuardHeaders.extend(IdempotencyHeaders.shape),
          body: CancelSubjectBody,
          response: { 200: response },
        },
      },
      async ({ viewer, params, headers, body }) => {
        const by = {
          operatorId: viewer.userId,
          guard: headers['if-match'],
          key: headers['idempotency-key'],
        };
        await cancelSubject(deps, kind, { ...by, id: params.id, reason: body.reason });
        return get(params.id);
      },
    );

    app.post(
      `/admin/${plural}/:id/reopen`,
      {
        config: {
          ...config,
          errors: [notFound, over, 'FACTS_CHANGED', 'ALREADY_REQUESTED', ...writeErrors],
        },
        schema: {
          tags,
          summary: `Cancels the ${name} and creates a corrected copy, to which the entrants are invited (A14); 202 when a second operator has to approve what the copy gives (O3a)`,
          params: IdParams,
          headers: GuardHeaders.extend(IdempotencyHeaders.shape),
          body: reopenBodyOf(newBody),
          response: { 201: response, 202: ApprovalPending },
        },
      },
      async ({ viewer, params: { id }, headers, body: { reason, copy } }, reply) => {
        const by = { operatorId: viewer.userId, key: headers['idempotency-key'] };
        const reopens = { id, reason, guard: headers['if-match'] };
        const reopened = await publish(deps, published, { ...by, reopens, body: copy as object }, readIn);
        if (reopened.status === 201) await refundEntries(deps, kind, id);
        return reply.code(reopened.status as 201).send(reopened.reply);
      },
    );

    app.post(
      `/admin/${plural}/:id/image`,
      {
        config: { ...config, errors: [notFound, over, 'BAD_IMAGE'] },
        schema: {
          tags,
          summary: `Replaces the picture of the ${name}: multipart/form-data with one PNG, JPEG or WebP of at most 2 MB`,
          params: IdParams,
          consumes: ['multipart/form-data'],
          response: { 200: response },
        },
      },
      async (request) => {
        const { viewer, params } = request;
        await get(params.id);
        const picture = await readPicture(request);
        await replacePicture(deps, kind, { id: params.id, operatorId: viewer.userId }, picture);
        return get(params.id);
      },
    );
  };
}
