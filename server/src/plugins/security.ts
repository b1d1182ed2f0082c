import type { IncomingHttpHeaders } from 'node:http';
import { instagramOrigin } from '@copup/shared/instagram.ts';
import cors, { type FastifyCorsOptions } from '@fastify/cors';
import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify';
import fp from 'fastify-plugin';
import helmet from 'helmet';
import type { Config } from '../config.ts';
import { Refusal } from '../errors.ts';

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
/** A browser's preflight has both headers; any other OPTIONS is an unsupported method. */
const isPreflight = (headers: IncomingHttpHeaders): boolean =>
  headers.origin !== undefined && headers['access-control-request-method'] !== undefined;
/** No valid origin is longer; longer ones are not parsed. */
const MAX_ORIGIN_LENGTH = 300;
const GOOGLE = 'https://accounts.google.com/gsi/';
/** The policy of API replies: they are data, and nothing in them may be loaded or executed. */
const DATA_POLICY = "default-src 'none'";
/** The page of `paths.payByCard`, which alone may load and frame the card provider's checkout (X12). */
const PAY_PAGE = /^\/pay\/?(?:\?|$)/;
/** The page of `paths.blog`, which alone may frame Instagram (X12). It does so after a tap only. */
const BLOG_PAGE = /^\/blog\/?(?:\?|$)/;
/** Pages with a camera. A browser applies the header of the document that it loaded, so links to them must load theirs. */
const CAMERA_PAGE = /^\/(?:send|verify)\/?(?:\?|$)/;
/** Features that no page uses and no script may request. */
const NO_FEATURES = 'microphone=(), geolocation=(), usb=(), serial=(), midi=(), display-capture=()';
const isApi = ({ raw }: FastifyRequest): boolean => raw.url?.startsWith('/api/') === true;

/** Sets security headers and decides which other origins may call the API. */
export const security = fp(async (app: FastifyInstance, config: Config) => {
  const { publicUrl, allowedOrigins } = config;
  const setPageHeaders = pageHeaders(config);
  const setPayHeaders = pageHeaders(config, cardProviderSources(config));
  const setBlogHeaders = pageHeaders(config, { scripts: [], frames: [instagramOrigin] });
  const headersOf = (url = '') =>
    PAY_PAGE.test(url) ? setPayHeaders : BLOG_PAGE.test(url) ? setBlogHeaders : setPageHeaders;
  app.addHook('onRequest', (request, reply, done) => {
    const { raw, headers, method } = request;
    if (isApi(request)) {
      reply.header('content-security-policy', DATA_POLICY);
      reply.header('x-content-type-options', 'nosniff');
      reply.header('cache-control', 'no-store');
      // HTTP/1.1 connections stay open unless a header closes them.
      if (raw.httpVersionMinor === 1 && reply.raw.shouldKeepAlive) reply.raw.removeHeader('connection');
    } else {
      headersOf(raw.url)(raw, reply.raw, () => undefined);
      const camera = CAMERA_PAGE.test(raw.url ?? '') ? '(self)' : '()';
      reply.header('permissions-policy', `camera=${camera}, ${NO_FEATURES}`);
    }
    // Runs before the CORS plugin, which refuses other OPTIONS requests in its own format.
    if (method === 'OPTIONS' && !isPreflight(headers)) {
      reply.callNotFound();
      return;
    }
    if (
      headers.origin === undefined ||
      SAFE_METHODS.has(method) ||
      isKnownOrigin(headers.origin, headers.host)
    )
      return done();
    done(new Refusal('FORBIDDEN', 'Requests from this site are not accepted.'));
  });
  await app.register(corsForOthers, {
    origin: [...allowedOrigins],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: ['authorization', 'content-type', 'idempotency-key'],
    exposedHeaders: ['content-range', 'retry-after', 'x-request-id'],
    maxAge: 600,
  });

  function isKnownOrigin(origin: string, host: string | undefined): boolean {
    if (origin === publicUrl || allowedOrigins.includes(origin)) return true;
    // Allows the server under another name, as from a phone in the local network.
    return origin.length <= MAX_ORIGIN_LENGTH && URL.canParse(origin) && new URL(origin).host === host;
  }
});

/**
 * Registers @fastify/cors for all requests except API requests without an Origin header, to whose replies it would add
 * CORS headers and `Vary`. Replies of the API are not cached, so these need neither.
 */
const corsForOthers = fp(async (app: FastifyInstance, options: FastifyCorsOptions) => {
  const addHook = (name: 'onRequest', hook: onRequestHookHandler) =>
    app.addHook(name, (request, reply, done) => {
      if (request.headers.origin === undefined && isApi(request)) return done();
      return hook.call(app, request, reply, done);
    });
  cors(Object.create(app, { addHook: { value: addHook } }), options, () => undefined);
});

/** What a page may load and frame beside what all pages may. */
interface FurtherSources {
  scripts: readonly string[];
  frames: readonly string[];
}

/** The card provider's script, and the checkout that it opens in a frame (X12). Nothing else of it, in particular no requests. */
function cardProviderSources({ cardPayments }: Config): FurtherSources | undefined {
  if (!cardPayments) return undefined;
  const { origin, hostname } = new URL(cardPayments.scriptUrl);
  const isOwn = hostname.endsWith('.flutterwave.com');
  const frames = isOwn ? [origin, 'https://*.flutterwave.com', 'https://*.f4b-flutterwave.com'] : [origin];
  return { scripts: [cardPayments.scriptUrl], frames };
}

/** Headers of pages, scripts and pictures. */
function pageHeaders(
  { publicUrl, googleClientId }: Config,
  further: FurtherSources = { scripts: [], frames: [] },
): ReturnType<typeof helmet> {
  const isTls = publicUrl.startsWith('https:');
  const google = googleClientId === undefined ? [] : [GOOGLE];
  const frames = [...google, ...further.frames];
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': [
          "'self'",
          ...(googleClientId === undefined ? [] : [`${GOOGLE}client`]),
          ...further.scripts,
        ],
        'style-src': ["'self'", ...(googleClientId === undefined ? [] : [`${GOOGLE}style`])],
        'img-src': ["'self'", 'data:', 'blob:'],
        'font-src': ["'self'"],
        // Websockets to this host; old browsers do not count them as 'self'.
        'connect-src': ["'self'", publicUrl.replace(/^http/, 'ws'), ...google],
        'worker-src': ["'self'"],
        'manifest-src': ["'self'"],
        'frame-src': frames.length > 0 ? frames : ["'none'"],
        'frame-ancestors': ["'none'"],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        ...(isTls ? { 'upgrade-insecure-requests': [] } : {}),
      },
    },
    // The pages that call the API set it for the whole host.
    strictTransportSecurity: isTls ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    // Both need a secure context and only cause warnings on plain HTTP in a local network.
    crossOriginOpenerPolicy: googleClientId === undefined ? isTls : { policy: 'same-origin-allow-popups' },
    originAgentCluster: isTls,
    crossOriginResourcePolicy: { policy: 'same-origin' },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  });
}
