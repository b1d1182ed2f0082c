import { paths, pathTo } from '@copup/shared/page-paths.ts';
import { median } from '@copup/testkit/report.ts';
import { openTcpProxy } from '@copup/testkit/tcp-proxy.ts';
import type { Browser, Page } from 'playwright-core';
import type { App } from '../support/app.ts';
import { Realm, visitSignedIn } from '../support/people.ts';
import { Rival } from '../support/rival.ts';

/** A cheap phone on a poor network; the rate is of all connections together. */
export const slowPhone = { slower: 6, roundTripMs: 400, bytesPerSecond: 200_000 };

/** Milliseconds of one visit. */
export interface Visit {
  /** From the address to the live price, with an empty cache. */
  cold: number;
  /** The same when the page is opened again. */
  warm: number;
  /** From the press of Place Bid to its confirmation. */
  bid: number;
}

/**
 * Opens a live auction as a player on a slow phone, opens it again, and bids. `handshakes`: round trips of each new
 * connection, 1 for TCP and 2 with TLS.
 */
export async function visitOnSlowPhone(
  browser: Browser,
  app: App,
  { runs, handshakes }: { runs: number; handshakes: number },
): Promise<Visit[]> {
  const { hostname, port } = new URL(app.url);
  const proxy = await openTcpProxy({ host: hostname, port: Number(port) });
  Object.assign(proxy, { delayMs: slowPhone.roundTripMs / 2, handshakes });
  const realm = await Realm.create(app, { players: runs });
  const auction = await realm.createAuction();
  const visits: Visit[] = [];
  try {
    for (let run = 0; run < runs; run += 1) {
      const player = realm.player(run);
      await new Rival(player, app.url).payEntry(auction);
      const visitor = await visitSignedIn(browser, app, player, {
        url: proxy.urlOf(app.url),
        keepsFiles: true,
      });
      try {
        await slowDown(visitor.page);
        visits.push(await visit(visitor.page, pathTo(paths.auction, auction)));
      } finally {
        await visitor.context.close();
      }
    }
  } finally {
    await proxy.close();
  }
  return visits;
}

export const middleOf = (visits: readonly Visit[], what: keyof Visit): number =>
  median(visits.map((each) => each[what]));

async function slowDown(page: Page): Promise<void> {
  const phone = await page.context().newCDPSession(page);
  await phone.send('Emulation.setCPUThrottlingRate', { rate: slowPhone.slower });
  const { bytesPerSecond: rate } = slowPhone;
  await phone.send('Network.enable');
  await phone.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: rate,
    uploadThroughput: rate,
  });
}

async function visit(page: Page, path: string): Promise<Visit> {
  const open = async () => {
    const startMs = performance.now();
    await page.goto(path, { waitUntil: 'commit' });
    await page.getByText('Live', { exact: true }).first().waitFor();
    // Nothing is painted before the styles are loaded.
    await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => setTimeout(painted))));
    return performance.now() - startMs;
  };
  const cold = await open();
  // What the page loads afterwards, and what the worker keeps, belongs to the first visit.
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForLoadState('networkidle');
  await page.goto('about:blank');
  const warm = await open();
  const button = page.locator('[data-bid-button]:not([aria-disabled])');
  await button.waitFor();
  const isConfirmed = page.evaluate(timeBid);
  // The driver's checks of what is hit would run in the press.
  await button.click({ force: true });
  return { cold, warm, bid: await isConfirmed };
}

/** Returns the time from the next press to the confirmation, in the page: the driver's own checks cost time too. */
function timeBid(): Promise<number> {
  return new Promise((resolve) => {
    let pressedMs = 0;
    addEventListener(
      'pointerdown',
      ({ timeStamp }) => {
        pressedMs = timeStamp;
      },
      { once: true, capture: true },
    );
    new MutationObserver((_changes, observer) => {
      if (!document.querySelector('[data-bid-button]')?.textContent.includes('Bid placed successfully!'))
        return;
      observer.disconnect();
      resolve(performance.now() - pressedMs);
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
}
