import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { findHandshakeFault } from './socket-server.ts';

const faultOf = (url: string) => findHandshakeFault({ url, headers: {} } as IncomingMessage, []);
const path = '/socket.io/?EIO=4&transport=websocket';

describe('a handshake', () => {
  it('S3 is refused with a token in its URL', () => {
    for (const part of ['token=x', 'auth=Bearer%20x', 'q=eyJhbGci.eyJzdWIi.sig', 'q=EYJa.EYJb'])
      expect(faultOf(`${path}&${part}`), part).toBe('a token does not belong into the URL');
    expect(faultOf(path)).toBeUndefined();
  });

  it('I10 is refused by its length before its text is looked at', () => {
    // The longest that Node.js accepts. A match of `eyJ…` from each place of it takes quadratic time.
    const faults = [faultOf(`${path}&q=${'eyJ'.repeat(5_000)}`), faultOf(`${path}&q=${'x'.repeat(2_048)}`)];
    expect(faults).toEqual(['the URL is too long', 'the URL is too long']);
  });

  it('is refused, and nothing is thrown, when its URL is not valid', () => {
    expect(faultOf('//')).toBe('the URL is not valid');
  });
});
