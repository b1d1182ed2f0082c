import { createHash } from 'node:crypto';
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

/** Decodes without turning by EXIF or converting by a colour profile: a changed tag must not change the hash. */
export function hashPixels(original: Buffer): Promise<Buffer> {
  return decoding(async () => {
    const { data, info } = await decode(original, { ignoreIcc: true })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    return createHash('sha256').update(`${info.width}x${info.height}:`).update(data).digest();
  });
}

function encode(original: Buffer, format: ImageFormat, resize: (picture: Sharp) => Sharp): Promise<Buffer> {
  return decoding(() => {
    const picture = resize(decode(original).autoOrient());
    const encoded =
      format === 'webp' ? picture.webp({ quality: 80 }) : picture.avif({ quality: 55, effort: 2 });
    return encoded.toBuffer();
  });
}

const decode = (original: Buffer, options: { ignoreIcc?: boolean } = {}): Sharp =>
  sharp(original, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1, ...options });

async function decoding<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw badImage('The picture could not be read.', error);
  }
}
