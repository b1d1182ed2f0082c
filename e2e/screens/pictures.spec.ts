// @module-tag full
import { imageUrl } from '@copup/shared/images.ts';
import { paths } from '@copup/shared/page-paths.ts';
import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { until } from '../support/people.ts';
import { look } from './look.ts';
import { Stage } from './stage.ts';
import { auctionOf, bidsOf, ngozi } from './staged-page.ts';

const stage = new Stage();
const image = imageUrl('0123456789abcdef'.repeat(2));
/** A square photo with a frame, so that a cut is visible. */
const photo = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="640">
  <rect width="640" height="640" fill="#b3152b"/><rect x="24" y="24" width="592" height="592" fill="#ffcf70"/>
  <circle cx="320" cy="320" r="180" fill="#16277f"/></svg>`;

async function serveUploads(): Promise<string[]> {
  const requested: string[] = [];
  await stage.page.route('**/uploads/**', async (route) => {
    requested.push(new URL(route.request().url()).pathname);
    await route.fulfill({ contentType: 'image/svg+xml', body: photo });
  });
  return requested;
}

/** Returns the share of a square photo inside the box that clips it, from 0 to 1. */
const visibleShare = (photoElement: Locator) =>
  photoElement.evaluate((element) => {
    const img = element as HTMLImageElement;
    const { left, top, width, height } = img.getBoundingClientRect();
    const side = Math.min(width, height);
    const square = {
      left: left + (width - side) / 2,
      top: top + (height - side) / 2,
      right: left + (width + side) / 2,
      bottom: top + (height + side) / 2,
    };
    let clip: Element | null = img.parentElement;
    while (clip && getComputedStyle(clip).overflowX !== 'hidden') clip = clip.parentElement;
    if (!clip) return 1;
    const box = clip.getBoundingClientRect();
    const radius = Number.parseFloat(getComputedStyle(clip).borderTopLeftRadius);
    const isDisc = getComputedStyle(clip).borderTopLeftRadius.endsWith('%') || radius >= box.width / 2;
    if (isDisc) {
      const corner = Math.hypot(square.right - square.left, square.bottom - square.top) / 2;
      return corner <= box.width / 2 + 1 ? 1 : 0;
    }
    const seenWidth = Math.min(square.right, box.right) - Math.max(square.left, box.left);
    const seenHeight = Math.min(square.bottom, box.bottom) - Math.max(square.top, box.top);
    return (seenWidth * seenHeight) / (side * side);
  });

describe('photos', () => {
  it('are not cropped on a card and in the ring, and are loaded as AVIF in a size for phones', async () => {
    const { staged, page } = await stage.open(ngozi, { available: 20_000 });
    const requested = await serveUploads();
    const auction = auctionOf({ image, current_bid_amount: 40, highest_bidder: 'tunde', seq: 3 });
    staged.stageList([auction]);
    staged.stageAuction(auction, bidsOf(auction, ['tunde']));
    await page.goto(paths.auctions);
    const onCard = page.getByRole('article').locator('img[src*="/uploads/"]');
    await until(async () =>
      expect(await onCard.evaluate((img) => (img as HTMLImageElement).naturalWidth)).toBeGreaterThan(0),
    );
    expect(await visibleShare(onCard)).toBeGreaterThan(0.99);
    await look(page, 'auctions-photo');

    await page.goto('/auction/1001');
    const inRing = page.getByLabel('Auction', { exact: true }).locator('img[src*="/uploads/"]');
    await until(async () =>
      expect(await inRing.evaluate((img) => (img as HTMLImageElement).naturalWidth)).toBeGreaterThan(0),
    );
    expect(await visibleShare(inRing)).toBe(1);
    await look(page, 'auction-photo');

    expect(requested.length).toBeGreaterThan(0);
    for (const path of requested) expect(path).toMatch(/-(320|640|1280)\.avif$/);
    expect(requested[0]).toMatch(/-(320|640)\.avif$/);
  });
});

describe('the default picture of a user', () => {
  it('has the same colour wherever the user appears', async () => {
    const { staged, page } = await stage.open(ngozi, { available: 20_000 });
    const auction = auctionOf({ current_bid_amount: 40, highest_bidder: ngozi.username, seq: 3 });
    staged.stageAuction(auction, bidsOf(auction, [ngozi.username]));
    staged.stageList([auction]);
    const tintsIn = (scope: Locator) =>
      scope
        .locator('svg[viewBox="0 0 40 40"] > rect')
        .evaluateAll((rects) => rects.map((rect) => rect.getAttribute('fill')));
    await page.goto(paths.auctions);
    const header = page.getByRole('link', { name: 'My Account' }).first();
    await header.waitFor();
    const tints = await tintsIn(page.locator('body'));
    await page.goto('/auction/1001');
    await page.getByText('Leading', { exact: true }).waitFor();
    tints.push(...(await tintsIn(page.getByRole('main'))));
    expect(tints.length).toBeGreaterThanOrEqual(3);
    expect(new Set(tints).size).toBe(1);
  });
});
