import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { imageUrl } from '@copup/shared/images.ts';
import fastify, { type FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { pino } from 'pino';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Refusal } from '../errors.ts';
import { createDiskStorage } from './disk-storage.ts';
import { uploadsRoutes } from './uploads.routes.ts';
import { createUploads, type Uploads } from './uploads.ts';

let files: string;
let uploads: Uploads;
let app: FastifyInstance;

beforeEach(async () => {
  files = await mkdtemp(join(tmpdir(), 'copup-uploads-'));
  uploads = createUploads({ storage: createDiskStorage(files), log: pino({ level: 'silent' }), randomBytes });
  app = fastify();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler((error: Refusal, _request, reply) =>
    reply.code(error.statusCode).send({ code: error.code }),
  );
  await app.register(uploadsRoutes({ uploads }));
});

afterEach(async () => {
  await app.close();
  await rm(files, { recursive: true, force: true });
});

/** A complete PNG of black pixels: a few kilobytes, which decode to a square of this size. */
function blackPng(size: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    check.writeUInt32BE(crc32(Buffer.concat([Buffer.from(type), data])));
    return Buffer.concat([length, Buffer.from(type), data, check]);
  };
  // One bit for each pixel, grey, and a filter byte for each row.
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  const rows = deflateSync(Buffer.alloc(size * (1 + Math.ceil(size / 8))), { level: 1 });
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#00a651' } });

describe('a full disk', () => {
  it.skipIf(process.platform !== 'linux')(
    'I10 refuses a picture with UNAVAILABLE and leaves nothing',
    async () => {
      const name = 'ab'.repeat(16);
      const named = createUploads({
        storage: createDiskStorage(files),
        log: pino({ level: 'silent' }),
        randomBytes: () => Buffer.from(name, 'hex'),
      });
      await symlink('/dev/full', join(files, `${name}-256.webp.part`));
      const picture = await blank(300, 300).png().toBuffer();
      await expect(named.storeAvatar(picture)).rejects.toMatchObject({
        code: 'UNAVAILABLE',
        statusCode: 503,
      });
      expect(await readdir(files)).toEqual([]);
    },
  );
});

describe('a picture that a row names', () => {
  const write = (error: Refusal) => async () => {
    throw error;
  };

  it('A12 is kept while the outcome of the write is unknown, and removed when it failed', async () => {
    const picture = await blank(300, 300).png().toBuffer();
    const failed = new Refusal('UNAVAILABLE', 'Nothing was changed.');
    await expect(uploads.replaceAvatar(picture, write(failed))).rejects.toBe(failed);
    expect(await readdir(files)).toEqual([]);
    const unknown = new Refusal('OUTCOME_UNKNOWN', 'The connection was lost.');
    await expect(uploads.replaceAvatar(picture, write(unknown))).rejects.toBe(unknown);
    expect(await readdir(files)).toHaveLength(2);
  });
});

