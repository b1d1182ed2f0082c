// @module-tag full
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { BidsReply } from '@copup/shared/auctions.ts';
import { paths, pathTo } from '@copup/shared/page-paths.ts';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../scripts/data-folder.ts';
import { App } from './support/app.ts';
import { Realm } from './support/people.ts';
import { Rival } from './support/rival.ts';
import { sharedBrowser } from './support/shared-browser.ts';

const script = join(root, 'scripts', 'verify-proof.mjs');

let app: App;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([App.start(), sharedBrowser()]);
});
afterAll(async () => {
  await app?.stop();
});

describe('the bid chain in the browser', () => {
  it('A7 verifies on demand, and shows the bid that was changed in transit', async () => {
    const realm = await Realm.create(app);
    const auction = await realm.createAuction();
    const players = [0, 1].map((index) => new Rival(realm.player(index), app.url));
    for (const player of players) await player.payEntry(auction);
    for (let turn = 0; turn < 6; turn += 1) expect((await players[turn % 2]?.bid(auction))?.type).toBe('ok');

    const visitor = await realm.visit(browser, app, 0);
    const { page } = visitor;
    await page.goto(pathTo(paths.auction, auction));
    const info = page.getByRole('button', { name: 'How this auction ends, and check the bids' });
    const check = page.getByRole('button', { name: 'Verify bids' });
    await info.click();
    await check.click();
    await page.getByText('All 6 bids check out.').first().waitFor();
    await visitor.screenshots('auction-chain');
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save the proof' }).click();
    const proof = await (await saving).path();
    const { stdout } = await promisify(execFile)(process.execPath, [script, proof]);
    expect(stdout.trim()).toBe(`All 6 bids of auction ${auction} check out.`);

    await page.route(`**/api/auction/${auction}/bids**`, async (route) => {
      const response = await route.fetch();
      const reply = (await response.json()) as BidsReply;
      const third = reply.bids.find(({ seq }) => seq === 3);
      if (third) third.price += 1;
      await route.fulfill({ response, json: reply });
    });
    await page.reload();
    await info.click();
    await check.click();
    await page.getByText('Bid 3 doesn’t match.').waitFor();
    expect(visitor.errors).toEqual([]);
  });
});
