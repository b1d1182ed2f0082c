import type { FastifyRequest } from 'fastify';
import { Refusal } from '../errors.ts';
import { readForm } from './read-form.ts';
import { MAX_IMAGE_BYTES } from './uploads.ts';

/** Reads the one picture of a multipart/form-data body (`readForm`); throws BAD_IMAGE when there is none. */
export async function readPicture(request: FastifyRequest): Promise<Buffer> {
  const { picture } = await readForm(request, { pictureBytes: MAX_IMAGE_BYTES, fields: 4 });
  if (!picture) throw new Refusal('BAD_IMAGE', 'There is no picture in the request.');
  return picture;
}
