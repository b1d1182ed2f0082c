import { lookup } from 'node:dns';
import { Agent as PlainAgent } from 'node:http';
import { Agent } from 'node:https';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { PushConfig } from '../../config.ts';

/** Hosts of the browsers' push services: no other host receives a request, whatever a client subscribes. */
const services: readonly [host: RegExp, service: string][] = [
  [/^fcm\.googleapis\.com$/, 'google'],
  [/^[a-z0-9-]+\.push\.services\.mozilla\.com$/, 'mozilla'],
  [/^[a-z0-9-]+\.notify\.windows\.com$/, 'windows'],
  [/^web\.push\.apple\.com$/, 'apple'],
];
const MOST_CONNECTIONS = 64;

/** Returns the push service of an endpoint; undefined for an address to which no request may be sent. */
export function findPushService(
  endpoint: string,
  { testService }: Pick<PushConfig, 'testService'>,
): string | undefined {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  if (!url || url.username || url.password) return undefined;
  if (testService !== undefined && url.origin === testService) return 'test';
  if (url.protocol !== 'https:' || url.port !== '') return undefined;
  return services.find(([host]) => host.test(url.hostname))?.[1];
}

/** Refuses private addresses: a name of a known service could resolve to one. */
export const publicOnly =
  (resolve: typeof lookup = lookup): LookupFunction =>
  (host, options, callback) =>
    resolve(host, { ...options, all: true }, (error, addresses) => {
      const isPrivate = addresses?.some(({ address }) => ipaddr.process(address).range() !== 'unicast');
      const failure = error ?? (isPrivate ? new Error(`${host} has a private address`) : null);
      const [first] = addresses ?? [];
      if (failure || !first) callback(failure ?? new Error(`${host} has no address`), '');
      else if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });

/** Connections to push services, which are kept open. */
export function openAgents(): (url: URL) => PlainAgent {
  const options = { keepAlive: true, maxSockets: MOST_CONNECTIONS, lookup: publicOnly() };
  const agents = { 'http:': new PlainAgent(options), 'https:': new Agent(options) };
  return ({ protocol }: URL) => agents[protocol === 'http:' ? 'http:' : 'https:'];
}
