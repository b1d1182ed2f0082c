import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { subscriberOf, subscriberReader } from './networks.ts';

describe('the network of a client', () => {
  it('is an IPv4 address, also of an IPv6 socket', () => {
    expect(subscriberOf('192.0.2.7')).toBe('192.0.2.7');
    expect(subscriberOf('::ffff:192.0.2.7')).toBe('192.0.2.7');
  });

  it('is the /64 of an IPv6 address in any notation', () => {
    const one = subscriberOf('2001:db8:0:1::1');
    expect(one).toBe('2001:db8:0:1::/64');
    expect(subscriberOf('2001:0DB8::1:ffff:ffff:ffff:ffff')).toBe(one);
    expect(subscriberOf('2001:db8:0:2::1')).not.toBe(one);
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
