import type { FastifyRequest } from 'fastify';
import { networkOf } from './networks.ts';

/**
 * Facts about the client that sends a password or a code: the keys by which attempts are counted (S2a), and what a user
 * sees of a session (S8a).
 */
export interface ClientFacts {
  address: string;
  /** The network prefix of the address. */
  network: string;
  userAgent: string | undefined;
  /** Only its hash is stored, and only after a sign-in. */
  deviceToken: string | undefined;
}

export function clientFactsOf(
  { ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>,
  deviceToken?: string,
): ClientFacts {
  return { address: ip, network: networkOf(ip), userAgent: headers['user-agent'], deviceToken };
}
