import { lookup } from 'node:dns/promises';
import { networkInterfaces } from 'node:os';
import { BadOptions } from './bad-options.ts';

/**
 * Refuses a target on another machine, because a load test against another owner's server is an attack. Every address of
 * a host name must be local.
 */
export async function refuseForeignTargets(urls: readonly string[], ownsServer: boolean): Promise<void> {
  if (ownsServer) return;
  const own = new Set(
    Object.values(networkInterfaces())
      .flat()
      .map((one) => one?.address),
  );
  for (const url of urls) {
    const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
    const addresses = await lookup(host, { all: true }).catch((error: NodeJS.ErrnoException) => {
      throw new BadOptions(`--url ${url}: the host ${host} has no address (${error.code}).`);
    });
    if (!addresses.every(({ address }) => isLoopback(address) || own.has(address)))
      throw new BadOptions(`--url ${url} is not on this machine. If you own it, add --i-own-this-server.`);
  }
}

function isLoopback(address: string): boolean {
  return address === '::1' || /^(::ffff:)?127\./.test(address);
}
