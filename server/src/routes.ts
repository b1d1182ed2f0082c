import { ApprovalPending } from '@copup/shared/admin.ts';
import type { Call, CallTable, Method, Replied, TaggedCalls } from '@copup/shared/call.ts';
import { GuardHeaders } from '@copup/shared/consequences.ts';
import { IdempotencyHeaders } from '@copup/shared/wire.ts';
import multipart from '@fastify/multipart';
import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { listDescription } from './operators/operator-list.ts';

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : unknown;
type CallRequest<Of extends Call> = FastifyRequest<{
  Params: Parsed<Of['params']>;
  Querystring: Parsed<Of['query']>;
  Body: Parsed<Of['body']>;
}>;
type HandlerReply<Of extends Call> =
  | Replied<Of>
  | (Of['mayWait'] extends true ? ApprovalPending : never)
  | FastifyReply;
/** What there is of a call over the socket, too: a handler of such a call that uses more does not compile. */
export type CommandRequest<Request extends FastifyRequest = FastifyRequest> = Pick<
  Request,
  'viewer' | 'key' | 'params' | 'body'
>;
export type CommandReply = Pick<FastifyReply, 'elapsedTime'>;
type Handler<Of extends Call> = Of['bySocket'] extends true
  ? (request: CommandRequest<CallRequest<Of>>, reply: CommandReply) => Replied<Of> | Promise<Replied<Of>>
  : (request: CallRequest<Of>, reply: FastifyReply) => HandlerReply<Of> | Promise<HandlerReply<Of>>;

/** Serves each call of the table with its handler. A call without one does not compile. */
export const routes = <Calls extends CallTable>(
  { tag, calls, path }: TaggedCalls<Calls>,
  handlers: { readonly [Route in keyof Calls]: Calls[Route] extends Call ? Handler<Calls[Route]> : never },
): FastifyPluginAsyncZod => {
  const plugin: FastifyPluginAsyncZod = async (app) => {
    if (Object.values<Call>(calls).some(({ form }) => form)) await app.register(multipart);
    for (const [route, call] of Object.entries<Call>(calls)) {
      const [method, below] = route.split(' ') as [Method, string];
      const handler = handlers[route as keyof Calls] as unknown as RouteHandlerMethod;
      app.route({
        method,
        url: path + (below === '/' ? '' : below),
        ...(call.bodyLimit !== undefined && { bodyLimit: call.bodyLimit }),
        config: { ...configOf(call), ...(call.bySocket && { bySocket: route }) },
        schema: schemaOf(tag, call),
        handler: call.status === undefined ? handler : withStatus(call.status, handler),
      });
    }
  };
  // For a plugin without a name Fastify searches all loaded modules, which took a quarter of an application's start.
  return Object.assign(plugin, { [Symbol.for('fastify.display-name')]: tag });
};

const withStatus = (status: number, handler: RouteHandlerMethod): RouteHandlerMethod =>
  function setStatus(this, request, reply) {
    reply.status(status);
    return handler.call(this, request, reply);
  };

function configOf({
  access,
  limit,
  errors,
  needsRecentSignIn,
  isForEnrolment,
  isForSuspended,
  movesCoins,
  right,
  form,
}: Call) {
  return {
    ...(access && { access }),
    ...(limit && { limit }),
    ...(errors && { errors }),
    ...(needsRecentSignIn !== undefined && { needsRecentSignIn }),
    ...(isForEnrolment && { isForEnrolment }),
    ...(isForSuspended && { isForSuspended }),
    ...(movesCoins && { movesCoins }),
    ...(right && { right }),
    ...(form && form !== true && { form }),
  };
}

function schemaOf(tag: string, { summary, params, query, body, form, ...call }: Call) {
  const headers = headersOf(call);
  const description = query && 'perPage' in query.shape ? listDescription : call.description;
  return {
    tags: [call.tag ?? tag],
    summary,
    ...(description && { description }),
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(headers && { headers }),
    ...(body && { body }),
    ...(form && { consumes: ['multipart/form-data'] }),
    response: {
      [call.status ?? 200]: call.reply,
      ...(call.mayWait && { 202: call.mayWait === true ? ApprovalPending : call.mayWait }),
    },
  };
}

function headersOf({ hasKey, hasGuard }: Pick<Call, 'hasKey' | 'hasGuard'>): z.ZodObject | undefined {
  if (hasKey && hasGuard) return z.object({ ...GuardHeaders.shape, ...IdempotencyHeaders.shape });
  if (hasGuard) return GuardHeaders;
  return hasKey ? IdempotencyHeaders : undefined;
}
