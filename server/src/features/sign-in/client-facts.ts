import type { FastifyRequest } from 'fastify';
import { networkOf } from '../../networks.ts';

/** Who sends a password or a code: what attempts are counted by (S2a), and what a user sees of a session (S8a). */
export interface ClientFacts {
  address: string;
  /** The prefix of the address. */
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
