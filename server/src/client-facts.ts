import type { IncomingMessage } from 'node:http';
import { isIPv4 } from 'node:net';
import proxyAddress from '@fastify/proxy-addr';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { Config } from './config.ts';

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

/** The prefix of an IPv4 address on a socket that listens on IPv6. */
const MAPPED_IPV4 = '::ffff:';
/** The end of an IPv6 subscriber. */
const SUBSCRIBER_BITS = '/64';

/** The parts of a client's address that count as one client (S2a). */
export interface AddressKeys {
  /** One subscriber: an IPv4 address, or the /64 of an IPv6 address, in which a device chooses addresses freely. */
  subscriber: string;
  /** One site: the /48 of an IPv6 address. IPv4 has none. */
  site: string | undefined;
}

export function addressKeys(address: string): AddressKeys {
  // The fast path for most requests: parsing would cost more than all the rest here.
  const plain = address.startsWith(MAPPED_IPV4) ? address.slice(MAPPED_IPV4.length) : address;
  if (isIPv4(plain)) return { subscriber: plain, site: undefined };
  const parsed = parse(address);
  if (!(parsed instanceof ipaddr.IPv6))
    return { subscriber: parsed?.toString() ?? 'unknown', site: undefined };
  return { subscriber: prefix6(parsed, 64), site: prefix6(parsed, 48) };
}

/**
 * Returns the network prefix of an address: /24 of IPv4, /48 of IPv6. It shows a user from where a session was used
 * (S8a), and keeps one client from using up another's attempts (S2a). The full address is never stored.
 */
export function networkOf(address: string): string {
  const parsed = parse(address);
  if (!parsed) return 'unknown';
  if (parsed instanceof ipaddr.IPv6) return prefix6(parsed, 48);
  return `${parsed.octets.slice(0, 3).join('.')}.0/24`;
}

/** Returns an IPv4 address unchanged and the /64 of an IPv6 address: one client can use all addresses of its /64. */
export const subscriberOf = (address: string): string => addressKeys(address).subscriber;

/** Returns what reads the subscriber's network from a request, behind the trusted proxies. */
export function subscriberReader(trustProxy: Config['trustProxy']): (request: IncomingMessage) => string {
  if (trustProxy === false) return ({ socket }) => subscriberOf(socket.remoteAddress ?? '');
  const trust =
    typeof trustProxy === 'object'
      ? proxyAddress.compile(trustProxy)
      : (_address: string, hop: number) => (typeof trustProxy === 'number' ? hop < trustProxy : trustProxy);
  return (request) => subscriberOf(proxyAddress(request, trust));
}

/** Parses an address or a subscriber; an IPv4 address within IPv6 becomes that IPv4 address. */
function parse(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const address = text.endsWith(SUBSCRIBER_BITS) ? text.slice(0, -SUBSCRIBER_BITS.length) : text;
  return ipaddr.isValid(address) ? ipaddr.process(address) : undefined;
}

function prefix6(address: ipaddr.IPv6, bits: 48 | 64): string {
  const groups = address.parts.slice(0, bits / 16).map((part) => part.toString(16));
  return `${groups.join(':')}::/${bits}`;
}
