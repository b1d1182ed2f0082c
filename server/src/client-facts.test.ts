import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { addressKeys, networkOf, subscriberOf, subscriberReader } from './client-facts.ts';

describe('S2a what counts as one client', () => {
  it('is an IPv4 address, also within IPv6', () => {
    const key = { subscriber: '203.0.113.9', site: undefined };
    expect(addressKeys('203.0.113.9')).toEqual(key);
    expect(addressKeys('::ffff:203.0.113.9')).toEqual(key);
    expect(addressKeys('::ffff:cb00:7109')).toEqual(key);
  });

  it('is the /64 and the /48 of an IPv6 address', () => {
    const key = { subscriber: '2001:db8:1:2::/64', site: '2001:db8:1::/48' };
    for (const address of ['2001:db8:1:2::', '2001:DB8:1:2:ffff:1:2:3', '2001:0db8:0001:0002::9%eth0'])
      expect(addressKeys(address)).toEqual(key);
    expect(addressKeys('2001:db8:1:3::1').subscriber).not.toBe(key.subscriber);
  });

  it('S8a networkOf returns the /24 or the /48, never the address', () => {
    expect(networkOf('203.0.113.9')).toBe('203.0.113.0/24');
    expect(networkOf('::ffff:203.0.113.9')).toBe('203.0.113.0/24');
    expect(networkOf('2001:db8:1:2::9')).toBe('2001:db8:1::/48');
    expect(networkOf('nonsense')).toBe('unknown');
  });

  it('is the same for all texts that are not addresses', () => {
    for (const text of ['', 'x', 'a'.repeat(5_000), '1.2.3.4.5']) expect(subscriberOf(text)).toBe('unknown');
  });

  it('is taken from the headers of trusted proxies only', () => {
    const request = {
      headers: { 'x-forwarded-for': '198.51.100.1, 203.0.113.9' },
      socket: { remoteAddress: '10.0.0.1' },
      connection: { remoteAddress: '10.0.0.1' },
    } as unknown as IncomingMessage;
    expect(subscriberReader(false)(request)).toBe('10.0.0.1');
    expect(subscriberReader(1)(request)).toBe('203.0.113.9');
    expect(subscriberReader(true)(request)).toBe('198.51.100.1');
    expect(subscriberReader(['10.0.0.0/8'])(request)).toBe('203.0.113.9');
  });
});
