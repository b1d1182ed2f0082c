import { beforeAll, describe, expect, inject, it } from 'vitest';
import { StagedPage } from '../screens/staged-page.ts';
import { sharedBrowser } from '../support/shared-browser.ts';
import { missingOf, openWaitingRoom, type Scene } from './scene.ts';
import { accountScenes } from './scenes-of-accounts.ts';
import { auctionScenes } from './scenes-of-auctions.ts';
import { gameScenes } from './scenes-of-games.ts';
import { heistScenes } from './scenes-of-heists.ts';
import { publicScenes } from './scenes-of-public.ts';
import { taskScenes } from './scenes-of-tasks.ts';
import { walletScenes } from './scenes-of-wallet.ts';

const areas: Readonly<Record<string, readonly Scene[]>> = {
  public: publicScenes,
  accounts: accountScenes,
  wallet: walletScenes,
  auctions: auctionScenes,
  games: gameScenes,
  heists: heistScenes,
  tasks: taskScenes,
};
const pageCount = 3;

/** Opens a page on which scenes are shown one after another. */
async function openPage(): Promise<StagedPage> {
  const staged = await StagedPage.open(await sharedBrowser(), inject('stagedUrl'), null);
  await staged.visitor.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openWaitingRoom(staged);
  return staged;
}

let pages: StagedPage[];
beforeAll(async () => {
  pages = await Promise.all(Array.from({ length: pageCount }, openPage));
});

/** Shows the scenes on the pages, side by side, and returns the texts that are not visible. */
async function missingIn(scenes: readonly Scene[]): Promise<string[]> {
  const waiting = [...scenes];
  const missing: string[] = [];
  const work = async (page: StagedPage) => {
    for (let scene = waiting.shift(); scene; scene = waiting.shift()) {
      const own = scene.isAlone ? await openPage() : page;
      missing.push(...(await missingOf(scene, own)));
      if (own !== page) await own.close();
    }
  };
  await Promise.all(pages.map(work));
  return missing;
}

describe('the specified texts', { tags: ['full'] }, () => {
  it.each(Object.entries(areas))('are visible on their own screens: %s', async (_, scenes) => {
    expect(await missingIn(scenes)).toEqual([]);
  });
});
