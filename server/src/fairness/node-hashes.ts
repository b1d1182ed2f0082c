import { createHash, createHmac } from 'node:crypto';
import type { Hashes } from '@copup/shared/fairness.ts';

/** Node.js' hash functions, for the shared code of fair draws. */
export const nodeHashes: Hashes = {
  sha256: (bytes) => createHash('sha256').update(bytes).digest(),
  hmacSha256: (key, message) => createHmac('sha256', key).update(message).digest(),
};
