import type { Access } from '@copup/shared/call.ts';
import type { LimitName } from '@copup/shared/limit-rules.ts';
import type { Right } from '@copup/shared/rights.ts';
import fastifyJwt from '@fastify/jwt';
import type {
  FastifyContextConfig,
  FastifyInstance,
  FastifyRequest,
  onRequestHookHandler,
  RouteOptions,
} from 'fastify';
import fp from 'fastify-plugin';
import { withConsoleConnections } from '../db/database.ts';
import { COMMAND_DEADLINE_MS, withDeadline } from '../deadline.ts';
import type { Deps } from '../deps.ts';
import { invariant, Refusal } from '../errors.ts';
import { addressOf, authenticate } from '../sessions/find-viewer.ts';
import { mustEnrol, requireConfirmed, requireRecentSignIn } from '../sessions/recent-sign-in.ts';
import { refuseSuspended } from '../sessions/refuse-suspended.ts';
import { requireRight } from '../sessions/require-right.ts';
import type { Viewer } from '../sessions/sessions.ts';
import { jwtOptions } from '../sessions/tokens.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** `user` by default; every route under /api/admin is for operators. */
    access?: Access;
    /** By default `read` for GET, `admin` for operators, `write` for other routes. */
    limit?: LimitName;
    /**
     * Requires the password or the second factor again when the last confirmation is too old (S8a). By default operators'
     * writes do.
     */
    needsRecentSignIn?: boolean;
    /** Allowed for an operator who must enrol a second factor first (S8a). */
    isForEnrolment?: boolean;
    /** What the operator's role needs (S8). */
    right?: Right;
    /** Allowed for a suspended player (S10). */
    isForSuspended?: boolean;
    /** Whether a suspension stops it: commands of users and players do, unless they are declared otherwise. */
    isStopped?: boolean;
  }
  interface FastifyInstance {
    /** The right that each command of the console needs (S8), by method and path below /api. */
    commandRights: Record<string, Right>;
  }
  interface FastifyRequest {
    /** The signed-in user. Undefined on public routes. */
    viewer: Viewer;
    /** The Idempotency-Key, if the client sent one (P6). */
    key: string | undefined;
  }
}

const ADMIN = '/api/admin';

type AuthDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'settings' | 'google' | 'sessions' | 'limits'>;

/** Registers @fastify/jwt, which signs and verifies the tokens of calls and sockets (S3). */
export const tokens = fp(async (app: FastifyInstance, deps: Pick<Deps, 'config' | 'tokens'>) => {
  await app.register(fastifyJwt, jwtOptions(deps.config.jwtSecret));
  deps.tokens.attach(app.jwt);
});

/** Gives reads of operators database connections of their own. */
const useConsoleConnections: onRequestHookHandler = (_request, _reply, done) => withConsoleConnections(done);

/** Checks sign-in, role and rate limits of every route in its scope, before a body is read. */
export const auth = fp(async (app: FastifyInstance, deps: AuthDeps) => {
  app.decorateRequest('viewer', null as unknown as Viewer);
  app.decorateRequest('key', {
    getter() {
      return this.headers['idempotency-key'] as string | undefined;
    },
  });
  app.decorate('commandRights', {});
  app.addHook('onRoute', (route) => {
    const { right } = route.config ?? {};
    if (right) app.commandRights[`${route.method} ${route.url.replace(/^\/api/, '')}`] = right;
    const decided = decide(route);
    route.config = { ...route.config, ...decided };
    if (decided.access === 'operator' && isRead(route))
      route.onRequest = [route.onRequest ?? [], useConsoleConnections].flat();
  });
  // Without a promise when nothing is awaited, which is the case for almost every request.
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.is404) return done();
    const route = request.routeOptions.config as RouteConfig;
    const address = addressOf(request);
    if (route.access === 'public') {
      deps.limits.consumeAddress(route.limit, address);
      return done();
    }
    const viewer = signIn(deps, request, address);
    if (viewer instanceof Promise) return admitLater(deps, request, route, viewer, address);
    request.viewer = viewer;
    return admit(deps, route, viewer, address) ?? done();
  });
});

function signIn(deps: AuthDeps, request: FastifyRequest, address: string): Viewer | Promise<Viewer> {
  try {
    return authenticate(deps.sessions, request, address);
  } catch (error) {
    throw countStranger(deps, error, address);
  }
}

async function admitLater(
  deps: AuthDeps,
  request: FastifyRequest,
  route: RouteConfig,
  reading: Promise<Viewer>,
  address: string,
): Promise<void> {
  const viewer = await withDeadline(reading, COMMAND_DEADLINE_MS, sessionUnread).catch((error: unknown) => {
    throw countStranger(deps, error, address);
  });
  request.viewer = viewer;
  await admit(deps, route, viewer, address);
}

function countStranger({ limits }: AuthDeps, error: unknown, address: string): unknown {
  if (error instanceof Refusal && error.statusCode === 401) limits.consumeAddress('stranger', address);
  return error;
}

/**
 * Counts a call of a signed-in user and checks the role and a suspension, whatever the call came by. Returns a promise only when the last
 * confirmation must be read.
 */
export function admit(
  deps: AuthDeps,
  { access, limit, needsRecentSignIn, isForEnrolment, isStopped, right }: RouteConfig,
  viewer: Viewer,
  address: string,
): Promise<void> | undefined {
  // A load test comes from one address (O5); the per-user limits apply to its users too.
  if (viewer.realm === 0) deps.limits.consumeAddress(limit, address);
  deps.limits.consume(limit, viewer.userId);
  if (access === 'operator' && viewer.role !== 1) throw new Refusal('FORBIDDEN', 'This is for operators.');
  if (access === 'player' && viewer.role === 1) {
    throw new Refusal('OPERATORS_CANNOT_PLAY', 'Operators cannot take part.');
  }
  if (isStopped) refuseSuspended(viewer, deps.clock);
  if (access === 'operator' && !isForEnrolment && mustEnrol(deps, viewer)) {
    throw new Refusal('SECOND_FACTOR_REQUIRED', 'Enrol a second factor first.');
  }
  if (right) requireRight(viewer, right);
  if (!needsRecentSignIn) return undefined;
  return access === 'operator' ? requireConfirmed(deps, viewer) : requireRecentSignIn(deps, viewer);
}

function sessionUnread(): never {
  throw new Refusal('UNAVAILABLE', 'The service is not available at this moment. Please try again.', {
    retryAfterS: 2,
  });
}

export type RouteConfig = FastifyContextConfig & { access: Access; limit: LimitName };

const isRead = ({ method }: RouteOptions): boolean =>
  [method].flat().every((each) => each === 'GET' || each === 'HEAD');

function decide(
  route: RouteOptions,
): Pick<RouteConfig, 'access' | 'limit' | 'needsRecentSignIn' | 'isStopped'> {
  const { access, limit, needsRecentSignIn, isForSuspended, right } = route.config ?? {};
  if (route.url === ADMIN || route.url.startsWith(`${ADMIN}/`)) {
    invariant(access === undefined || access === 'operator', `${route.url} is for operators only`);
    invariant(isRead(route) || right, `${route.method} ${route.url} names no right`);
    return {
      access: 'operator',
      limit: limit ?? 'admin',
      needsRecentSignIn: needsRecentSignIn ?? !isRead(route),
    };
  }
  return {
    access: access ?? 'user',
    limit: limit ?? (isRead(route) ? 'read' : 'write'),
    needsRecentSignIn: needsRecentSignIn ?? false,
    isStopped: access !== 'public' && !isForSuspended && !isRead(route),
  };
}
