import type { FastifyJWTOptions, JWT } from '@fastify/jwt';
import { z } from 'zod';
import { invariant, Refusal } from '../errors.ts';

export interface TokenClaims {
  sessionId: string;
  userId: string;
  expiresAtMs: number;
}

export interface NewTokenClaims extends TokenClaims {
  issuedAtMs: number;
}

/** The claims of a ticket for the second step (S8a). */
export interface TicketClaims {
  userId: string;
  /** When the password was last changed, epoch milliseconds. */
  changedAtMs: number;
  /** Epoch seconds. */
  expiresAtS: number;
}

/** The claims of a visitor's token: the one room that it opens (A15). */
interface VisitClaims {
  room: string;
  expiresAtMs: number;
}

/**
 * All JWTs of this server: one secret and one algorithm. They identify a session or a user; all other facts are read
 * from the database (S3).
 */
export interface Tokens {
  /** Signs and verifies with this instance of @fastify/jwt from now on. */
  attach(jwt: JWT): void;
  sign(claims: NewTokenClaims): string;
  /**
   * Throws NOT_SIGNED_IN, or SESSION_ENDED for a valid token that has expired at `nowMs`. A token that will be sent
   * again is cached, which saves the HMAC.
   */
  verify(token: string, nowMs: number, comesAgain: boolean): TokenClaims;
  signTicket(claims: TicketClaims): string;
  /** Throws for an invalid ticket. The caller checks whether it has expired. */
  verifyTicket(ticket: string): TicketClaims;
  signVisit(claims: VisitClaims): string;
  /** Throws NOT_SIGNED_IN for an invalid token, or SESSION_ENDED for one that has expired at `nowMs`. */
  verifyVisit(token: string, nowMs: number): VisitClaims;
}

const ALGORITHM = 'HS256';
const ISSUER = 'copup';
/** Differs from the issuer of tokens, so that a ticket is not accepted as a token. */
const TICKET_ISSUER = 'copup second step';
const VISIT_ISSUER = 'copup visit';
const Payload = z.object({ sid: z.uuid(), sub: z.uuid(), exp: z.int() });
const TicketPayload = z.object({ sub: z.uuid(), changed: z.int(), exp: z.int() });
const VisitPayload = z.object({ room: z.string(), exp: z.int() });
const MOST_VERIFIED = 20_000;

/** Options for @fastify/jwt. The database's clock decides when a token has expired, so the plugin does not check it. */
export function jwtOptions(secret: string): FastifyJWTOptions {
  return {
    secret,
    sign: { algorithm: ALGORITHM, iss: ISSUER },
    verify: {
      algorithms: [ALGORITHM],
      allowedIss: ISSUER,
      requiredClaims: ['iss', 'sub', 'exp'],
      ignoreExpiration: true,
    },
  };
}

export function createTokens(): Tokens {
  let attached: JWT | undefined;
  // The claims of a token never change; its end and revocation are checked each time.
  const verified = new Map<string, TokenClaims>();

  function jwt(): JWT {
    invariant(attached, '@fastify/jwt must be registered before tokens are used');
    return attached;
  }

  function verifyNew(token: string): TokenClaims {
    try {
      const { sid, sub, exp } = Payload.parse(jwt().verify(token));
      return { sessionId: sid, userId: sub, expiresAtMs: exp * 1_000 };
    } catch (error) {
      throw notSignedIn(error);
    }
  }

  function remember(token: string, claims: TokenClaims): void {
    const oldest = verified.size >= MOST_VERIFIED ? verified.keys().next().value : undefined;
    if (oldest !== undefined) verified.delete(oldest);
    verified.set(token, claims);
  }

  return {
    attach(instance) {
      attached = instance;
    },
    sign: ({ sessionId, userId, issuedAtMs, expiresAtMs }) =>
      jwt().sign({
        sid: sessionId,
        sub: userId,
        iat: Math.floor(issuedAtMs / 1_000),
        exp: Math.floor(expiresAtMs / 1_000),
      }),
    verify(token, nowMs, comesAgain) {
      let claims = verified.get(token);
      if (!claims) {
        claims = verifyNew(token);
        if (comesAgain) remember(token, claims);
      }
      if (claims.expiresAtMs <= nowMs) throw sessionEnded();
      return claims;
    },
    signTicket: ({ userId, changedAtMs, expiresAtS }) =>
      jwt().sign(
        { sub: userId, changed: changedAtMs, exp: expiresAtS },
        { iss: TICKET_ISSUER, noTimestamp: true },
      ),
    verifyTicket(ticket) {
      const { sub, changed, exp } = TicketPayload.parse(jwt().verify(ticket, { allowedIss: TICKET_ISSUER }));
      return { userId: sub, changedAtMs: changed, expiresAtS: exp };
    },
    ...visitTokens(jwt),
  };
}

/** A visitor's token has no subject, so that no check for a user can accept it. */
const visitTokens = (jwt: () => JWT): Pick<Tokens, 'signVisit' | 'verifyVisit'> => ({
  signVisit: ({ room, expiresAtMs }) =>
    jwt().sign({ room, exp: Math.floor(expiresAtMs / 1_000) }, { iss: VISIT_ISSUER, noTimestamp: true }),
  verifyVisit(token, nowMs) {
    const options = { allowedIss: VISIT_ISSUER, requiredClaims: ['iss', 'exp'] };
    const { success, data, error } = VisitPayload.safeParse(readOrNull(() => jwt().verify(token, options)));
    if (!success) throw notSignedIn(error);
    if (data.exp * 1_000 <= nowMs) throw sessionEnded();
    return { room: data.room, expiresAtMs: data.exp * 1_000 };
  },
});

function readOrNull(read: () => unknown): unknown {
  try {
    return read();
  } catch {
    return null;
  }
}

export const sessionEnded = (): Refusal =>
  new Refusal('SESSION_ENDED', 'Your session has ended. Please sign in again.');

const notSignedIn = (cause: unknown): Refusal => new Refusal('NOT_SIGNED_IN', 'Please sign in.', { cause });
