import type { FastifyRequest } from 'fastify';
import { Refusal } from '../errors.ts';
import { MAX_IMAGE_BYTES } from './uploads.ts';

/** The picture and its multipart framing. */
const MAX_BODY_BYTES = MAX_IMAGE_BYTES + 16 * 1024;

/** Limits for @fastify/multipart. */
export const pictureLimits = {
  files: 1,
  fields: 4,
  parts: 5,
  fileSize: MAX_IMAGE_BYTES,
  fieldSize: 1_024,
  headerPairs: 20,
} as const;

/**
 * Reads the one picture of a multipart/form-data body. Throws BODY_TOO_LARGE as soon as the picture or the body passes
 * its limit, and BAD_IMAGE for a truncated or invalid body: both are client errors.
 */
export async function readPicture(request: FastifyRequest): Promise<Buffer> {
  if (!request.isMultipart()) {
    throw new Refusal('UNSUPPORTED_MEDIA_TYPE', 'Send the picture as multipart/form-data.');
  }
  if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) throw tooLarge();
  const stopCounting = new AbortController();
  try {
    const read = readFile(request);
    // The losing promise settles when the request ends.
    read.catch(() => undefined);
    return await Promise.race([read, untilTooLarge(request, stopCounting.signal)]);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    if ((error as { code?: unknown }).code === 'FST_REQ_FILE_TOO_LARGE') throw tooLarge(error);
    throw new Refusal('BAD_IMAGE', 'The picture could not be read.', { cause: error });
  } finally {
    stopCounting.abort();
  }
}

async function readFile(request: FastifyRequest): Promise<Buffer> {
  const part = await request.file();
  if (!part) throw new Refusal('BAD_IMAGE', 'There is no picture in the request.');
  // Without this the rest of a file that is too large would be read to its end.
  part.file.once('limit', () => part.file.destroy(tooLarge()));
  const bytes = await part.toBuffer();
  // A file can be cut off between two chunks, which toBuffer does not detect.
  if (part.file.truncated) throw tooLarge();
  return bytes;
}

/**
 * Rejects once the whole body passes its limit, since the parts before and after the file have no limit of their own.
 */
function untilTooLarge({ raw }: FastifyRequest, signal: AbortSignal): Promise<never> {
  let received = 0;
  return new Promise((_resolve, reject) => {
    const count = (chunk: Buffer) => {
      received += chunk.length;
      if (received > MAX_BODY_BYTES) reject(tooLarge());
    };
    raw.on('data', count);
    signal.addEventListener('abort', () => raw.off('data', count));
  });
}

const tooLarge = (cause?: unknown) =>
  new Refusal('BODY_TOO_LARGE', 'A picture may have at most 2 MB.', { cause });
