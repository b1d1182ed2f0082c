import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** Each of these headers shows that a proxy forwards the request. */
const FORWARDED = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'via',
];

const near = new BlockList();
near.addSubnet('127.0.0.0', 8, 'ipv4');
near.addSubnet('10.0.0.0', 8, 'ipv4');
near.addSubnet('172.16.0.0', 12, 'ipv4');
near.addSubnet('192.168.0.0', 16, 'ipv4');
near.addAddress('::1', 'ipv6');
near.addSubnet('fc00::', 7, 'ipv6');

/**
 * Returns whether a client on this machine or a private network connects directly. Checks the connection itself and
 * ignores addresses in headers. A proxy that sends none of these headers is treated as a neighbour, so this is no
 * protection in production.
 */
export function isDirectNeighbour({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): boolean {
  if (FORWARDED.some((name) => headers[name] !== undefined)) return false;
  const address = (socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  const version = isIP(address);
  return version !== 0 && near.check(address, version === 6 ? 'ipv6' : 'ipv4');
}
