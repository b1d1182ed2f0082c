import type { BidsReply } from '@copup/shared/auctions.ts';
import { openTcpProxy } from '@copup/testkit/tcp-proxy.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { App } from './support/app.ts';
import type { Visitor } from './support/browser.ts';
import { CallsOnTheWay } from './support/calls-on-the-way.ts';
import { Realm, until } from './support/people.ts';
import { Rival } from './support/rival.ts';
import { sharedBrowser } from './support/shared-browser.ts';

let app: App;
let browser: Browser;
const open: Visitor[] = [];
beforeAll(async () => {
  [app, browser] = await Promise.all([App.start(), sharedBrowser()]);
});
afterAll(async () => {
  await app?.stop();
});
afterEach(async () => {
  for (const { name, errors, context } of open.splice(0)) {
    expect(errors, name).toEqual([]);
    await context.close();
  }
});

/** Returns a player without a browser, who bids through the API. */
function rival(where: App, realm: Realm, index: number): Rival {
  return new Rival(realm.player(index), where.url);
}

async function visit(realm: Realm, index: number, path: string, where: App = app): Promise<Visitor> {
  const visitor = await realm.visit(browser, where, index);
  open.push(visitor);
  await visitor.page.goto(path);
  return visitor;
}

describe('the connection state on the auction page', () => {
  it('P4 reconnecting: bidding pauses without a server, and continues automatically with the new state', async () => {
    const realm = await Realm.create(app);
    const auction = await realm.createAuction();
    const other = rival(app, realm, 1);
    await Promise.all([rival(app, realm, 0).payEntry(auction), other.payEntry(auction)]);
    const visitor = await visit(realm, 0, `/auction/${auction}`);
    const { page } = visitor;
    const bid = page.getByRole('button', { name: /Place Bid/ });
    await until(async () => expect(await bid.isEnabled()).toBe(true));
    await page.locator('#content').getByText('Live', { exact: true }).first().waitFor();

    visitor.expectNetworkLoss();
    await app.stopServer();
    await page.getByText('Reconnecting', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Waiting for live price' }).isDisabled()).toBe(true);
    await visitor.screenshots('auction-reconnecting');
    await app.startServer();
    await page.locator('#content').getByText('Live', { exact: true }).first().waitFor();
    await until(async () => expect(await bid.isEnabled()).toBe(true));
    await other.bid(auction);
    await page.getByText(realm.player(1).username).first().waitFor();
  });

  it('P4 shows Reconnecting while the files of the websocket cannot be loaded, and connects afterwards', {
    tags: ['full'],
  }, async () => {
    const realm = await Realm.create(app);
    const auction = await realm.createAuction();
    const visitor = await realm.visit(browser, app, 0);
    open.push(visitor);
    visitor.expectNetworkLoss();
    const { page } = visitor;
    await page.route('**/assets/socket-*.js', (route) => route.abort('connectionrefused'));
    await page.goto(`/auction/${auction}`);
    await page.getByText('Reconnecting', { exact: true }).waitFor();
    await page.unroute('**/assets/socket-*.js');
    await page.locator('#content').getByText('Live', { exact: true }).first().waitFor();
  });

  it('shows Offline without a network, and reconnects', { tags: ['full'] }, async () => {
    const realm = await Realm.create(app);
    const auction = await realm.createAuction();
    await rival(app, realm, 0).payEntry(auction);
    const visitor = await visit(realm, 0, `/auction/${auction}`);
    const { page, context } = visitor;
    await page.locator('#content').getByText('Live', { exact: true }).first().waitFor();
    visitor.expectNetworkLoss();
    await context.setOffline(true);
    await page
      .getByText(/offline/i)
      .first()
      .waitFor();
    await visitor.screenshots('auction-offline');
    await context.setOffline(false);
    await page.locator('#content').getByText('Live', { exact: true }).first().waitFor();
  });

  it('A4 if the price moves while a bid is in flight, no coins are spent', async () => {
    const realm = await Realm.create(app);
    const auction = await realm.createAuction();
    const other = rival(app, realm, 1);
    await Promise.all([rival(app, realm, 0).payEntry(auction), other.payEntry(auction)]);
    const visitor = await realm.visit(browser, app, 0);
    open.push(visitor);
    const { page } = visitor;
    // The other player's bid is decided while this one is on the way.
    const calls = await CallsOnTheWay.of(page);
    calls.before = async () => {
      calls.before = async () => {};
      await other.bid(auction);
    };
    await page.goto(`/auction/${auction}`);
    const bid = page.getByRole('button', { name: /Place Bid/ });
    await bid.click();
    await page.getByText('The price moved while you tapped. Nothing was spent.').first().waitFor();
    await page.getByText(realm.player(1).username).first().waitFor();
    await visitor.screenshots('auction-guard');
    await bid.click();
    await page.getByText('Bid placed successfully!').first().waitFor();
    // A3: the leader cannot outbid themself; the outbid user gets a notice.
    await until(async () => expect(await bid.isEnabled()).toBe(false));
    await other.bid(auction);
    await page.getByText('You have been outbid').first().waitFor();
    await until(async () => expect(await bid.isEnabled()).toBe(true));
  });
});

describe('a command over the socket', () => {
  it('P6 whose acknowledgement is lost is repeated by POST, and is one bid', async () => {
    const realm = await Realm.create(app);
    const auction = await realm.createAuction();
    const other = rival(app, realm, 1);
    await rival(app, realm, 0).payEntry(auction);
    const visitor = await realm.visit(browser, app, 0);
    open.push(visitor);
    const { page, requests } = visitor;
    const calls = await CallsOnTheWay.of(page);
    calls.losesReplies = true;
    await page.goto(`/auction/${auction}`);
    await page.getByRole('button', { name: /Place Bid/ }).click();
    await page.getByText('Bid placed successfully!').first().waitFor();
    expect(requests.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual([
      `/api/auction/bid/${auction}`,
    ]);
    const { bids } = await other.read<BidsReply>(`/auction/${auction}/bids`);
    expect(bids).toHaveLength(1);
  });
});

describe('return to a connection that was lost in the meantime', () => {
  const setVisible = (page: Page, isVisible: boolean) =>
    page.evaluate(
      (state) => {
        Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      },
      isVisible ? 'visible' : 'hidden',
    );
  const back = {
    'the page is shown again': (page: Page) => setVisible(page, true),
    'the network has changed': (page: Page) => page.evaluate(() => void dispatchEvent(new Event('online'))),
  };

  it.each(Object.entries(back))(
    'P4 %s: bidding pauses at once, until the server has replied',
    { tags: ['full'] },
    async (_, restore) => {
      const realm = await Realm.create(app);
      const auction = await realm.createAuction();
      const other = rival(app, realm, 1);
      await Promise.all([rival(app, realm, 0).payEntry(auction), other.payEntry(auction)]);
      const proxy = await openTcpProxy({ host: '127.0.0.1', port: Number(new URL(app.url).port) });
      try {
        const visitor = await visit(realm, 0, new URL(`/auction/${auction}`, proxy.urlOf(app.url)).href);
        const { page } = visitor;
        const bid = page.getByRole('button', { name: /Place Bid/ });
        await until(async () => expect(await bid.isEnabled()).toBe(true));
        await setVisible(page, false);
        visitor.expectNetworkLoss();
        proxy.isFrozen = true;
        proxy.freezeOpen();
        await other.bid(auction);
        await restore(page);
        await page.getByRole('button', { name: 'Waiting for live price' }).waitFor();
        await page.getByText('Reconnecting', { exact: true }).waitFor();
        await visitor.screenshots('auction-return');
        proxy.isFrozen = false;
        await page.locator('#content').getByText('Live', { exact: true }).first().waitFor();
        await page.getByText(realm.player(1).username).first().waitFor();
        await until(async () => expect(await bid.isEnabled()).toBe(true));
      } finally {
        proxy.cutAll();
        await proxy.close();
      }
    },
  );

  it('P4 a short visit to another tab keeps a working connection', { tags: ['full'] }, async () => {
    const realm = await Realm.create(app);
    const auction = await realm.createAuction();
    await rival(app, realm, 0).payEntry(auction);
    const { page, sockets } = await visit(realm, 0, `/auction/${auction}`);
    const bid = page.getByRole('button', { name: /Place Bid/ });
    await until(async () => expect(await bid.isEnabled()).toBe(true));
    for (let turn = 0; turn < 3; turn += 1) {
      await setVisible(page, false);
      await setVisible(page, true);
      await until(async () => expect(await bid.isEnabled()).toBe(true));
    }
    expect(await page.locator('#content').getByText('Live', { exact: true }).count()).toBeGreaterThan(0);
    expect(sockets).toHaveLength(1);
  });
});

describe('without Redis', () => {
  it('P1 P4 two browsers see each other’s bids', { tags: ['full'] }, async () => {
    const alone = await App.start({ isRedisAway: true });
    try {
      const realm = await Realm.create(alone);
      const auction = await realm.createAuction();
      await Promise.all([0, 1].map((index) => rival(alone, realm, index).payEntry(auction)));
      const [first, second] = await Promise.all(
        [0, 1].map((index) => visit(realm, index, `/auction/${auction}`, alone)),
      );
      await first?.page.getByRole('button', { name: /Place Bid/ }).click();
      await second?.page.getByText(realm.player(0).username).first().waitFor();
      await second?.page.getByRole('button', { name: /Place Bid/ }).click();
      await first?.page.getByText(realm.player(1).username).first().waitFor();
    } finally {
      for (const { context } of open) await context.close();
      await alone.stop();
    }
  });
});
