import { z } from 'zod';

/** The schema of a reply with a private picture. */
export const pictureResponse = { 200: { content: { 'image/webp': { schema: z.string() } } } };

/** Headers of a reply with a private picture: no cache keeps it, and a browser takes it for nothing else. */
export const pictureHeaders = {
  'content-type': 'image/webp',
  'cache-control': 'private, no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'",
};
