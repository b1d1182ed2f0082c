import { readdirSync } from 'node:fs';
import { type SignedInClient, startApp, type TestApp } from '@copup/testkit/app.ts';
import { noLimits } from '@copup/testkit/no-limits.ts';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newPicture, TradeWorld } from '../../../test/trade-world.ts';

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

describe('W16 a screenshot counts once', () => {
  it('with every change of its file that leaves the pixels', async () => {
    const changes: [string, (picture: Sharp) => Sharp | Promise<Buffer>][] = [
      ['the same file', (picture) => picture.png()],
      ['another compression', (picture) => picture.png({ compressionLevel: 0 })],
      ['lossless WebP', (picture) => picture.webp({ lossless: true })],
      ['an opaque alpha channel', (picture) => picture.ensureAlpha().png()],
      ['EXIF data', (picture) => picture.withExif({ IFD0: { Copyright: 'new' } }).png()],
      ['an EXIF rotation', (picture) => picture.withMetadata({ orientation: 6 }).png()],
      ['a colour profile', (picture) => picture.keepIccProfile().withIccProfile('srgb').png()],
      [
        'data after its end',
        async (picture) => Buffer.concat([await picture.png().toBuffer(), Buffer.alloc(99, 7)]),
      ],
    ];
    const original = await (await noise()).png().toBuffer();
    expect((await buyWith(original)).status).toBe(200);
    for (const [what, change] of changes) {
      const changed = await change(sharp(original));
      const again = await buyWith(Buffer.isBuffer(changed) ? changed : await changed.toBuffer());
      expect([what, again.status, again.body.code]).toEqual([what, 409, 'SCREENSHOT_USED']);
    }
    const jpeg = await (await noise()).jpeg().toBuffer();
    expect((await buyWith(jpeg)).status).toBe(200);
    // The segment is inserted as it is, so the compressed pixels stay the same.
    const comment = Buffer.from([0xff, 0xfe, 0x00, 0x06, 0x68, 0x65, 0x79, 0x21]);
    const commented = Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]);
    expect((await buyWith(commented)).body.code).toBe('SCREENSHOT_USED');
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
  it('refuse what is no picture, and more than 2 MB, and reserve nothing', async () => {
    const before = await world.coinsOf(traderId);
    for (const [what, file, refusal] of [
      ['an SVG', svg, '400 BAD_IMAGE'],
      ['a GIF', await (await noise()).gif().toBuffer(), '400 BAD_IMAGE'],
      ['2 MB and a byte', Buffer.concat([await newPicture(), Buffer.alloc(2 ** 21)]), '413 BODY_TOO_LARGE'],
    ] as const) {
      const { status, body } = await buyWith(file);
      expect([what, `${status} ${body.code}`]).toEqual([what, refusal]);
    }
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
