import { readFileSync } from 'node:fs';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { completeDocument, describeRoute } from './api-document.ts';
import { renderSocketEvents, type SocketCallText, socketSchemas } from './socket-docs/page.ts';

const BEARER = 'bearer';
const socketStyle = readFileSync(new URL('./socket-docs/style.css', import.meta.url), 'utf8');

interface DocsOptions {
  publicUrl: string;
  /** Returns whether the request may read what is for operators; without it every request may. */
  mayReadConsole?: (request: FastifyRequest) => Promise<boolean>;
}

/** Runs in the browser: a signed-in operator opens the document, and tries calls, with the token of the app. */
function sendToken<Sent extends object>(request: Sent): Sent {
  const { localStorage } = globalThis as unknown as { localStorage: { token?: string } };
  if (!localStorage.token) return request;
  return Object.assign(request, {
    headers: { ...(request as { headers?: object }).headers, authorization: `Bearer ${localStorage.token}` },
  });
}

/** Serves /docs: the API document, generated from the routes' schemas. Register before the routes. */
export const docs = fp(async (app: FastifyInstance, options: DocsOptions) => {
  const { publicUrl, mayReadConsole = async () => true } = options;
  const readers = new WeakSet<FastifyRequest>();
  const bySocket: SocketCallText[] = [];
  app.addHook('onRoute', ({ config, schema }) => {
    if (config?.bySocket !== undefined)
      bySocket.push({ call: config.bySocket, summary: schema?.summary ?? '' });
  });
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Copup',
        version: '1.8.1',
        description:
          'Commands are sent over HTTP; updates arrive over the socket, see [socket events](/docs/sockets).',
      },
      servers: [{ url: publicUrl }],
      components: { securitySchemes: { [BEARER]: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    transform: (route) => {
      const transformed = jsonSchemaTransform(route);
      const access = route.route.config?.access;
      const isHidden = !route.url.startsWith('/api/');
      return {
        ...transformed,
        schema: {
          ...transformed.schema,
          ...describeRoute(route.route),
          hide: isHidden || transformed.schema.hide,
          security: access === 'public' ? [] : [{ [BEARER]: [] }],
        },
      };
    },
    transformObject: (document) =>
      completeDocument('openapiObject' in document ? document.openapiObject : {}),
  });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: true,
    uiConfig: { docExpansion: 'list', requestInterceptor: sendToken },
    uiHooks: {
      preHandler: async (request) => {
        if (await mayReadConsole(request)) readers.add(request);
      },
    },
    transformSpecificationClone: false,
    transformSpecification: (document, request) =>
      readers.has(request) ? document : { ...document, paths: withoutConsole(document.paths) },
  });
  const socketDocs = async (request: FastifyRequest) => ({
    hasConsole: await mayReadConsole(request),
    calls: bySocket,
    publicUrl,
  });
  app.get('/docs/sockets', async (request, reply) =>
    reply.type('text/html; charset=utf-8').send(renderSocketEvents(await socketDocs(request))),
  );
  app.get('/docs/sockets/json', async (request) => socketSchemas(await socketDocs(request)));
  app.get('/docs/sockets/style.css', async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(socketStyle),
  );
});

const withoutConsole = (paths: object = {}) =>
  Object.fromEntries(Object.entries(paths).filter(([path]) => !path.startsWith('/api/admin/')));
