import { FullName } from '@copup/shared/auth.ts';
import { OAuth2Client } from 'google-auth-library';
import { isConnectionLoss } from '../db/pg-errors.ts';
import { Refusal } from '../errors.ts';

/** The identity that Google confirmed. */
export interface GoogleIdentity {
  sub: string;
  email: string;
  fullName: string;
}

export interface GoogleVerifier {
  readonly clientId: string;
  /** Throws WRONG_GOOGLE_CREDENTIAL, or UNAVAILABLE when Google's keys cannot be read. */
  verify(credential: string): Promise<GoogleIdentity>;
}

/** Creates a verifier that checks credentials against Google's published keys (S4). Tests pass their own `client`. */
export function createGoogleVerifier(
  clientId: string | undefined,
  client = new OAuth2Client({ transporterOptions: { timeout: 5_000 } }),
): GoogleVerifier | undefined {
  if (clientId === undefined) return undefined;
  return {
    clientId,
    async verify(credential) {
      const ticket = await client
        .verifyIdToken({ idToken: credential, audience: clientId })
        .catch((error: unknown) => {
          if (isKeysAway(error)) {
            throw new Refusal('UNAVAILABLE', 'Google cannot be reached. Please try again.', {
              retryAfterS: 5,
              cause: error,
            });
          }
          throw wrongCredential(error);
        });
      const payload = ticket.getPayload();
      if (!payload?.email || payload.email_verified !== true) throw wrongCredential();
      return {
        sub: payload.sub,
        email: payload.email,
        fullName: toFullName(payload.name, payload.email.split('@', 1)[0]),
      };
    },
  };
}

/** Returns the first text that is valid as a name here: other users see it, and Google lets users choose any text. */
function toFullName(...texts: (string | undefined)[]): string {
  for (const text of texts) {
    const name = FullName.safeParse(text);
    if (name.success) return name.data;
  }
  return 'Player';
}

const wrongCredential = (cause?: unknown) =>
  new Refusal('WRONG_GOOGLE_CREDENTIAL', 'Google did not confirm this sign-in.', { cause });

function isKeysAway(error: unknown): boolean {
  const message = error instanceof Error ? error.message : '';
  return isConnectionLoss(error) || message.startsWith('Failed to retrieve verification certificates');
}
