import { describe, expect, it } from 'vitest';
import { isWebAddress } from './web-address.ts';

describe('T3 the link of a task', () => {
  it.each([
    'https://example.com',
    'https://www.instagram.com/p/abc/?x=1#y',
    'https://xn--bcher-kva.example:8443/',
    'https://a.xn--p1ai/',
    'https://EXAMPLE.com/[a]',
  ])('may be %s', (link) => expect(isWebAddress(link)).toBe(true));

  it.each([
    'https://example.com\\@evil.example/',
    'https://example.com\\.evil.example/',
    'https://user@example.com/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://10.0.0.1./',
    'https://[::1]/',
    'https://localhost./',
    'https://a.localhost/',
    'https://router.lan/',
    'https://host.docker.internal/',
    'https://example.com./',
    'http://example.com/',
  ])('may not be %s', (link) => expect(isWebAddress(link)).toBe(false));
});
