import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { AwsClient } from 'aws4fetch';
import { fileTypeFromBuffer } from 'file-type';
import type { S3Config } from '../config.ts';
import { type Storage, unavailable } from './storage.ts';

/** Of the keys in the bucket, which may contain other files. */
const FOLDER = 'uploads';
const TIMEOUT_MS = 10_000;
const NOT_FOUND = 404;
/** More than any stored picture has. */
const MAX_BYTES = 8 * 2 ** 20;

/** Keeps files in an S3-compatible service, with path-style addresses and signed requests. */
export function createS3Storage({ endpoint, bucket, region, ...keys }: S3Config): Storage {
  const client = new AwsClient({ ...keys, region, service: 's3', retries: 2 });
  const base = `${endpoint.replace(/\/+$/, '')}/${encodeURIComponent(bucket)}/${FOLDER}`;

  /** Sends one request; throws UNAVAILABLE for every failure except a missing file. */
  async function send(method: string, name: string, body?: Buffer, contentType?: string): Promise<Response> {
    const headers = {
      'x-amz-content-sha256': createHash('sha256')
        .update(body ?? '')
        .digest('hex'),
      'accept-encoding': 'identity',
      ...(contentType !== undefined && { 'content-type': contentType }),
    };
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await client
      .fetch(`${base}/${encodeURIComponent(name)}`, {
        method,
        headers,
        body: body && new Uint8Array(body),
        // A reply that leads to another address is none of this storage, and may be one of the inner network.
        redirect: 'error',
        signal,
      })
      .catch((error: unknown) => {
        throw unavailable(error);
      });
    if (response.ok || response.status === NOT_FOUND) return response;
    await response.body?.cancel();
    throw unavailable(new Error(`the file storage replied ${response.status} to ${method}`));
  }

  return {
    async put(name, bytes, contentType) {
      const response = await send('PUT', name, bytes, contentType);
      await response.body?.cancel();
      if (!response.ok) throw unavailable(new Error(`there is no bucket ${bucket}`));
    },
    async get(name) {
      const response = await send('GET', name);
      if (!response.ok) {
        await response.body?.cancel();
        return undefined;
      }
      const bytes = await readBytes(response);
      const mime = (await fileTypeFromBuffer(bytes))?.mime;
      if (mime !== 'image/webp' && mime !== 'image/avif')
        throw unavailable(new Error('the file storage replied with something other than a picture'));
      return { size: bytes.length, stream: Readable.from([bytes]) };
    },
    async remove(name) {
      const response = await send('DELETE', name);
      await response.body?.cancel();
    },
  };
}

/** Reads the body of a reply. Throws UNAVAILABLE when it is too large or cut off. */
async function readBytes(response: Response): Promise<Buffer> {
  try {
    if (!(Number(response.headers.get('content-length')) <= MAX_BYTES)) {
      await response.body?.cancel();
      throw new Error(`the file storage replied with more than ${MAX_BYTES} bytes`);
    }
    return Buffer.from(await response.arrayBuffer());
  } catch (error) {
    throw unavailable(error);
  }
}
