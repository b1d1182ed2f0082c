import { readdirSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { type SignedInClient, startApp, type TestApp } from '@copup/testkit/app.ts';
import { noLimits } from '@copup/testkit/no-limits.ts';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newPicture, TradeWorld, toForm } from '../../../test/trade-world.ts';

let app: TestApp;
let world: TradeWorld;
let operator: SignedInClient;
let traderId: number;
beforeAll(async () => {
  app = await startApp({ overrides: { limitRules: noLimits } });
  operator = await app.signIn({ role: 1 });
  world = new TradeWorld(app, operator);
  traderId = await world.trader({}, 5_000);
});
afterAll(() => app?.close());

const buyWith = async (screenshot: Buffer) => world.buy(await app.signIn(), traderId, { screenshot });
const stored = async (tradeId: number): Promise<Buffer> => {
  const reply = await fetch(`${app.url}/api/admin/trades/${tradeId}/screenshot`, {
    headers: { authorization: `Bearer ${operator.token}` },
  });
  return Buffer.from(await reply.arrayBuffer());
};
const noise = async () => {
  const pixels = Buffer.from(Array.from({ length: 24 * 16 * 3 }, () => Math.floor(Math.random() * 256)));
  return sharp(pixels, { raw: { width: 24, height: 16, channels: 3 } });
};
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');

/** A PNG of 20,000 × 20,000 pixels in a few kilobytes. */
function bomb(): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    // The checksum is wrong on purpose as well: the size alone must refuse it.
    return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(20_000, 0);
  header.writeUInt32BE(20_000, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1_000_000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('W16 a screenshot counts once', () => {
  it.each<[string, (picture: Sharp) => Promise<Buffer>]>([
    ['the same file', (picture) => picture.png().toBuffer()],
    ['another compression', (picture) => picture.png({ compressionLevel: 0 }).toBuffer()],
    ['lossless WebP', (picture) => picture.webp({ lossless: true }).toBuffer()],
    ['an opaque alpha channel', (picture) => picture.ensureAlpha().png().toBuffer()],
    [
      'EXIF data',
      (picture) =>
        picture
          .withExif({ IFD0: { Copyright: 'new' } })
          .png()
          .toBuffer(),
    ],
    ['an EXIF rotation', (picture) => picture.withMetadata({ orientation: 6 }).png().toBuffer()],
    ['a colour profile', (picture) => picture.keepIccProfile().withIccProfile('srgb').png().toBuffer()],
    [
      'data after its end',
      async (picture) => Buffer.concat([await picture.png().toBuffer(), Buffer.alloc(99, 7)]),
    ],
  ])('with %s', async (_what, change) => {
    const picture = await noise();
    const original = await picture.clone().png().toBuffer();
    expect((await buyWith(original)).status).toBe(200);
    const again = await buyWith(await change(sharp(original)));
    expect([again.status, again.body.code]).toEqual([409, 'SCREENSHOT_USED']);
  });

  it('a JPEG with other EXIF data', async () => {
    const jpeg = await (await noise()).jpeg().toBuffer();
    expect((await buyWith(jpeg)).status).toBe(200);
    // The segment is inserted as it is, so the compressed pixels stay the same.
    const comment = Buffer.from([0xff, 0xfe, 0x00, 0x06, 0x68, 0x65, 0x79, 0x21]);
    const changed = Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]);
    expect((await buyWith(changed)).body.code).toBe('SCREENSHOT_USED');
  });

  it('one changed pixel is another screenshot, and a refused purchase does not use it up', async () => {
    const { data, info } = await (await noise()).raw().toBuffer({ resolveWithObject: true });
    const png = () => sharp(data, { raw: info }).png().toBuffer();
    const screenshot = await png();
    const player = await app.signIn();
    expect((await world.buy(player, traderId, { screenshot, totalPrice: 1 })).body.code).toBe(
      'PRICE_DIFFERS',
    );
    expect((await buyWith(screenshot)).status).toBe(200);
    data[0] = (data[0] as number) ^ 1;
    expect((await world.buy(player, traderId, { screenshot: await png() })).status).toBe(200);
  });
});

describe('T1 uploads of screenshots', () => {
  it.each<[string, () => Promise<Buffer>, string]>([
    ['an SVG', async () => svg, 'BAD_IMAGE'],
    ['HTML', async () => Buffer.from('<!doctype html><script>alert(1)</script>'), 'BAD_IMAGE'],
    ['a GIF', async () => (await noise()).gif().toBuffer(), 'BAD_IMAGE'],
    ['0 bytes', async () => Buffer.alloc(0), 'BAD_IMAGE'],
    ['magic bytes alone', async () => Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'BAD_IMAGE'],
    ['a broken PNG', async () => (await (await noise()).png().toBuffer()).subarray(0, 600), 'BAD_IMAGE'],
    ['a decompression bomb', async () => bomb(), 'BAD_IMAGE'],
    [
      '2 MB and a byte',
      async () => Buffer.concat([await newPicture(), Buffer.alloc(2 ** 21)]),
      'BODY_TOO_LARGE',
    ],
  ])('refuse %s, and reserve nothing', async (_what, make, code) => {
    const before = await world.coinsOf(traderId);
    const reply = await buyWith(await make());
    expect([reply.status, reply.body.code]).toEqual([code === 'BAD_IMAGE' ? 400 : 413, code]);
    expect(await world.coinsOf(traderId)).toEqual(before);
  });

  it('refuse a form without a screenshot with the specification’s text', async () => {
    const player = await app.signIn();
    const form = new FormData();
    form.append('coinAmount', '20');
    form.append('totalPrice', '2000');
    const path = `/tradeConfirm/buy/${traderId}`;
    const without = await player.post(path, form);
    expect([without.status, without.body.message]).toEqual([
      400,
      'Please upload a screenshot before proceeding.',
    ]);
    form.append('other', new Blob([new Uint8Array(await newPicture())]), 'x.png');
    expect((await player.post(path, form)).status).toBe(400);
    const two = toForm({ coinAmount: 20, totalPrice: 2_000, screenshot: await newPicture() });
    two.append('screenshot', new Blob([new Uint8Array(await newPicture())]), 'y.png');
    expect((await player.post(path, two)).body.code).toBe('BODY_TOO_LARGE');
    expect((await player.post(path, { coinAmount: 20, totalPrice: 2_000 })).status).toBe(415);
  });

  it('store the picture alone: no EXIF, no second content, no address under /uploads', async () => {
    const picture = await (await noise())
      .withExif({ IFD0: { Copyright: 'secret place' } })
      .jpeg()
      .toBuffer();
    const { body } = await buyWith(Buffer.concat([picture, svg]));
    const kept = await stored(body.trade.id);
    expect((await sharp(kept).metadata()).format).toBe('webp');
    for (const secret of ['secret place', '<script>']) expect(kept.includes(secret)).toBe(false);
    expect((await operator.get(`/admin/trades/${body.trade.id}`)).body.screenshot).toBe(
      `/api/admin/trades/${body.trade.id}/screenshot`,
    );
    const files = readdirSync(app.deps.config.dataDir, { recursive: true });
    expect(files.filter((file) => String(file).includes('.webp'))).toEqual([]);
  });
});
