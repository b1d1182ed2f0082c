import type { FastifyReply } from 'fastify';
import { Refusal } from '../errors.ts';

/** Headers of a reply with a private picture: no cache keeps it, and a browser takes it for nothing else. */
export const pictureHeaders = {
  'content-type': 'image/webp',
  'cache-control': 'private, no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'",
};

/** Handles the call of a picture that only operators may read. */
export const sentPicture =
  (find: (id: number) => Promise<Buffer | undefined>) =>
  async ({ params }: { params: { id: number } }, reply: FastifyReply) => {
    const picture = await find(params.id);
    if (!picture) throw new Refusal('NOT_FOUND', 'Screenshot not found.');
    return reply.headers(pictureHeaders).send(picture);
  };
