import { avatarFile, avatarSizes, imageFile, imageFormats, imageWidths } from '@copup/shared/images.ts';
import type { Logger } from 'pino';
import { Refusal } from '../errors.ts';
import { assertPicture, encodeSquare, encodeWidth, hashPixels } from './encode-picture.ts';
import type { Storage, StoredFile } from './storage.ts';

/** Largest picture of a subject, in bytes. */
export const MAX_IMAGE_BYTES = 2 * 2 ** 20;
/** Largest picture that a player sends, in bytes (W17). */
export const MAX_PLAYER_IMAGE_BYTES = 5 * 2 ** 20;
/** The width of a proof: the text of a screenshot stays readable. */
const PROOF_WIDTH = 1_280;
/** Maximum number of waiting pictures; encoding one takes a core about a second. */
const MAX_WAITING = 8;
const NAME_BYTES = 16;

/** Pictures are PNG, JPEG or WebP, detected by their content. Nothing of the original file is kept, such as EXIF. */
export interface Uploads {
  /**
   * Stores a picture re-encoded in every size and format under a random name, which is returned. Throws BAD_IMAGE for
   * everything else, BUSY when too many wait.
   */
  storeImage(original: Buffer): Promise<string>;
  /** Removes a picture that is no longer used. A failure leaves files behind and is logged. */
  removeImage(name: string): Promise<void>;
  /**
   * Stores a picture, has `write` name it in a row, and removes the picture that the row named before. When `write` fails,
   * the new picture is removed, except while the outcome is unknown (A12): the row may name it.
   */
  replaceImage<Written extends Replaced>(original: Buffer, write: WriteName<Written>): Promise<Written>;
  /** The same for a user's picture: cropped to a square, in both sizes (W17). */
  storeAvatar(original: Buffer): Promise<string>;
  removeAvatar(name: string): Promise<void>;
  replaceAvatar<Written extends Replaced>(original: Buffer, write: WriteName<Written>): Promise<Written>;
  /** Re-encodes a private picture of at most 2 MB, and returns it instead of storing it. */
  encodeProof(original: Buffer): Promise<Proof>;
  /** Opens a file that `formatOfFile` knows; undefined when there is none. */
  open(file: string): Promise<StoredFile | undefined>;
}

interface Replaced {
  /** The picture that the row named before. */
  replaced: string | null;
}
type WriteName<Written extends Replaced> = (name: string) => Promise<Written>;

/** A private picture, which the caller stores. */
export interface Proof {
  /** SHA-256 of the decoded pixels, the same for every lossless encoding and whatever EXIF or colour profile says. */
  hash: Buffer;
  webp: Buffer;
}

export interface UploadsOptions {
  storage: Storage;
  log: Pick<Logger, 'error'>;
  randomBytes: (count: number) => Buffer;
}

/** One file of a picture. */
interface Variant {
  file: string;
  type: string;
  encode: () => Promise<Buffer>;
}

const imageVariants = (original: Buffer) => (name: string) =>
  imageWidths.flatMap((width) =>
    imageFormats.map((format) => ({
      file: imageFile(name, width, format),
      type: `image/${format}`,
      encode: () => encodeWidth(original, width, format),
    })),
  );
const avatarVariants = (original: Buffer) => (name: string) =>
  avatarSizes.map((size) => ({
    file: avatarFile(name, size),
    type: 'image/webp',
    encode: () => encodeSquare(original, size),
  }));

export function createUploads({ storage, log, randomBytes }: UploadsOptions): Uploads {
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

  async function remove(files: readonly string[]): Promise<void> {
    await Promise.all(files.map((file) => storage.remove(file))).catch((err: unknown) =>
      log.error({ err }, 'removing a picture failed'),
    );
  }

  function store(variants: (name: string) => readonly Variant[]): Promise<string> {
    return inTurn(async () => {
      const name = randomBytes(NAME_BYTES).toString('hex');
      const all = variants(name);
      try {
        for (const { file, type, encode } of all) await storage.put(file, await encode(), type);
      } catch (error) {
        await remove(all.map(({ file }) => file));
        throw error;
      }
      return name;
    });
  }

  const uploads: Uploads = {
    open: (file) => storage.get(file),
    async storeImage(original) {
      await assertPicture(original, MAX_IMAGE_BYTES);
      return store(imageVariants(original));
    },
    async storeAvatar(original) {
      await assertPicture(original, MAX_PLAYER_IMAGE_BYTES);
      return store(avatarVariants(original));
    },
    async encodeProof(original) {
      await assertPicture(original, MAX_IMAGE_BYTES);
      return inTurn(async () => ({
        hash: await hashPixels(original),
        webp: await encodeWidth(original, PROOF_WIDTH, 'webp'),
      }));
    },
    removeImage: (name) => remove(imageVariants(Buffer.of())(name).map(({ file }) => file)),
    removeAvatar: (name) => remove(avatarSizes.map((size) => avatarFile(name, size))),
    replaceImage: async (original, write) =>
      replace(await uploads.storeImage(original), write, uploads.removeImage),
    replaceAvatar: async (original, write) =>
      replace(await uploads.storeAvatar(original), write, uploads.removeAvatar),
  };
  return uploads;
}

/** Has the picture named in a row. Removes the one that the row named before, or the new one when that fails. */
async function replace<Written extends Replaced>(
  name: string,
  write: WriteName<Written>,
  removeNamed: (name: string) => Promise<void>,
): Promise<Written> {
  try {
    const written = await write(name);
    if (written.replaced !== null) await removeNamed(written.replaced);
    return written;
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'OUTCOME_UNKNOWN')) await removeNamed(name);
    throw error;
  }
}
