import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { Config } from '../config.ts';
import { isDirectNeighbour } from '../direct-neighbour.ts';
import { Refusal } from '../errors.ts';
import type { Metrics } from '../ops/registry.ts';

export interface MetricsOptions {
  metrics: Metrics;
  config: Pick<Config, 'metricsToken' | 'isProduction'>;
}

/**
 * Serves /metrics for Prometheus and counts every reply. With METRICS_TOKEN, requests with the token may read it;
 * without one, outside production, direct connections from this machine or a private network may. A proxy that does not
 * mark forwarded requests is indistinguishable from such a connection, so production requires the token.
 */
export const metrics = fp(async (app: FastifyInstance, { metrics, config }: MetricsOptions) => {
  app.addHook('onResponse', (request, reply, done) => {
    metrics.answered({
      method: request.is404 ? 'ANY' : request.method,
      route: request.is404 ? 'none' : (request.routeOptions.url ?? 'none'),
      status: reply.statusCode,
      durationMs: reply.elapsedTime,
      transport: 'http',
    });
    done();
  });
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, config)) throw new Refusal('NOT_FOUND', 'Not found: /metrics.');
    const { contentType, text } = await metrics.read();
    return reply.header('cache-control', 'no-store').type(contentType).send(text);
  });
});

function mayRead(request: FastifyRequest, { metricsToken, isProduction }: MetricsOptions['config']): boolean {
  if (metricsToken !== undefined) return isBearer(request.headers.authorization, metricsToken);
  return !isProduction && isDirectNeighbour(request.raw);
}

function isBearer(header: string | undefined, token: string): boolean {
  const given = Buffer.from(/^Bearer +(\S{1,512})$/i.exec(header ?? '')?.[1] ?? '');
  const wanted = Buffer.from(token);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
