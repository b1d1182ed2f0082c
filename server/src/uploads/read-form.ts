import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { Refusal } from '../errors.ts';
import { MAX_IMAGE_BYTES } from './uploads.ts';

/** Room for the multipart framing and the fields. */
const FRAMING_BYTES = 16 * 1024;

/** The limits of one route's multipart/form-data bodies. */
export interface FormLimits {
  /** Largest picture, in bytes: a whole number of MB. */
  pictureBytes: number;
  /** Maximum number of text fields. */
  fields: number;
  /** The name of the picture's field; any name without it. */
  pictureField?: string;
  /** What the file is in words. */
  noun?: 'file';
}

export interface Form {
  /** The text fields, as sent; check them with `parseFields`. */
  fields: Record<string, string>;
  picture: Buffer | undefined;
}

/**
 * Reads the text fields and the optional picture of a multipart/form-data body; register @fastify/multipart in the same
 * plugin. Throws BODY_TOO_LARGE as soon as the picture, the number of parts or the whole body passes its limit, and
 * BAD_REQUEST for an invalid, truncated or ambiguous body.
 */
export async function readForm(request: FastifyRequest, limits: FormLimits): Promise<Form> {
  if (!request.isMultipart()) throw new Refusal('UNSUPPORTED_MEDIA_TYPE', 'Send multipart/form-data.');
  const maxBytes = limits.pictureBytes + FRAMING_BYTES;
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(limits);
  const stopCounting = new AbortController();
  try {
    const read = readParts(request, limits);
    // The losing promise settles when the request ends.
    read.catch(() => undefined);
    return await Promise.race([read, untilTooLarge(request, limits, maxBytes, stopCounting.signal)]);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    const code = String((error as { code?: unknown }).code);
    if (code === 'FST_REQ_FILE_TOO_LARGE') throw tooLarge(limits, error);
    if (/^FST_\w+_LIMIT$/.test(code)) {
      throw new Refusal('BODY_TOO_LARGE', 'There are too many parts.', { cause: error });
    }
    throw new Refusal('BAD_REQUEST', 'The form could not be read.', { cause: error });
  } finally {
    stopCounting.abort();
  }
}

/** Checks the fields of a form; throws VALIDATION_FAILED as for a JSON body. */
export function parseFields<Schema extends z.ZodType>(
  schema: Schema,
  fields: Form['fields'],
  message = 'Some fields are invalid.',
): z.output<Schema> {
  const parsed = schema.safeParse(fields);
  if (parsed.success) return parsed.data;
  throw new Refusal('VALIDATION_FAILED', message, {
    issues: parsed.error.issues.map(({ path, message: why }) => ({ path: path.join('.'), message: why })),
  });
}

/** Reads the fields and the picture of a form. Throws for a field that occurs twice or is too long. */
async function readParts(request: FastifyRequest, limits: FormLimits): Promise<Form> {
  const { fields: maxFields, pictureBytes } = limits;
  const fields = new Map<string, string>();
  let picture: Buffer | undefined;
  const parts = request.parts({
    limits: {
      files: 1,
      fields: maxFields,
      parts: maxFields + 1,
      fileSize: pictureBytes,
      fieldSize: 1_024,
      headerPairs: 20,
    },
  });
  for await (const part of parts) {
    if (part.type === 'file') {
      if (limits.pictureField !== undefined && part.fieldname !== limits.pictureField) {
        throw badForm(`Send the ${limits.noun ?? 'picture'} as ${limits.pictureField}.`);
      }
      const bytes = await readBytes(part, limits);
      // Browsers send an empty file without a name for an input that the user left empty.
      if (bytes.length > 0 || part.filename) picture = bytes;
      continue;
    }
    const { fieldname, value, fieldnameTruncated, valueTruncated } = part;
    if (typeof value !== 'string' || fieldnameTruncated || valueTruncated || fields.has(fieldname)) {
      throw badForm('A field is too long, is not text, or occurs twice.');
    }
    fields.set(fieldname, value);
  }
  return { fields: Object.fromEntries(fields), picture };
}

/** Reads a file. Throws when it is too large. */
async function readBytes(part: MultipartFile, limits: FormLimits): Promise<Buffer> {
  const { file } = part;
  // Without this the rest of a file that is too large would be read to its end.
  file.once('limit', () => file.destroy(tooLarge(limits)));
  const bytes = await part.toBuffer();
  // A file can be cut off between two chunks, which toBuffer does not detect.
  if (file.truncated) throw tooLarge(limits);
  return bytes;
}

/**
 * Rejects once the whole body passes its limit, since the parts before and after the file have no limit of their own.
 */
function untilTooLarge(
  { raw }: FastifyRequest,
  limits: FormLimits,
  maxBytes: number,
  signal: AbortSignal,
): Promise<never> {
  let received = 0;
  return new Promise((_resolve, reject) => {
    const count = (chunk: Buffer) => {
      received += chunk.length;
      if (received > maxBytes) reject(tooLarge(limits));
    };
    raw.on('data', count);
    signal.addEventListener('abort', () => raw.off('data', count));
  });
}

const badForm = (why: string) => new Refusal('BAD_REQUEST', why);
const tooLarge = ({ pictureBytes, noun }: FormLimits, cause?: unknown) =>
  new Refusal('BODY_TOO_LARGE', `A ${noun ?? 'picture'} may have at most ${pictureBytes / 2 ** 20} MB.`, {
    cause,
  });

/** Reads the one picture of a multipart/form-data body (`readForm`); throws BAD_IMAGE when there is none. */
export async function readPicture(request: FastifyRequest): Promise<Buffer> {
  const { picture } = await readForm(request, { pictureBytes: MAX_IMAGE_BYTES, fields: 4 });
  if (!picture) throw new Refusal('BAD_IMAGE', 'There is no picture in the request.');
  return picture;
}
