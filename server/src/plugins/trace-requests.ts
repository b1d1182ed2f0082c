import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { type Span, tracer } from '../tracing.ts';

/**
 * Starts a trace for each request of the API while traces are exported. A trace context sent by a client is ignored:
 * clients do not decide what is recorded.
 */
export const traceRequests = fp(async (app: FastifyInstance) => {
  const by = tracer;
  if (!by) return;
  const spans = new WeakMap<FastifyRequest, Span>();
  app.addHook('onRequest', (request, _reply, done) => {
    const { url = '' } = request.routeOptions;
    // The route's pattern: a URL can hold ids and what a person searched.
    const span = by.root('server', `${request.method} ${url}`, {
      'http.request.method': request.method,
      'http.route': url,
    });
    if (span) spans.set(request, span);
    done();
  });
  app.addHook('preHandler', (request, _reply, done) => {
    const span = spans.get(request);
    if (span) by.run(span, done);
    else done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request);
    span?.add({ 'http.response.status_code': reply.statusCode });
    span?.end(reply.statusCode >= 500 ? new Error('the reply is an error of the server') : undefined);
    done();
  });
});
