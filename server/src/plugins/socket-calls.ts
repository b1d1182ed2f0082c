import { SOCKET_CALL } from '@copup/shared/room-names.ts';
import { SocketCall, type SocketCallAck } from '@copup/shared/socket-calls.ts';
import { IdempotencyHeaders } from '@copup/shared/wire.ts';
import type { RouteOptions } from 'fastify';
import fp from 'fastify-plugin';
import { z } from 'zod';
import { replyInTime } from '../deadline.ts';
import type { Deps } from '../deps.ts';
import type { Metrics } from '../ops/registry.ts';
import { JsonText } from '../rooms/direct-writes.ts';
import type { SocketCommand } from '../rooms/socket-events.ts';
import type { CommandReply, CommandRequest } from '../routes.ts';
import { tracer } from '../tracing.ts';
import { admit, type RouteConfig } from './auth.ts';
import { fieldsInvalid, logError, toRefusal } from './errors.ts';
import { replySerializer } from './reply-serializer.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route as clients name it when they send it over the socket. */
    bySocket?: string;
  }
}

export interface SocketCallsOptions {
  deps: Deps;
  metrics: Metrics;
}

const KEY = 'idempotency-key';
/** Its params are checked once, by the schema of the call's path. */
const Sent = SocketCall.extend({ params: z.unknown().optional() });
type Sent = z.output<typeof Sent>;

interface ServedCall {
  method: string;
  url: string;
  config: RouteConfig;
  params: z.ZodType;
  /** The names in the path. */
  names: readonly string[];
  body: z.ZodType;
  /** Writes the reply as over HTTP. */
  serialize: (reply: unknown) => string;
  handle(request: CommandRequest, reply: CommandReply): unknown;
}

/**
 * Serves calls over the socket with the handlers of their routes. Register it after `auth`, whose decisions it uses, and
 * before `replyInTimePlugin`: the deadline of a call counts from its event.
 */
export const socketCalls = fp<SocketCallsOptions>(async (app, { deps, metrics }) => {
  const calls = new Map<string, ServedCall>();
  app.addHook('onRoute', (route) => {
    const name = route.config?.bySocket;
    if (name !== undefined) calls.set(name, served(route));
  });
  const command: SocketCommand<Sent, SocketCallAck | JsonText> = {
    event: SOCKET_CALL,
    schema: Sent,
    async run(viewer, sent, network) {
      const call = calls.get(sent.call);
      if (!call)
        return { ok: false, code: 'NOT_FOUND', message: 'This call cannot be sent over the socket.' };
      const { method, url, config } = call;
      tracer?.current()?.add({ 'http.request.method': method, 'http.route': url });
      const startedAt = performance.now();
      let status = 200;
      try {
        await admit(deps, config, viewer, network);
        const request = parse(call, sent, viewer);
        const elapsed = {
          get elapsedTime() {
            return performance.now() - startedAt;
          },
        };
        const reply = await replyInTime(() => call.handle(request, elapsed));
        return new JsonText(`{"ok":true,"reply":${call.serialize(reply)}}`);
      } catch (error) {
        const refusal = toRefusal(error);
        status = refusal.statusCode;
        if (status >= 500) logError(deps.log, { call: url }, error, refusal);
        throw refusal;
      } finally {
        tracer?.current()?.add({ 'http.response.status_code': status });
        metrics.answered({
          method,
          route: url,
          status,
          durationMs: performance.now() - startedAt,
          transport: 'socket',
        });
      }
    },
  };
  deps.rooms.defineCommand(command);
});

function served({ method, url, config, schema, handler }: RouteOptions): ServedCall {
  const { params, body, response } = schema as Record<'params' | 'body', z.ZodType> & {
    response: { 200: z.ZodType };
  };
  return {
    method: String(method),
    url,
    config: config as RouteConfig,
    params: params ?? z.unknown(),
    names: Object.keys((params as z.ZodObject | undefined)?.shape ?? {}),
    body: body ?? z.unknown(),
    serialize: replySerializer({ schema: response[200], method: String(method), url, httpStatus: '200' }),
    handle: handler as unknown as ServedCall['handle'],
  };
}

/** Throws VALIDATION_FAILED like the route: for its path, then its body, then its key. */
function parse(call: ServedCall, sent: Sent, viewer: CommandRequest['viewer']): CommandRequest {
  const texts: Record<string, unknown> = {};
  for (const name of call.names) {
    const value = (sent.params as Record<string, unknown> | null | undefined)?.[name];
    texts[name] = typeof value === 'number' ? String(value) : value;
  }
  const params = parsed(call.params, texts);
  const body = parsed(call.body, sent.body);
  const key = parsed(IdempotencyHeaders.shape[KEY], sent.key, [KEY]);
  return { viewer, params, body, key };
}

function parsed<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  within: readonly string[] = [],
): z.output<Schema> {
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  const issues = error.issues.map(({ path, message }) => ({ path: [...within, ...path].join('.'), message }));
  throw fieldsInvalid(issues);
}
