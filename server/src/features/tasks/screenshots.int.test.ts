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

/** A PNG with pixels that do not compress. */
function heavyPicture(side: number): Promise<Buffer> {
  const pixels = Buffer.from(Array.from({ length: side * side * 3 }, () => Math.floor(Math.random() * 256)));
  return sharp(pixels, { raw: { width: side, height: side, channels: 3 } })
    .png()
    .toBuffer();
}

describe('T1 screenshots', () => {
  it('are refused unless they are pictures of at most 2 MB, and then nothing is stored', async () => {
    const picture = await newPicture();
    const tooLarge = Buffer.concat([picture, Buffer.alloc(2 ** 21)]);
    for (const [screenshot, refusal] of [
      [toDataUrl(svg), '400 BAD_IMAGE'],
      [toDataUrl(await sharp(picture).gif().toBuffer(), 'webp'), '400 BAD_IMAGE'],
      ['data:image/png;base64,', '400 BAD_IMAGE'],
      [toDataUrl(picture.subarray(0, 60)), '400 BAD_IMAGE'],
      [toDataUrl(tooLarge), '400 BAD_IMAGE'],
      [toDataUrl(Buffer.alloc(3 * 2 ** 20)), '413 BODY_TOO_LARGE'],
      ['data:image/svg+xml;base64,AAAA', '400 VALIDATION_FAILED'],
      ['https://example.test/a.png', '400 VALIDATION_FAILED'],
    ] as const) {
      const { status, body } = await world.upload(player, taskId, { screenshot });
      expect(`${status} ${body.code}`, screenshot.slice(0, 60)).toBe(refusal);
      expect((await player.get(`/task/tasks/${taskId}`)).body.status).toBe('open');
    }
  });

  it('may be PNG, JPEG or WebP, whatever type the data URL claims', async () => {
    for (const format of ['png', 'jpeg', 'webp'] as const) {
      const picture = await sharp(await newPicture())
        .toFormat(format)
        .toBuffer();
      const own = await world.app.signIn();
      expect((await world.upload(own, taskId, { screenshot: toDataUrl(picture, 'jpeg') })).status).toBe(200);
    }
  });

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
