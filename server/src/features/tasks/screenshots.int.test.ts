import { deflateSync } from 'node:zlib';
import type { SignedInClient } from '@copup/testkit/app.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTaskWorld, type TaskWorld, toDataUrl } from '../../../test/task-world.ts';
import { newPicture } from '../../../test/trade-world.ts';

let world: TaskWorld;
let player: SignedInClient;
let taskId: number;
beforeAll(async () => {
  world = await openTaskWorld();
  player = await world.app.signIn();
  taskId = await world.task();
});
afterAll(async () => expect(await world.close()).toEqual([]));

const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
const fetchPicture = async ({ token }: { token?: string | undefined }, path: string) =>
  fetch(`${world.app.url}${path}`, { headers: token ? { authorization: `Bearer ${token}` } : {} });

/** A PNG of 20,000 × 20,000 pixels in a few kilobytes. Its checksums are wrong as well. */
function bomb(): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
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

/** A PNG with pixels that do not compress. */
function heavyPicture(side: number): Promise<Buffer> {
  const pixels = Buffer.from(Array.from({ length: side * side * 3 }, () => Math.floor(Math.random() * 256)));
  return sharp(pixels, { raw: { width: side, height: side, channels: 3 } })
    .png()
    .toBuffer();
}

describe('T1 screenshots', () => {
  it.each<[string, () => Promise<string>, number, string]>([
    ['an SVG', async () => toDataUrl(svg), 400, 'BAD_IMAGE'],
    ['HTML as PNG', async () => toDataUrl(Buffer.from('<!doctype html>')), 400, 'BAD_IMAGE'],
    [
      'a GIF as WebP',
      async () =>
        toDataUrl(
          await sharp(await newPicture())
            .gif()
            .toBuffer(),
          'webp',
        ),
      400,
      'BAD_IMAGE',
    ],
    ['no data', async () => 'data:image/png;base64,', 400, 'BAD_IMAGE'],
    ['data that is not base64', async () => 'data:image/png;base64,@@@@', 400, 'BAD_IMAGE'],
    ['a broken PNG', async () => toDataUrl((await newPicture()).subarray(0, 60)), 400, 'BAD_IMAGE'],
    ['a decompression bomb', async () => toDataUrl(bomb()), 400, 'BAD_IMAGE'],
    [
      'more than 2 MB',
      async () => toDataUrl(Buffer.concat([await newPicture(), Buffer.alloc(2 ** 21)])),
      400,
      'BAD_IMAGE',
    ],
    ['more than 3 MB of JSON', async () => toDataUrl(Buffer.alloc(3 * 2 ** 20)), 413, 'BODY_TOO_LARGE'],
    ['another data URL', async () => 'data:image/svg+xml;base64,AAAA', 400, 'VALIDATION_FAILED'],
    ['an address', async () => 'https://example.test/a.png', 400, 'VALIDATION_FAILED'],
  ])('refuse %s, and store nothing', async (_what, make, status, code) => {
    const reply = await world.upload(player, taskId, { screenshot: await make() });
    expect([reply.status, reply.body.code]).toEqual([status, code]);
    expect((await player.get(`/task/tasks/${taskId}`)).body.status).toBe('open');
  });

  it.each(['png', 'jpeg', 'webp'] as const)(
    'accept %s, whatever type the data URL claims',
    async (format) => {
      const picture = await sharp(await newPicture())
        .toFormat(format)
        .toBuffer();
      const own = await world.app.signIn();
      expect((await world.upload(own, taskId, { screenshot: toDataUrl(picture, 'jpeg') })).status).toBe(200);
    },
  );

  it('T7 accept almost 2 MB, which no other route does', async () => {
    const picture = await heavyPicture(800);
    expect([picture.length > 1_800_000, picture.length < 2 ** 21]).toEqual([true, true]);
    const own = await world.app.signIn();
    const screenshot = toDataUrl(picture);
    expect((await world.upload(own, taskId, { screenshot })).status).toBe(200);
    for (const path of ['/task/convert', `/task/referral-tasks/${taskId}/verify`, '/content/notify-me']) {
      const reply = await own.post(path, { screenshot, task_coin: 10 });
      expect([path, reply.status, reply.body.code]).toEqual([path, 413, 'BODY_TOO_LARGE']);
    }
  });

  it('are re-encoded without metadata, for the owner and for operators only', async () => {
    const picture = await sharp(await newPicture())
      .withExif({ IFD0: { Copyright: 'secret place' } })
      .jpeg()
      .toBuffer();
    const own = await world.app.signIn();
    const screenshot = toDataUrl(Buffer.concat([picture, svg]), 'jpeg');
    const { body } = await world.upload(own, taskId, { screenshot });
    expect(body.task.screenshot).toBe(`/api/task/tasks/${taskId}/screenshot`);
    const [row] = await world.queue(`user_id=${own.user.id}`);
    const adminPath = row?.screenshot ?? '';
    for (const [who, path] of [
      [own, body.task.screenshot],
      [world.operator, adminPath],
    ] as const) {
      const reply = await fetchPicture(who, path);
      const kept = Buffer.from(await reply.arrayBuffer());
      expect([reply.status, reply.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
      expect((await sharp(kept).metadata()).format).toBe('webp');
      for (const secret of ['secret place', '<script>']) expect(kept.includes(secret)).toBe(false);
    }
    const stranger = await world.app.signIn();
    expect((await fetchPicture(stranger, body.task.screenshot)).status).toBe(404);
    expect((await fetchPicture(stranger, adminPath)).status).toBe(403);
    expect((await fetchPicture({}, body.task.screenshot)).status).toBe(401);
  });
});
