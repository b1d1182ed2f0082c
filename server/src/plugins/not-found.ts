import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { Refusal } from '../errors.ts';
import { sendRefusal } from './errors.ts';

export interface NotFoundOptions {
  /** Serves a browser's request for a page of the app; undefined when the app is not built. */
  servePage?: (reply: FastifyReply) => FastifyReply;
}

/** Replies 404 and 405 in the shape of all errors; URLs of the React app get its page. */
export const notFound = fp(async (app: FastifyInstance, { servePage }: NotFoundOptions) => {
  const known: { pattern: RegExp; methods: Set<string> }[] = [];
  const bySource = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    if (url.includes('*')) return;
    const source = `^${url.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace(/:[^/]+/g, '[^/]+')}/?$`;
    let methods = bySource.get(source);
    if (!methods) {
      methods = new Set();
      bySource.set(source, methods);
      known.push({ pattern: new RegExp(source), methods });
    }
    for (const each of [method].flat()) methods.add(each);
  });
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/';
    const methods = known.filter(({ pattern }) => pattern.test(path)).flatMap((route) => [...route.methods]);
    if (methods.length > 0 && !methods.includes(request.method)) {
      reply.header('allow', [...new Set(methods)].sort().join(', '));
      return sendRefusal(reply, new Refusal('METHOD_NOT_ALLOWED', 'This method is not allowed here.'));
    }
    if (servePage && isPage(request, path)) return servePage(reply);
    return sendRefusal(reply, new Refusal('NOT_FOUND', 'Not found.'));
  });
});

/** URLs that are not pages of the app: a missing file must not be answered with a page. */
const NOT_PAGES = /^\/(api|assets|uploads|docs|dev|socket\.io|healthz|readyz)(\/|$)|\.[a-z0-9]{1,8}$/i;

function isPage(request: FastifyRequest, path: string): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  return !NOT_PAGES.test(path) && (request.headers.accept ?? '').includes('text/html');
}
