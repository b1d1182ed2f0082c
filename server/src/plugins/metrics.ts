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
 * /metrics for Prometheus, and the count of every answer. With METRICS_TOKEN, whoever brings it may read; without one,
 * outside production, whoever connects directly from this machine or a private network. A proxy that says nothing of
 * whom it speaks for looks just like that, so in production there is no way without the token.
 */
export const metrics = fp(async (app: FastifyInstance, { metrics, config }: MetricsOptions) => {
  app.addHook('onResponse', (request, reply, done) => {
    metrics.answered({
      method: request.is404 ? 'ANY' : request.method,
      route: request.is404 ? 'none' : (request.routeOptions.url ?? 'none'),
      status: reply.statusCode,
      durationMs: reply.elapsedTime,
    });
    done();
  });
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, config)) throw new Refusal('NOT_FOUND', 'There is nothing here.');
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
