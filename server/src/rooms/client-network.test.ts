import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { networkOf, networkReader } from './client-network.ts';

describe('the network of a client', () => {
  it('is an IPv4 address, also of an IPv6 socket', () => {
    expect(networkOf('192.0.2.7')).toBe('192.0.2.7');
    expect(networkOf('::ffff:192.0.2.7')).toBe('192.0.2.7');
  });

  it('is the /64 of an IPv6 address, however it is written', () => {
    const one = networkOf('2001:db8:0:1::1');
    expect(one).toBe('2001:db8:0:1::/64');
    expect(networkOf('2001:0DB8::1:ffff:ffff:ffff:ffff')).toBe(one);
    expect(networkOf('2001:db8:0:2::1')).not.toBe(one);
  });

  it('is the same for all texts that are no address', () => {
    for (const text of ['', 'x', 'a'.repeat(5_000), '1.2.3.4.5']) expect(networkOf(text)).toBe('unknown');
  });

  it('comes from trusted proxies only', () => {
    const request = {
      headers: { 'x-forwarded-for': '198.51.100.1, 203.0.113.9' },
      socket: { remoteAddress: '10.0.0.1' },
      connection: { remoteAddress: '10.0.0.1' },
    } as unknown as IncomingMessage;
    expect(networkReader(false)(request)).toBe('10.0.0.1');
    expect(networkReader(1)(request)).toBe('203.0.113.9');
    expect(networkReader(true)(request)).toBe('198.51.100.1');
    expect(networkReader(['10.0.0.0/8'])(request)).toBe('203.0.113.9');
  });
});
