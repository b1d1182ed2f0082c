import { avatarSizes, type ImageFormat, imageFormats, imageWidths } from '@copup/shared/images.ts';
import { boundedString } from '@copup/shared/text.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { Refusal } from '../errors.ts';
import type { Uploads } from './uploads.ts';

const notFound = () => new Refusal('NOT_FOUND', 'Picture not found.');

/** Serves GET /uploads/{file}. Names are random and never reused, so browsers may cache a picture for ever. */
export const uploadsRoutes = ({ uploads }: { uploads: Uploads }) =>
  async function uploadsPlugin(app: FastifyInstance): Promise<void> {
    app.get(
      '/uploads/:file',
      {
        config: { access: 'public' },
        schema: {
          summary: 'A stored picture',
          tags: ['uploads'],
          params: z.object({ file: boundedString(64) }),
        },
      },
      async (request, reply) => {
        const { file } = request.params as { file: string };
        const format = formatOfFile(file);
        if (!format) throw notFound();
        const stored = await uploads.open(file);
        if (!stored) throw notFound();
        return reply
          .headers({
            'content-type': `image/${format}`,
            'content-length': stored.size,
            'cache-control': 'public, max-age=31536000, immutable',
            'x-content-type-options': 'nosniff',
            'content-security-policy': "default-src 'none'",
          })
          .send(stored.stream);
      },
    );
  };

const PICTURE = new RegExp(`^[0-9a-f]{32}-(?:${imageWidths.join('|')})\\.(${imageFormats.join('|')})$`);
const AVATAR = new RegExp(`^[0-9a-f]{32}-(?:${avatarSizes.join('|')})\\.(webp)$`);

/** Returns the format of a public file's name; undefined for every other name, in particular for paths. */
function formatOfFile(file: string): ImageFormat | undefined {
  return (PICTURE.exec(file) ?? AVATAR.exec(file))?.[1] as ImageFormat | undefined;
}
