import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { MessageSeal, messageKey } from './message-seal.ts';

const secret = Buffer.alloc(32, 7);
const seal = new MessageSeal(secret);
const sealed = (channel: string, text: string) => Buffer.from(seal.seal(channel, text));

describe('P4 messages between servers', () => {
  it('are accepted by a server with the same secret', () => {
    for (const text of ['{"k":"t"}', '', '₦ ünïcödé', 'x'.repeat(100_000)])
      expect(new MessageSeal(secret).open('a:room:b', sealed('a:room:b', text))).toBe(text);
  });

  it('carry the HMAC-SHA256 that node:crypto computes', () => {
    for (const text of ['{"k":"t"}', '', 'x'.repeat(1_000)]) {
      const mac = createHmac('sha256', messageKey(secret)).update(`a:room:b\n${text}`).digest('base64url');
      expect(seal.seal('a:room:b', text)).toBe(mac.slice(0, 22) + text);
    }
  });

  it('are refused with another secret, on another channel, or with one bit changed', () => {
    const message = sealed('a:room:b', '{"k":"t"}');
    expect(new MessageSeal(Buffer.alloc(32, 8)).open('a:room:b', message)).toBeUndefined();
    expect(seal.open('a:room:c', message)).toBeUndefined();
    for (let bit = 0; bit < message.length * 8; bit += 1) {
      const changed = Buffer.from(message);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(seal.open('a:room:b', changed)).toBeUndefined();
    }
  });

  it('are refused when they are too short to be signed', () => {
    for (const text of ['', 'x', '{"k":"t"}'])
      expect(seal.open('a:room:b', Buffer.from(text))).toBeUndefined();
  });
});
