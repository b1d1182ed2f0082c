import { timingSafeEqual } from 'node:crypto';
import { BlockList, isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { Config } from '../config.ts';
import { Refusal } from '../errors.ts';
import type { Metrics } from '../ops/registry.ts';

export interface MetricsOptions {
  metrics: Metrics;
  config: Pick<Config, 'metricsToken' | 'isProduction'>;
}

/** Any of these says that somebody stands between us and whoever asks. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

const near = new BlockList();
near.addSubnet('127.0.0.0', 8, 'ipv4');
near.addSubnet('10.0.0.0', 8, 'ipv4');
near.addSubnet('172.16.0.0', 12, 'ipv4');
near.addSubnet('192.168.0.0', 16, 'ipv4');
near.addAddress('::1', 'ipv6');
near.addSubnet('fc00::', 7, 'ipv6');

/**
 * /metrics for Prometheus, and the count of every answer. With METRICS_TOKEN, whoever brings it may read; without one,
 * outside production, whoever connects directly from this machine or a private network. A proxy that says nothing of
 * whom it speaks for looks just like that, so in production there is no way without the token.
 */
export const metrics = fp(async (app: FastifyInstance, { metrics, config }: MetricsOptions) => {
  app.addHook('onResponse', async (request, reply) => {
    metrics.answered({
      method: request.is404 ? 'ANY' : request.method,
      route: request.is404 ? 'none' : (request.routeOptions.url ?? 'none'),
      status: reply.statusCode,
      durationMs: reply.elapsedTime,
    });
  });
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, config)) throw new Refusal('NOT_FOUND', 'There is nothing here.');
    const { contentType, text } = await metrics.read();
    return reply.header('cache-control', 'no-store').type(contentType).send(text);
  });
});

function mayRead(request: FastifyRequest, { metricsToken, isProduction }: MetricsOptions['config']): boolean {
  if (metricsToken !== undefined) return isBearer(request.headers.authorization, metricsToken);
  if (isProduction || FORWARDED.some((name) => request.headers[name] !== undefined)) return false;
  // The other end of the line itself: what a header claims about it does not count.
  const address = (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  const version = isIP(address);
  return version !== 0 && near.check(address, version === 6 ? 'ipv6' : 'ipv4');
}

function isBearer(header: string | undefined, token: string): boolean {
  const given = Buffer.from(/^Bearer +(\S{1,512})$/i.exec(header ?? '')?.[1] ?? '');
  const wanted = Buffer.from(token);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
