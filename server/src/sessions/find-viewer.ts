import type { FastifyRequest } from 'fastify';
import { Refusal } from '../errors.ts';
import type { Sessions, Viewer } from './sessions.ts';

type Authenticating = Pick<Sessions, 'authenticate'>;

const BEARER = /^Bearer +([\w.-]{1,2048})$/i;

/** Returns a promise only when the session's row must be read. */
export function authenticate(
  sessions: Authenticating,
  { headers }: FastifyRequest,
  address: string,
): Viewer | Promise<Viewer> {
  const token = BEARER.exec(headers.authorization ?? '')?.[1];
  if (token === undefined) throw new Refusal('NOT_SIGNED_IN', 'Please sign in.');
  return sessions.authenticate(token, address);
}

/** Returns the signed-in sender of a request to a public route; undefined without a session. */
export async function findViewer(
  { sessions }: { sessions: Authenticating },
  request: FastifyRequest,
): Promise<Viewer | undefined> {
  try {
    return await authenticate(sessions, request, addressOf(request));
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** Fastify types it as always defined, but a connection that its client has reset has no address. */
export function addressOf(request: FastifyRequest): string {
  return (request.ip as string | undefined) ?? '';
}
