// @module-tag full
import { phoneImageBytes } from '@copup/shared/images.ts';
import { paths, pathTo } from '@copup/shared/page-paths.ts';
import { ApiClient } from '@copup/testkit/client.ts';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { operator } from './support/app.ts';
import { Demo } from './support/demo.ts';
import { noisyPicture } from './support/noisy-picture.ts';
import { visitSignedIn } from './support/people.ts';
import { sharedBrowser } from './support/shared-browser.ts';

let demo: Demo;
let browser: Browser;
beforeAll(async () => {
  [demo, browser] = await Promise.all([Demo.start(), sharedBrowser()]);
});
afterAll(async () => {
  await demo?.app.stop();
});

/** Gives each of these a picture of noise, which is as large as a picture can be. */
async function uploadPictures(lists: string[]): Promise<void> {
  const page = await browser.newPage();
  const picture = await noisyPicture(page, { width: 800, height: 600 });
  await page.close();
  const visitor = new ApiClient(demo.app.url);
  const { body: signedIn } = await visitor.post('/auth/login', operator);
  const client = visitor.withToken(signedIn.token);
  for (const list of lists) {
    const { body: rows } = await client.get(`/admin/${list}`);
    const form = new FormData();
    form.set('image', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'noise.png');
    // The first may be over, which cannot be edited.
    let uploaded = 0;
    for (const { id } of rows) {
      const { status } = await client.post(`/admin/${list}/${id}/image`, form);
      if (status === 200) uploaded += 1;
      if (uploaded === 2) break;
    }
    expect(uploaded, list).toBeGreaterThan(0);
  }
}

it('D7 every picture takes at most 40,000 bytes on a phone', async () => {
  await uploadPictures(['auctions', 'contests', 'heists', 'posts', 'packages']);
  const visitor = await visitSignedIn(browser, demo.app, demo.player, { density: 3 });
  const { page } = visitor;
  const loaded = new Map<string, number>();
  const sizes: Promise<void>[] = [];
  page.on('requestfinished', (request) => {
    if (request.resourceType() !== 'image') return;
    const size = request.sizes().then(({ responseBodySize, responseHeadersSize }) => {
      const { pathname } = new URL(request.url());
      // A picture from the cache takes nothing.
      loaded.set(pathname, Math.max(loaded.get(pathname) ?? 0, responseBodySize + responseHeadersSize));
    });
    sizes.push(size);
  });
  const [auction] = await demo.list<{ id: number }>('/auction?category=');
  const pages = [
    paths.home,
    paths.dashboard,
    paths.auctions,
    pathTo(paths.auction, auction.id),
    paths.joined,
    paths.newAuctions,
    paths.games,
    paths.tap,
    paths.cardLobby,
    paths.mathLobby,
    paths.heists,
    paths.blog,
    paths.buy,
    paths.orders,
    paths.profile,
  ];
  for (const path of pages) {
    await page.goto(path, { waitUntil: 'networkidle' });
    // Pictures below the screen are loaded when they come near it.
    await page.mouse.wheel(0, 20_000);
    await page.waitForLoadState('networkidle');
  }
  await Promise.all(sizes);
  const uploads = [...loaded.keys()].filter((path) => path.startsWith('/uploads/'));
  console.log(`pictures on a phone: ${JSON.stringify(Object.fromEntries(loaded), null, 1)}`);
  expect(uploads.length).toBeGreaterThanOrEqual(3);
  expect([...loaded].filter(([, bytes]) => bytes > phoneImageBytes + 1_000)).toEqual([]);
  expect(visitor.errors).toEqual([]);
  await visitor.context.close();
});
