import { ApprovalPending } from '@copup/shared/admin.ts';
import type { ErrorCode } from '@copup/shared/errors.ts';
import { IdempotencyHeaders, IdParams, ListQuery } from '@copup/shared/wire.ts';
import type { FastifyReply } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Refusal } from '../errors.ts';
import type { Viewer } from '../sessions/sessions.ts';
import { contentRange, listDescription } from './operator-list.ts';

export const adminConfig = { access: 'operator', limit: 'admin' } as const;

/** How operators read a list of records, at /api/admin/{plural} (O3). */
interface Listed<Row, Filters extends z.ZodObject, Reply extends z.ZodType> {
  readonly plural: string;
  readonly tag: string;
  readonly summaries: { readonly list: string };
  readonly filters: Filters;
  readonly reply: Reply;
  list(query: z.output<typeof ListQuery> & z.output<Filters>): Promise<{ rows: Row[]; total: number }>;
  /** The rows as this operator sees them. */
  toReplies(rows: Row[], viewer: Viewer): z.input<Reply>[] | Promise<z.input<Reply>[]>;
}

/** How operators read records, and each of them at /api/admin/{plural}/{id}. */
interface Records<Row, Filters extends z.ZodObject, Reply extends z.ZodType, Id = number>
  extends Listed<Row, Filters, Reply> {
  readonly summaries: { readonly list: string; readonly one: string };
  /** Of one record; a whole number by default. */
  readonly params?: z.ZodType<{ id: Id }>;
  notFound(): Refusal;
  find(id: Id): Promise<Row | undefined>;
}

/** What an operator does with one record: POST /api/admin/{plural}/{id}/{action}. */
export interface RecordAction<Body = unknown, Id = number> {
  readonly action: string;
  readonly summary: string;
  readonly errors: readonly ErrorCode[];
  readonly body?: z.ZodType<Body>;
  /** Whether it takes an Idempotency-Key; true by default. */
  readonly isKeyed?: boolean;
  /** Whether it may return a request for a second operator (O3a), for a reply of 202. */
  readonly waits?: boolean;
  /** Returns the reply; undefined for the record as it is afterwards. */
  run(command: ActionCommand<Body, Id>): Promise<unknown>;
}

export interface ActionCommand<Body, Id = number> {
  id: Id;
  operatorId: string;
  /** The Idempotency-Key (P6). */
  key: string | undefined;
  body: Body;
}

/** Types the body of an action in a list of several. */
export const recordAction = <Body, Id = number>(action: RecordAction<Body, Id>) =>
  action as RecordAction<unknown, Id>;

type ZodApp = Parameters<FastifyPluginAsyncZod>[0];

export function serveList<Row, Filters extends z.ZodObject, Reply extends z.ZodType>(
  app: ZodApp,
  records: Listed<Row, Filters, Reply>,
): void {
  const { plural } = records;
  // Inside, schemas are untyped: `Listed` types what is passed to them.
  const response: z.ZodType = records.reply;
  app.get(
    `/admin/${plural}`,
    {
      config: adminConfig,
      schema: {
        tags: [records.tag],
        summary: records.summaries.list,
        description: listDescription,
        querystring: ListQuery.extend(records.filters.shape),
        response: { 200: z.array(response) },
      },
    },
    async ({ viewer, query }, reply) => {
      const requested = query as z.output<typeof ListQuery> & z.output<Filters>;
      const { rows, total } = await records.list(requested);
      reply.header('content-range', contentRange(plural, requested, rows.length, total));
      return records.toReplies(rows, viewer);
    },
  );
}

/** Registers list, record and actions. Returns the function that reads one record for a reply. */
export function serveRecords<Row, Filters extends z.ZodObject, Reply extends z.ZodType, Id = number>(
  app: ZodApp,
  records: Records<Row, Filters, Reply, Id>,
  actions: readonly RecordAction<unknown, Id>[] = [],
): (id: Id, viewer: Viewer) => Promise<z.input<Reply>> {
  const { plural, summaries, params = IdParams } = records;
  const tags = [records.tag];
  // Inside, schemas are untyped: `Records` types what is passed to them.
  const response: z.ZodType = records.reply;

  async function get(id: Id, viewer: Viewer): Promise<z.input<Reply>> {
    const row = await records.find(id);
    if (!row) throw records.notFound();
    const [reply] = await records.toReplies([row], viewer);
    return reply as z.input<Reply>;
  }

  serveList(app, records);

  app.get(
    `/admin/${plural}/:id`,
    {
      config: { ...adminConfig, errors: [records.notFound().code] },
      schema: { tags, summary: summaries.one, params, response: { 200: response } },
    },
    ({ viewer, params: { id } }) => get(id as Id, viewer),
  );

  serveActions(app, records, actions, get);
  return get;
}

function serveActions<Row, Filters extends z.ZodObject, Reply extends z.ZodType, Id>(
  app: ZodApp,
  records: Records<Row, Filters, Reply, Id>,
  actions: readonly RecordAction<unknown, Id>[],
  get: (id: Id, viewer: Viewer) => Promise<unknown>,
): void {
  const { plural, tag, params = IdParams } = records;
  const response: z.ZodType = records.reply;
  for (const { action, summary, errors, body, isKeyed = true, waits = false, run } of actions)
    app.post(
      `/admin/${plural}/:id/${action}`,
      {
        config: { ...adminConfig, errors },
        schema: {
          tags: [tag],
          summary,
          params,
          ...(isKeyed && { headers: IdempotencyHeaders }),
          ...(body && { body }),
          response: { 200: response, ...(waits && { 202: ApprovalPending }) },
        },
      },
      async (request, reply: FastifyReply) => {
        const { id } = request.params as { id: Id };
        const key = isKeyed ? (request.headers['idempotency-key'] as string | undefined) : undefined;
        const { viewer } = request;
        const replied = await run({ id, operatorId: viewer.userId, key, body: request.body });
        return reply.code(waits && replied ? 202 : 200).send(replied ?? (await get(id, viewer)));
      },
    );
}
