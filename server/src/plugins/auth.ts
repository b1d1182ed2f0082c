import type { FastifyContextConfig, FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import fp from 'fastify-plugin';
import type { Deps } from '../deps.ts';
import { invariant, Refusal } from '../errors.ts';
import type { LimitName } from '../limits/limit-rules.ts';
import { mustEnrol } from '../second-factor/must-enrol.ts';
import { requireRecentSignIn } from '../sessions/recent-sign-in.ts';
import type { Viewer } from '../sessions/sessions.ts';

/** Who may call a route: anybody; whoever is signed in; signed in and not an operator (A3); an operator. */
export type Access = 'public' | 'user' | 'player' | 'operator';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** `user` unless said otherwise; every route under /api/admin is the operators'. */
    access?: Access;
    /** `read` for GET, `write` for all else, `admin` for operators, unless said otherwise. */
    limit?: LimitName;
    /** S8a: asks for the password or the factor again where the sign-in or the last confirmation is too old. */
    needsRecentSignIn?: boolean;
    /** S8a: allowed to an operator who must enrol a second factor before anything else. */
    isForEnrolment?: boolean;
  }
  interface FastifyRequest {
    /** Who asks. Only there on routes that are not public. */
    viewer: Viewer;
  }
}

const ADMIN = '/api/admin';
const BEARER = /^Bearer +([\w.-]{1,2048})$/i;

type AuthDeps = Pick<Deps, 'db' | 'config' | 'settings' | 'google' | 'sessions' | 'limits'>;

/** Sign-in, roles and rate limits of every route in its scope, before a body is read. */
export const auth = fp(async (app: FastifyInstance, deps: AuthDeps) => {
  const { sessions, limits } = deps;
  app.decorateRequest('viewer', null as unknown as Viewer);
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, ...decide(route) };
  });
  // Without a promise where nothing is awaited, which is for almost every request.
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.is404) return done();
    const route = request.routeOptions.config as RouteConfig;
    const address = addressOf(request);
    if (route.access === 'public') {
      limits.consumeAddress(route.limit, address);
      return done();
    }
    const viewer = signIn(request, address);
    const admitted =
      viewer instanceof Promise
        ? admitLater(request, route, viewer, address)
        : admit(request, route, viewer, address);
    return admitted ?? done();
  });

  /** A promise only where the session's row must be read. */
  function signIn({ headers }: FastifyRequest, address: string): Viewer | Promise<Viewer> {
    try {
      const token = BEARER.exec(headers.authorization ?? '')?.[1];
      if (token === undefined) throw new Refusal('NOT_SIGNED_IN', 'Please sign in.');
      return sessions.authenticate(token, address);
    } catch (error) {
      throw countStranger(error, address);
    }
  }

  async function admitLater(
    request: FastifyRequest,
    route: RouteConfig,
    reading: Promise<Viewer>,
    address: string,
  ): Promise<void> {
    const viewer = await reading.catch((error: unknown) => {
      throw countStranger(error, address);
    });
    await admit(request, route, viewer, address);
  }

  function countStranger(error: unknown, address: string): unknown {
    if (error instanceof Refusal && error.statusCode === 401) limits.consumeAddress('stranger', address);
    return error;
  }

  function admit(
    request: FastifyRequest,
    { access, limit, needsRecentSignIn, isForEnrolment }: RouteConfig,
    viewer: Viewer,
    address: string,
  ): Promise<void> | undefined {
    request.viewer = viewer;
    // O5: a load test comes from one address; what one of its users may do is limited like anybody's.
    if (viewer.realm === 0) limits.consumeAddress(limit, address);
    limits.consume(limit, viewer.userId);
    if (access === 'operator' && viewer.role !== 1) throw new Refusal('FORBIDDEN', 'This is for operators.');
    if (access === 'player' && viewer.role === 1) {
      throw new Refusal('OPERATORS_CANNOT_PLAY', 'Operators cannot take part.');
    }
    if (access === 'operator' && !isForEnrolment && mustEnrol(deps, viewer)) {
      throw new Refusal('SECOND_FACTOR_REQUIRED', 'Enrol a second factor first.');
    }
    return needsRecentSignIn ? requireRecentSignIn(deps, viewer) : undefined;
  }
});

/** Fastify types it as always there, but a connection that its client has reset has no address. */
function addressOf(request: FastifyRequest): string {
  return (request.ip as string | undefined) ?? '';
}

type RouteConfig = FastifyContextConfig & { access: Access; limit: LimitName };

function decide(route: RouteOptions): { access: Access; limit: LimitName } {
  const { access, limit } = route.config ?? {};
  if (route.url === ADMIN || route.url.startsWith(`${ADMIN}/`)) {
    invariant(access === undefined || access === 'operator', `${route.url} is for operators only`);
    return { access: 'operator', limit: limit ?? 'admin' };
  }
  const isRead = [route.method].flat().every((method) => method === 'GET' || method === 'HEAD');
  return { access: access ?? 'user', limit: limit ?? (isRead ? 'read' : 'write') };
}
