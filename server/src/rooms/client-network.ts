import type { IncomingMessage } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';
import type { Config } from '../config.ts';
import { addressKeys } from '../limits/networks.ts';

/** Reads the client's network from a request, behind the trusted proxies: an IPv4 address, or an IPv6 /64. */
export function networkReader(trustProxy: Config['trustProxy']): (request: IncomingMessage) => string {
  if (trustProxy === false) return ({ socket }) => networkOf(socket.remoteAddress ?? '');
  const trust =
    typeof trustProxy === 'object'
      ? proxyAddress.compile(trustProxy)
      : (_address: string, hop: number) => (typeof trustProxy === 'number' ? hop < trustProxy : trustProxy);
  return (request) => networkOf(proxyAddress(request, trust));
}

/** An IPv4 address as it is, of an IPv6 address its /64: one client has all the addresses of that. */
export const networkOf = (address: string): string => addressKeys(address).subscriber;
