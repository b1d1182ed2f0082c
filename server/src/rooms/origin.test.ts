import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { findHandshakeError } from './socket-server.ts';

const errorOf = (url: string) => findHandshakeError({ url, headers: {} } as IncomingMessage, []);
const path = '/socket.io/?EIO=4&transport=websocket';

describe('a handshake', () => {
  it('S3 is refused with a token in its URL', () => {
    for (const part of ['token=x', 'auth=Bearer%20x', 'q=eyJhbGci.eyJzdWIi.sig', 'q=EYJa.EYJb'])
      expect(errorOf(`${path}&${part}`), part).toBe('the URL must not contain a token');
    expect(errorOf(path)).toBeUndefined();
  });

  it('I10 is refused by the length of its URL before the URL is parsed', () => {
    // The longest URL that Node.js accepts. A match of `eyJ…` at each position takes quadratic time.
    const errors = [errorOf(`${path}&q=${'eyJ'.repeat(5_000)}`), errorOf(`${path}&q=${'x'.repeat(2_048)}`)];
    expect(errors).toEqual(['the URL is too long', 'the URL is too long']);
  });

  it('is refused without an exception when its URL is invalid', () => {
    expect(errorOf('//')).toBe('the URL is not valid');
  });
});
