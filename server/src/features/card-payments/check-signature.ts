import { createHash, timingSafeEqual } from 'node:crypto';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Compares `verif-hash` in constant time (W15). The digests have one length, whatever was sent. */
export function isSigned(secretHash: string, header: string | string[] | undefined): boolean {
  return timingSafeEqual(digest(secretHash), digest(typeof header === 'string' ? header : ''));
}
