import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { completeDocument, describeRoute } from './api-document.ts';
import { renderSocketEvents } from './socket-events-page.ts';

const BEARER = 'bearer';

/** Serves /docs: the API document, generated from the routes' schemas. Register before the routes. */
export const docs = fp(async (app: FastifyInstance, { publicUrl }: { publicUrl: string }) => {
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
    uiConfig: { docExpansion: 'list' },
  });
  app.get('/docs/sockets', async (_request, reply) => {
    const page = renderSocketEvents();
    return reply.type('text/html; charset=utf-8').send(page);
  });
});