describe('pictures', () => {
  it('are re-encoded in every size, without EXIF, and served with a fixed type', async () => {
    const original = await blank(1600, 900)
      .withExif({ IFD0: { Copyright: 'secret place' } })
      .jpeg()
      .toBuffer();
    expect(original.includes('secret place')).toBe(true);
    const name = await uploads.storeImage(original);
    expect(name).toMatch(/^[0-9a-f]{32}$/);
    const names = await readdir(files);
    expect(names.sort()).toEqual(
      [320, 640, 1280].flatMap((width) => [`${name}-${width}.avif`, `${name}-${width}.webp`]).sort(),
    );
    for (const file of names) {
      const bytes = await readFile(join(files, file));
      const found = await sharp(bytes).metadata();
      expect(found.width).toBe(Number(file.split(/[-.]/)[1]));
      expect(found.exif).toBeUndefined();
      expect(bytes.includes('secret place')).toBe(false);
    }
    const reply = await app.inject(imageUrl(name));
    expect(reply.statusCode).toBe(200);
    expect(reply.headers).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(reply.rawPayload).toEqual(await readFile(join(files, `${name}-640.webp`)));
    await uploads.removeImage(name);
    expect((await app.inject(imageUrl(name))).statusCode).toBe(404);
  });

  it('are rotated upright and never enlarged', async () => {
    const sideways = await blank(200, 100).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    const name = await uploads.storeImage(sideways);
    const { width, height } = await sharp(join(files, `${name}-640.webp`)).metadata();
    expect([width, height]).toEqual([100, 200]);
  });

  it('W17 of users are cropped to squares of 64 and 256 pixels, without EXIF, and removed', async () => {
    const wide = await blank(900, 300)
      .composite([{ input: await blank(100, 300).negate().png().toBuffer(), left: 0, top: 0 }])
      .withExif({ IFD0: { Copyright: 'secret place' } })
      .jpeg()
      .toBuffer();
    const name = await uploads.storeAvatar(wide);
    for (const size of [64, 256]) {
      const reply = await app.inject(`/uploads/${name}-${size}.webp`);
      expect(reply.headers['content-type']).toBe('image/webp');
      const { width, height, exif } = await sharp(reply.rawPayload).metadata();
      expect([width, height, exif]).toEqual([size, size, undefined]);
      // The left edge of the original is cropped.
      const [red = 255] = await sharp(reply.rawPayload)
        .extract({ left: 0, top: 0, width: 1, height: 1 })
        .raw()
        .toBuffer();
      expect(red).toBeLessThan(60);
    }
    await uploads.removeAvatar(name);
    expect((await app.inject(`/uploads/${name}-64.webp`)).statusCode).toBe(404);
  });

  it('D7 take at most 40,000 bytes in the sizes that phones load, also noise', {
    tags: ['full'],
  }, async () => {
    const noise = await sharp(randomBytes(640 * 320 * 3), { raw: { width: 640, height: 320, channels: 3 } })
      .webp({ quality: 90 })
      .toBuffer();
    const [image, avatar] = [await uploads.storeImage(noise), await uploads.storeAvatar(noise)];
    const names = await readdir(files);
    const forPhones = names.filter((name) => name.startsWith(avatar) || /-(320|640)\./.test(name));
    expect(forPhones.filter((name) => name.startsWith(image))).toHaveLength(4);
    for (const name of forPhones)
      expect((await readFile(join(files, name))).length, name).toBeLessThanOrEqual(40_000);
  });

  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  it.each([
    ['nothing', async () => Buffer.alloc(0)],
    ['SVG', async () => svg],
    ['HTML', async () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['GIF', async () => blank(10, 10).gif().toBuffer()],
    ['magic bytes alone', async () => Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
    ['a broken JPEG', async () => (await blank(900, 900).jpeg().toBuffer()).subarray(0, 900)],
    [
      '2 MB and a byte',
      async () => Buffer.concat([await blank(10, 10).png().toBuffer(), Buffer.alloc(2 ** 21)]),
    ],
    ['a decompression bomb', async () => blackPng(12_000)],
  ])('refuses %s', async (_what, make) => {
    await expect(uploads.storeImage(await make())).rejects.toMatchObject({ code: 'BAD_IMAGE' });
    expect(await readdir(files)).toEqual([]);
  });

  it('accepts small PNG and WebP pictures', async () => {
    for (const picture of [blackPng(16), await blank(10, 10).webp().toBuffer()])
      expect(await uploads.storeImage(picture)).toMatch(/^[0-9a-f]{32}$/);
  });

  it('removes the hidden part of a polyglot file', async () => {
    const picture = await blank(50, 50).png().toBuffer();
    const name = await uploads.storeImage(Buffer.concat([picture, svg]));
    for (const file of (await readdir(files)).filter((each) => each.startsWith(name))) {
      expect((await readFile(join(files, file))).includes('<script>')).toBe(false);
    }
  });

  it('does not serve other files', async () => {
    const name = 'a'.repeat(32);
    for (const file of ['..%2f..%2fetc%2fpasswd', 'x.webp', `${name}-640.svg`, `${name}-640.webp`])
      expect((await app.inject(`/uploads/${file}`)).statusCode, file).toBe(404);
  });
});
