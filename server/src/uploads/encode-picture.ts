import { createHash } from 'node:crypto';
import { type ImageFormat, type ImageWidth, phoneImageBytes, phoneImageWidth } from '@copup/shared/images.ts';
import { fileTypeFromBuffer } from 'file-type';
import sharp, { type Sharp } from 'sharp';
import { Refusal } from '../errors.ts';

/** A small file can decode to gigabytes; 40 megapixels are more than a phone's picture needs. */
const MAX_PIXELS = 40_000_000;
const ACCEPTED: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/webp']);

/** The first is used unless the result is too large. */
const QUALITIES: Record<ImageFormat, readonly number[]> = { webp: [80, 60, 40], avif: [55, 40, 25] };
/** The factor of the width when the lowest quality is still too large. */
const SMALLER = 0.75;
const MAX_STEPS = 12;

const badImage = (why: string, cause?: unknown) => new Refusal('BAD_IMAGE', why, { cause });

/** Checks size and magic bytes; the name and type that a client sends are ignored. Throws BAD_IMAGE. */
export async function assertPicture(original: Buffer, maxBytes: number): Promise<void> {
  if (original.length === 0) throw badImage('The file is empty.');
  if (original.length > maxBytes) throw badImage(`A picture may have at most ${maxBytes / 2 ** 20} MB.`);
  const type = await fileTypeFromBuffer(original);
  if (!type || !ACCEPTED.has(type.mime)) throw badImage('Only PNG, JPEG and WebP pictures are accepted.');
}

/** Encodes an upright copy of at most this width, small enough for phones if they load this width. */
export function encodeWidth(original: Buffer, width: ImageWidth, format: ImageFormat): Promise<Buffer> {
  const maxBytes = width > phoneImageWidth ? Number.POSITIVE_INFINITY : phoneImageBytes;
  return encode(original, format, maxBytes, (picture, share) =>
    picture.resize({ width: Math.ceil(width * share), withoutEnlargement: true }),
  );
}

/** Encodes an upright square of this size, cropped around the centre. */
export function encodeSquare(original: Buffer, size: number): Promise<Buffer> {
  return encode(original, 'webp', phoneImageBytes, (picture) =>
    picture.resize({ width: size, height: size, fit: 'cover' }),
  );
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

/**
 * Encodes the picture at the highest quality whose result is small enough, and smaller if none is, as for noise. `resize` receives
 * the share of the wanted width.
 */
function encode(
  original: Buffer,
  format: ImageFormat,
  maxBytes: number,
  resize: (picture: Sharp, share: number) => Sharp,
): Promise<Buffer> {
  return decoding(async () => {
    const qualities = QUALITIES[format];
    for (let step = 0; ; step += 1) {
      const quality = qualities[Math.min(step, qualities.length - 1)];
      const share = SMALLER ** Math.max(0, step - qualities.length + 1);
      const picture = resize(decode(original).autoOrient(), share);
      const encoded = await (format === 'webp'
        ? picture.webp({ quality })
        : picture.avif({ quality, effort: 2 })
      ).toBuffer();
      if (encoded.length <= maxBytes || step >= MAX_STEPS) return encoded;
    }
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
