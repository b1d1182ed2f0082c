import type { IncomingHttpHeaders } from 'node:http';
import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import type { Config } from '../config.ts';
import { Refusal } from '../errors.ts';

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
/** A browser's preflight names both; any other OPTIONS is a method that no route has. */
const isPreflight = (headers: IncomingHttpHeaders): boolean =>
  headers.origin !== undefined && headers['access-control-request-method'] !== undefined;
/** No origin is longer; longer ones are not parsed. */
const MAX_ORIGIN_LENGTH = 300;
const GOOGLE = 'https://accounts.google.com/gsi/';

/** Headers that tell browsers what this site is allowed to do, and who else's pages may call it. */
export const security = fp(
  async (app: FastifyInstance, { publicUrl, allowedOrigins, googleClientId }: Config) => {
    const isTls = publicUrl.startsWith('https:');
    const google = googleClientId === undefined ? [] : [GOOGLE];
    await app.register(helmet, {
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          'default-src': ["'self'"],
          'script-src': ["'self'", ...(googleClientId === undefined ? [] : [`${GOOGLE}client`])],
          'style-src': ["'self'", ...(googleClientId === undefined ? [] : [`${GOOGLE}style`])],
          'img-src': ["'self'", 'data:', 'blob:'],
          'font-src': ["'self'"],
          // Websockets of this very host; old browsers do not count them as 'self'.
          'connect-src': ["'self'", publicUrl.replace(/^http/, 'ws'), ...google],
          'frame-src': google.length > 0 ? google : ["'none'"],
          'frame-ancestors': ["'none'"],
          'object-src': ["'none'"],
          'base-uri': ["'none'"],
          'form-action': ["'self'"],
          ...(isTls ? { 'upgrade-insecure-requests': [] } : {}),
        },
      },
      strictTransportSecurity: isTls ? { maxAge: 31_536_000, includeSubDomains: true } : false,
      // Both need a secure context and only warn on the plain HTTP of a phone in the local network.
      crossOriginOpenerPolicy: googleClientId === undefined ? isTls : { policy: 'same-origin-allow-popups' },
      originAgentCluster: isTls,
      crossOriginResourcePolicy: { policy: 'same-origin' },
      frameguard: { action: 'deny' },
      referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    });
    // Before the CORS plugin, which refuses what is no preflight in a shape of its own.
    app.addHook('onRequest', ({ method, headers }, reply, done) => {
      if (method === 'OPTIONS' && !isPreflight(headers)) {
        reply.callNotFound();
        return;
      }
      if (SAFE_METHODS.has(method) || headers.origin === undefined) return done();
      if (isKnownOrigin(headers.origin, headers.host)) return done();
      done(new Refusal('FORBIDDEN', 'Requests from this site are not accepted.'));
    });
    await app.register(cors, {
      origin: [...allowedOrigins],
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      allowedHeaders: ['authorization', 'content-type', 'idempotency-key'],
      exposedHeaders: ['content-range', 'retry-after', 'x-request-id'],
      maxAge: 600,
    });
    function isKnownOrigin(origin: string, host: string | undefined): boolean {
      if (origin === publicUrl || allowedOrigins.includes(origin)) return true;
      // Reached by another name, as a phone in the local network does.
      return origin.length <= MAX_ORIGIN_LENGTH && URL.canParse(origin) && new URL(origin).host === host;
    }
  },
);
