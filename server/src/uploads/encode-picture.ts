import type { ImageFormat, ImageWidth } from '@copup/shared/images.ts';
import { fileTypeFromBuffer } from 'file-type';
import sharp, { type Sharp } from 'sharp';
import { Refusal } from '../errors.ts';

/** A small file can decode to gigabytes; 40 megapixels are more than a phone's picture needs. */
const MAX_PIXELS = 40_000_000;
const ACCEPTED: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/webp']);

const badImage = (why: string, cause?: unknown) => new Refusal('BAD_IMAGE', why, { cause });

/** Checks size and magic bytes; the name and type that a client sends are ignored. Throws BAD_IMAGE. */
export async function assertPicture(original: Buffer, maxBytes: number): Promise<void> {
  if (original.length === 0) throw badImage('The file is empty.');
  if (original.length > maxBytes) throw badImage(`A picture may have at most ${maxBytes / 2 ** 20} MB.`);
  const type = await fileTypeFromBuffer(original);
  if (!type || !ACCEPTED.has(type.mime)) throw badImage('Only PNG, JPEG and WebP pictures are accepted.');
}

/** Encodes an upright copy of at most this width. */
export function encodeWidth(original: Buffer, width: ImageWidth, format: ImageFormat): Promise<Buffer> {
  return encode(original, format, (picture) => picture.resize({ width, withoutEnlargement: true }));
}

/** Encodes an upright square of this size, cropped around the centre. */
export function encodeSquare(original: Buffer, size: number): Promise<Buffer> {
  return encode(original, 'webp', (picture) => picture.resize({ width: size, height: size, fit: 'cover' }));
}

async function encode(
  original: Buffer,
  format: ImageFormat,
  resize: (picture: Sharp) => Sharp,
): Promise<Buffer> {
  try {
    const picture = resize(
      sharp(original, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 }).autoOrient(),
    );
    const encoded =
      format === 'webp' ? picture.webp({ quality: 80 }) : picture.avif({ quality: 55, effort: 2 });
    return await encoded.toBuffer();
  } catch (error) {
    throw badImage('The picture could not be read.', error);
  }
}
