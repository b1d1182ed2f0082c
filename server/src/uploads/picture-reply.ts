import { pictureReply } from '@copup/shared/call.ts';
import { IdParams } from '@copup/shared/wire.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { Refusal } from '../errors.ts';

/** Headers of a reply with a private picture: no cache keeps it, and a browser takes it for nothing else. */
export const pictureHeaders = {
  'content-type': 'image/webp',
  'cache-control': 'private, no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'",
};

interface PictureRoute {
  /** With the parameter `id`. */
  path: string;
  tag: string;
  summary: string;
  find(id: number): Promise<Buffer | undefined>;
}

/** Registers a picture that only operators may read. */
export function servePicture(
  app: Parameters<FastifyPluginAsyncZod>[0],
  { path, tag, summary, find }: PictureRoute,
): void {
  app.get(
    path,
    {
      config: { access: 'operator', limit: 'admin', errors: ['NOT_FOUND'] },
      schema: { tags: [tag], summary, params: IdParams, response: { 200: pictureReply } },
    },
    async ({ params }, reply) => {
      const picture = await find(params.id);
      if (!picture) throw new Refusal('NOT_FOUND', 'Screenshot not found.');
      return reply.headers(pictureHeaders).send(picture as unknown as string);
    },
  );
}
