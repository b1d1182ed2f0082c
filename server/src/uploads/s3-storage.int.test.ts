import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startApp, type TestApp } from '@copup/testkit/app.ts';
import { pino } from 'pino';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createS3Storage } from './s3-storage.ts';
import { createUploads } from './uploads.ts';

/** An S3-compatible service in this process: it refuses unsigned requests and bodies that differ from their hash. */
let service: Server;
let endpoint: string;
let isAway = false;
let redirectTo: string | undefined;
const files = new Map<string, { bytes: Buffer; type: string | undefined }>();
const KEY = 'AKIDEXAMPLE';

beforeAll(async () => {
  service = createServer((request, response) => {
    if (redirectTo !== undefined) return void response.writeHead(307, { location: redirectTo }).end();
    void answer(request).then(([status, body, type]) => {
      response.writeHead(status, { ...(type && { 'content-type': type }), 'content-length': body.length });
      response.end(body);
    });
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  endpoint = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
});
beforeEach(() => files.clear());
afterAll(() => service?.close());

async function answer(request: IncomingMessage): Promise<[number, Buffer, string?]> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  const { authorization = '', 'x-amz-date': date, 'x-amz-content-sha256': hash } = request.headers;
  const signed = new RegExp(
    `^AWS4-HMAC-SHA256 Credential=${KEY}/\\d{8}/eu-west-1/s3/aws4_request, SignedHeaders=[a-z0-9;-]*host[a-z0-9;-]*, Signature=[0-9a-f]{64}$`,
  );
  if (isAway) return [500, Buffer.alloc(0)];
  if (!signed.test(authorization) || !date) return [403, Buffer.alloc(0)];
  if (hash !== createHash('sha256').update(body).digest('hex')) return [400, Buffer.alloc(0)];
  const path = request.url ?? '';
  if (!path.startsWith('/pictures/uploads/')) return [404, Buffer.alloc(0)];
  if (request.method === 'PUT') files.set(path, { bytes: body, type: request.headers['content-type'] });
  if (request.method === 'DELETE') return [files.delete(path) ? 204 : 204, Buffer.alloc(0)];
  const file = files.get(path);
  return file
    ? [200, request.method === 'GET' ? file.bytes : Buffer.alloc(0), file.type]
    : [404, Buffer.alloc(0)];
}

const configOf = (over: object = {}) => ({
  endpoint,
  bucket: 'pictures',
  region: 'eu-west-1',
  accessKeyId: KEY,
  secretAccessKey: 'a secret of the storage',
  ...over,
});
const png = () =>
  sharp({ create: { width: 300, height: 200, channels: 3, background: '#00a651' } })
    .png()
    .toBuffer();

describe('pictures in S3-compatible storage', () => {
  it('are put, read and removed with signed requests', async () => {
    const storage = createS3Storage(configOf());
    const uploads = createUploads({ storage, log: pino({ level: 'silent' }), randomBytes });
    const name = await uploads.storeAvatar(await png());
    expect([...files].map(([path, { type }]) => [path, type])).toEqual([
      [`/pictures/uploads/${name}-64.webp`, 'image/webp'],
      [`/pictures/uploads/${name}-256.webp`, 'image/webp'],
    ]);
    const opened = await uploads.open(`${name}-64.webp`);
    const read = Buffer.concat((await opened?.stream.toArray()) ?? []);
    expect([read.length, (await sharp(read).metadata()).width]).toEqual([opened?.size, 64]);
    await uploads.removeAvatar(name);
    expect([files.size, await uploads.open(`${name}-64.webp`)]).toEqual([0, undefined]);
    // Removing a file that is gone is no error.
    await uploads.removeAvatar(name);
  });

  it('refuse with UNAVAILABLE while the service fails, refuses the key or has no such bucket', async () => {
    const file = Buffer.from('x');
    const bad = [configOf({ accessKeyId: 'OTHER' }), configOf({ bucket: 'other' })];
    for (const config of bad) {
      const put = createS3Storage(config).put('a.webp', file, 'image/webp');
      await expect(put).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    }
    isAway = true;
    await expect(createS3Storage(configOf()).get('a.webp')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    isAway = false;
    const closed = createS3Storage(configOf({ endpoint: 'http://127.0.0.1:1' }));
    await expect(closed.get('a.webp')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('X12 are neither fetched from the host that a redirect names nor of another kind', async () => {
    let asked = 0;
    const inner = createServer((_request, response) => {
      asked += 1;
      response.end('credentials of the inner network');
    });
    await new Promise<void>((resolve) => inner.listen(0, '127.0.0.1', resolve));
    redirectTo = `http://127.0.0.1:${(inner.address() as AddressInfo).port}/`;
    const storage = createS3Storage(configOf());
    const refused = { code: 'UNAVAILABLE' };
    await expect(storage.get('a.webp')).rejects.toMatchObject(refused);
    await expect(storage.put('a.webp', Buffer.from('x'), 'image/webp')).rejects.toMatchObject(refused);
    redirectTo = undefined;
    expect(asked).toBe(0);
    inner.close();
    files.set('/pictures/uploads/a.webp', { bytes: Buffer.from('<script>'), type: 'image/webp' });
    await expect(storage.get('a.webp')).rejects.toMatchObject(refused);
  });

  it('are served by a server that is configured so, under the same addresses', async () => {
    const app: TestApp = await startApp({
      redis: null,
      env: {
        S3_ENDPOINT: endpoint,
        S3_BUCKET: 'pictures',
        S3_REGION: 'eu-west-1',
        S3_ACCESS_KEY_ID: KEY,
        S3_SECRET_ACCESS_KEY: 'a secret of the storage',
      },
    });
    const ada = await app.signIn({ username: 'ada_s3' });
    const form = new FormData();
    const fields = { full_name: 'Ada Obi', username: 'ada_s3', email: 'ada_s3@example.test' };
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    form.set('profile', new Blob([await png()]));
    expect((await ada.call('PUT', '/user/profile', { body: form })).status).toBe(200);
    const { profile } = (await ada.get('/user/profile')).body;
    expect(files.has(`/pictures${profile}`)).toBe(true);
    const served = await fetch(`${app.url}${profile}`);
    expect([served.status, served.headers.get('cache-control')]).toEqual([
      200,
      'public, max-age=31536000, immutable',
    ]);
    expect((await sharp(Buffer.from(await served.arrayBuffer())).metadata()).width).toBe(256);
    isAway = true;
    expect((await fetch(`${app.url}${profile}`)).status).toBe(503);
    isAway = false;
    await app.close();
  });
});
