import type { IncomingMessage } from 'node:http';
import { isIPv4 } from 'node:net';
import proxyAddress from '@fastify/proxy-addr';
import ipaddr from 'ipaddr.js';
import type { Config } from '../config.ts';

const IPV6_PREFIX_GROUPS = 4;
const MAPPED_IPV4 = '::ffff:';

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
export function networkOf(address: string): string {
  const plain = address.startsWith(MAPPED_IPV4) ? address.slice(MAPPED_IPV4.length) : address;
  if (isIPv4(plain)) return plain;
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const prefix = parsed.parts.slice(0, IPV6_PREFIX_GROUPS).map((part) => part.toString(16));
  return `${prefix.join(':')}::/64`;
}
