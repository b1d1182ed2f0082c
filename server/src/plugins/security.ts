import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import type { Config } from '../config.ts';
import { Refusal } from '../errors.ts';

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
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
    await app.register(cors, {
      origin: [...allowedOrigins],
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      allowedHeaders: ['authorization', 'content-type', 'idempotency-key'],
      exposedHeaders: ['content-range', 'retry-after', 'x-request-id'],
      maxAge: 600,
    });
    app.addHook('onRequest', async ({ method, headers }) => {
      if (SAFE_METHODS.has(method) || headers.origin === undefined) return;
      if (!isKnownOrigin(headers.origin, headers.host)) {
        throw new Refusal('FORBIDDEN', 'Requests from this site are not accepted.');
      }
    });

    function isKnownOrigin(origin: string, host: string | undefined): boolean {
      if (origin === publicUrl || allowedOrigins.includes(origin)) return true;
      // Reached by another name, as a phone in the local network does.
      return URL.canParse(origin) && new URL(origin).host === host;
    }
  },
);
