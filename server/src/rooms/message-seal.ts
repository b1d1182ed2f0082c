import { hash, hkdfSync, timingSafeEqual } from 'node:crypto';

/** The block size of SHA-256: a key of this length needs no padding. */
const KEY_BYTES = 64;
/** 132 bits in base64url. */
const MAC_LENGTH = 22;

/**
 * Signs the messages between servers with HMAC-SHA256, and opens only messages that a server with the same secret
 * signed for the same channel. Another client of Redis can repeat such a message, but cannot create one. Each digest is
 * computed in one call, which costs a fifth of `createHmac` at this size.
 */
export class MessageSeal {
  readonly #inner: Buffer;
  readonly #outer: Buffer;

  constructor(secret: Buffer) {
    const key = messageKey(secret);
    this.#inner = key.map((byte) => byte ^ 0x36) as Buffer;
    this.#outer = key.map((byte) => byte ^ 0x5c) as Buffer;
  }

  seal(channel: string, text: string): string {
    return this.#macOf(channel, Buffer.from(text)) + text;
  }

  /** Returns the text, or undefined if it was not signed for this channel; decodes nothing before the check. */
  open(channel: string, sealed: Buffer): string | undefined {
    if (sealed.length < MAC_LENGTH) return undefined;
    const body = sealed.subarray(MAC_LENGTH);
    const expected = Buffer.from(this.#macOf(channel, body), 'latin1');
    return timingSafeEqual(expected, sealed.subarray(0, MAC_LENGTH)) ? body.toString('utf8') : undefined;
  }

  #macOf(channel: string, body: Buffer): string {
    // No channel contains a line break, so channel and text cannot be split differently.
    const inner = hash('sha256', Buffer.concat([this.#inner, Buffer.from(`${channel}\n`), body]), 'buffer');
    return hash('sha256', Buffer.concat([this.#outer, inner]), 'base64url').slice(0, MAC_LENGTH);
  }
}

/** Derives a key that differs from every other key derived from the secret. */
export function messageKey(secret: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'copup: messages between servers', KEY_BYTES));
}
