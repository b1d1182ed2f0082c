import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

/** A POST without a body but with a JSON content type is fine (R1); everything else is parsed as Fastify does. */
export const jsonBody = fp(async (app: FastifyInstance) => {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    return parse(request, body as string, done);
  });
  app.removeContentTypeParser('text/plain');
});
