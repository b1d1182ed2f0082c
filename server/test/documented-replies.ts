import diagnostics from 'node:diagnostics_channel';
import { ErrorReply } from '@copup/shared/wire.ts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const DOCUMENT = 'api';
/** Their errors are pages too. */
const pages: ReadonlySet<string | undefined> = new Set(['/r', '/r/:code']);
const howTo = `How to describe a reply: a refusal's code belongs into \`config.errors\` of its route, beside \`access\` and
\`limit\`, as in { config: { access: 'player', errors: ['CART_EMPTY'] } }; its status follows from shared/src/errors.ts. Codes that
many routes share because of their access, method or headers are in server/src/plugins/route-errors.ts. A success needs
its status and its schema in \`schema.response\`.`;

const errors: string[] = [];
let isWatching = false;
/** By the routes of a server, since servers with the same routes have the same document and building it takes 0.2 s. */
const validators = new Map<string, Ajv2020>();
const routesOf = new WeakMap<FastifyInstance, string[]>();

/**
 * Compares every reply of every server in this process with the server's OpenAPI document from now on. Every test file
 * of a process calls it; a second call does nothing.
 */
export function watchReplies(): void {
  if (isWatching) return;
  isWatching = true;
  diagnostics.subscribe('fastify.initialization', (message) => {
    const { fastify } = message as { fastify: FastifyInstance };
    const routes: string[] = [];
    routesOf.set(fastify, routes);
    fastify.addHook('onRoute', ({ method, url }) => void routes.push(`${method} ${url}`));
    fastify.addHook('onSend', (request, reply, payload, done) => {
      const error = 'swagger' in fastify ? errorOfReply(fastify, request, reply, payload) : undefined;
      if (error !== undefined) errors.push(`${request.method} ${request.url.split('?', 1)[0]}: ${error}`);
      done(null, payload);
    });
  });
}

/** Throws when a reply since the last call differed from the document. */
export function assertRepliesDocumented(): void {
  const found = [...new Set(errors.splice(0))];
  if (found.length > 0)
    throw new Error(`Replies that /docs does not describe:\n- ${found.join('\n- ')}\n\n${howTo}`);
}

function errorOfReply(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): string | undefined {
  if (request.method === 'HEAD' || request.method === 'OPTIONS') return undefined;
  const { statusCode: status } = reply;
  const url = request.is404 ? undefined : request.routeOptions?.url;
  const isDocumented = url?.startsWith('/api/') === true;
  if (!isDocumented && (status < 400 || pages.has(url))) return undefined;
  const body = typeof payload === 'string' && isJson(reply) ? (JSON.parse(payload) as unknown) : undefined;
  if (!isDocumented)
    return ErrorReply.safeParse(body).success ? undefined : `${status} ${payload} is not {code, message}`;
  const path = url
    .replace(/:(\w+)/g, '{$1}')
    .replaceAll('~', '~0')
    .replaceAll('/', '~1');
  const pointer = `${DOCUMENT}#/paths/${path}/${request.method.toLowerCase()}/responses/${status}`;
  const type = isJson(reply) ? 'application/json' : mediaTypeOf(reply);
  const validate = ajvOf(app).getSchema(`${pointer}/content/${type.replaceAll('/', '~1')}/schema`);
  if (validate && !isJson(reply)) return undefined;
  if (!validate) return `${status} ${(body as { code?: string } | undefined)?.code ?? ''} has no description`;
  if (validate(body)) return undefined;
  const [error] = validate.errors ?? [];
  const isUnknownCode = status >= 400 && error?.instancePath === '/code';
  if (isUnknownCode) return `the code ${(body as ErrorReply).code} of a ${status} is not named`;
  return `the body of a ${status} does not match: ${ajvOf(app).errorsText(validate.errors)}`;
}

const isJson = (reply: FastifyReply) =>
  String(reply.getHeader('content-type')).startsWith('application/json');

const mediaTypeOf = (reply: FastifyReply) => String(reply.getHeader('content-type')).split(';', 1)[0] ?? '';

function ajvOf(app: FastifyInstance): Ajv2020 {
  const routes = routesOf.get(app)?.join('\n') ?? '';
  let ajv = validators.get(routes);
  if (!ajv) {
    ajv = new Ajv2020({ strict: false, allErrors: false });
    addFormats.default(ajv);
    ajv.addSchema(app.swagger(), DOCUMENT, false, false);
    validators.set(routes, ajv);
  }
  return ajv;
}
