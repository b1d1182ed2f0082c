import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ImageFormat, imageFile, imageFormats, imageWidths } from '@copup/shared/images.ts';
import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import { Refusal } from '../errors.ts';

/** Largest picture that is accepted, in bytes. */
export const MAX_IMAGE_BYTES = 2 * 1024 * 1024;
/** A small file can decode to gigabytes; 40 megapixels are more than a phone's picture needs. */
const MAX_PIXELS = 40_000_000;
const ACCEPTED: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/webp']);
/** Maximum number of waiting pictures; encoding one takes a core about a second. */
const MAX_WAITING = 8;
const NAME_BYTES = 16;

export interface Uploads {
  /** The folder of the files. */
  readonly folder: string;
  /**
   * Decodes a PNG, JPEG or WebP, detected by its content, and stores it re-encoded in every size and format under a
   * random name, which is returned. Nothing of the original file is kept, in particular no EXIF. Throws BAD_IMAGE for
   * everything else, BUSY when too many wait.
   */
  storeImage(original: Buffer): Promise<string>;
  /** Removes a picture that is no longer used. */
  removeImage(name: string): Promise<void>;
}

export interface UploadsOptions {
  folder: string;
  randomBytes: (count: number) => Buffer;
}

export function createUploads({ folder, randomBytes }: UploadsOptions): Uploads {
  let waiting = 0;
  let previous: Promise<unknown> = Promise.resolve();

  /** Encodes one picture at a time: several at once would take CPU from other requests. */
  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (waiting >= MAX_WAITING) {
      throw new Refusal('BUSY', 'Too many pictures are being stored. Please try again.', { retryAfterS: 5 });
    }
    waiting += 1;
    const result = previous.then(work).finally(() => {
      waiting -= 1;
    });
    previous = result.catch(() => {});
    return result;
  }

  async function encodeAll(original: Buffer, name: string): Promise<void> {
    await mkdir(folder, { recursive: true });
    for (const width of imageWidths) {
      for (const format of imageFormats) {
        const encoded = await encode(original, width, format);
        const file = join(folder, imageFile(name, width, format));
        // Renamed when complete, so that a partial file is never served.
        await writeFile(`${file}.part`, encoded);
        await rename(`${file}.part`, file);
      }
    }
  }

  async function removeImage(name: string): Promise<void> {
    const files = imageWidths.flatMap((width) =>
      imageFormats.map((format) => imageFile(name, width, format)),
    );
    await Promise.all(files.map((file) => rm(join(folder, file), { force: true })));
  }

  return {
    folder,
    removeImage,
    async storeImage(original) {
      await assertPicture(original);
      return inTurn(async () => {
        const name = randomBytes(NAME_BYTES).toString('hex');
        try {
          await encodeAll(original, name);
        } catch (error) {
          await removeImage(name);
          throw error;
        }
        return name;
      });
    },
  };
}

const badImage = (why: string, cause?: unknown) => new Refusal('BAD_IMAGE', why, { cause });

/** Checks the magic bytes; the name and type that a client sends are ignored. */
async function assertPicture(original: Buffer): Promise<void> {
  if (original.length === 0) throw badImage('The file is empty.');
  if (original.length > MAX_IMAGE_BYTES) throw badImage('A picture may have at most 2 MB.');
  const type = await fileTypeFromBuffer(original);
  if (!type || !ACCEPTED.has(type.mime)) throw badImage('Only PNG, JPEG and WebP pictures are accepted.');
}

async function encode(original: Buffer, width: number, format: ImageFormat): Promise<Buffer> {
  try {
    const picture = sharp(original, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 })
      .autoOrient()
      .resize({ width, withoutEnlargement: true });
    const encoded =
      format === 'webp' ? picture.webp({ quality: 80 }) : picture.avif({ quality: 55, effort: 2 });
    return await encoded.toBuffer();
  } catch (error) {
    throw badImage('The picture could not be read.', error);
  }
}
