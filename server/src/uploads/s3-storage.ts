import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { AwsClient } from 'aws4fetch';
import type { S3Config } from '../config.ts';
import { Refusal } from '../errors.ts';
import type { Storage } from './storage.ts';

/** Of the keys in the bucket, which may contain other files. */
const FOLDER = 'uploads';
const TIMEOUT_MS = 10_000;
const NOT_FOUND = 404;

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
      const { ok, body, headers } = await send('GET', name);
      if (ok && body) {
        return {
          size: Number(headers.get('content-length')),
          stream: Readable.fromWeb(body as ReadableStream),
        };
      }
      await body?.cancel();
      return undefined;
    },
    async remove(name) {
      const response = await send('DELETE', name);
      await response.body?.cancel();
    },
  };
}

const unavailable = (cause: unknown) =>
  new Refusal('UNAVAILABLE', 'Pictures cannot be stored or read at this moment. Please try again.', {
    retryAfterS: 5,
    cause,
  });
