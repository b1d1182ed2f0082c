import { createSigner, createVerifier } from 'fast-jwt';
import { z } from 'zod';
import { Refusal } from '../errors.ts';

export interface TokenClaims {
  sessionId: string;
  userId: string;
  expiresAtMs: number;
}

export interface NewTokenClaims extends TokenClaims {
  issuedAtMs: number;
}

export interface Tokens {
  sign(claims: NewTokenClaims): string;
  /** Throws NOT_SIGNED_IN, or SESSION_ENDED for a good token that is past its end. */
  verify(token: string): TokenClaims;
}

const ALGORITHM = 'HS256';
const ISSUER = 'copup';
const Payload = z.object({ sid: z.uuid(), sub: z.uuid(), exp: z.int() });

/** JWTs with one fixed algorithm (S3). They name a session; everything else is looked up. */
export function createTokens(secret: string, nowMs: () => number): Tokens {
  const signer = createSigner({ key: secret, algorithm: ALGORITHM, iss: ISSUER });
  // The cache saves the HMAC for tokens seen before; ends and revocations are looked at each time.
  const verifier = createVerifier({
    key: secret,
    algorithms: [ALGORITHM],
    allowedIss: ISSUER,
    requiredClaims: ['sid', 'sub', 'exp'],
    ignoreExpiration: true,
    cache: 20_000,
    cacheTTL: 600_000,
  });
  return {
    sign: ({ sessionId, userId, issuedAtMs, expiresAtMs }) =>
      signer({
        sid: sessionId,
        sub: userId,
        iat: Math.floor(issuedAtMs / 1_000),
        exp: Math.floor(expiresAtMs / 1_000),
      }),
    verify(token) {
      let claims: z.infer<typeof Payload>;
      try {
        claims = Payload.parse(verifier(token));
      } catch (error) {
        throw new Refusal('NOT_SIGNED_IN', 'Please sign in.', { cause: error });
      }
      if (claims.exp * 1_000 <= nowMs()) throw sessionEnded();
      return { sessionId: claims.sid, userId: claims.sub, expiresAtMs: claims.exp * 1_000 };
    },
  };
}

export const sessionEnded = (): Refusal =>
  new Refusal('SESSION_ENDED', 'Your session has ended. Please sign in again.');
