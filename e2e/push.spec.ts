import type { AdminHeist } from '@copup/shared/heists.ts';
import { paths, pathTo } from '@copup/shared/page-paths.ts';
import type { PushDay, PushMessage } from '@copup/shared/push.ts';
import { type PushBrowser, PushService } from '@copup/testkit/push-service.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { look } from './screens/look.ts';
import { App } from './support/app.ts';
import type { Visitor } from './support/browser.ts';
import { Realm, signOut, until } from './support/people.ts';
import { askedOf, givePush, PushedWorker } from './support/push-phone.ts';
import { Rival } from './support/rival.ts';
import { sharedBrowser } from './support/shared-browser.ts';

const arrivesMs = 60_000;
const dayMs = 86_400_000;

let app: App;
let browser: Browser;
let service: PushService;
let realm: Realm;
let auction: number;
let visitor: Visitor;
let page: Page;
let push: PushBrowser;
beforeAll(async () => {
  [service, browser] = await Promise.all([PushService.start(), sharedBrowser()]);
  app = await App.start({ env: service.env() });
});
afterAll(async () => {
  await app?.stop();
  await service?.close();
});
beforeEach(async () => {
  realm = await Realm.create(app);
  auction = await realm.createAuction({ entry_bid_points: 0 });
  visitor = await realm.visit(browser, app, 0, { keepsFiles: true });
  page = visitor.page;
  push = service.openBrowser();
  return async () => {
    await visitor.context.close();
    expect(visitor.errors).toEqual([]);
  };
});

const rival = () => new Rival(realm.player(1), app.url);
const offer = () => page.getByRole('region', { name: 'Messages' });
const figuresOf = async (kind: string): Promise<Partial<PushDay>> => {
  const days = (await (await app.signInOperator()).call('GET', '/admin/push/days')) as PushDay[];
  return days.find((day) => day.kind === kind) ?? {};
};
async function openAuction(on = page): Promise<void> {
  await on.goto(pathTo(paths.auction, auction));
  await on.locator('#content').getByText('Live', { exact: true }).first().waitFor();
}
async function joinAndBid(on = page): Promise<void> {
  await on.getByRole('button', { name: /Join/ }).first().click();
  await bid(on);
}
async function bid(on = page): Promise<void> {
  await on.getByRole('button', { name: /Place Bid/ }).click();
  await on.getByText('Bid placed successfully!').first().waitFor();
}
/** Subscribes on the page of the settings, and closes it. */
async function subscribeOnSettings(): Promise<PushedWorker> {
  await page.goto(paths.pushSettings);
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByText('On for this device').waitFor();
  return PushedWorker.find(visitor, app.url);
}
const messageOf = (change: Partial<PushMessage> = {}): PushMessage => ({
  id: crypto.randomUUID(),
  kind: 'outbid',
  notice: null,
  title: 'You were outbid',
  body: 'Rice cooker',
  button: 'Bid again',
  path: pathTo(paths.auction, auction),
  image: null,
  topic: 'topic',
  sent_at: new Date().toISOString(),
  expires_at: new Date(Date.now() + dayMs).toISOString(),
  ...change,
});

describe('W23 push messages', () => {
  it('outbid with the app closed: message, press, back in the auction, bid', { tags: ['full'] }, async () => {
    await givePush(visitor, app.url, push);
    await openAuction();
    await joinAndBid();
    await offer().getByRole('button', { name: 'Tell me' }).click();
    await page.getByText('We’ll tell you on this device.').waitFor();
    const { push_key } = await page.evaluate(async () => (await fetch('/api/config')).json());
    expect(await askedOf(visitor)).toEqual({ prompts: 1, keys: [push_key] });
    const worker = await PushedWorker.find(visitor, app.url);
    await page.close();

    await rival().payEntry(auction);
    const startMs = performance.now();
    await rival().bid(auction);
    await until(() => expect(push.waiting()).toHaveLength(1), arrivesMs);
    const [message] = push.collect();
    const sentMs = performance.now();
    await worker.deliver(message?.content);
    await until(async () =>
      expect(await worker.shown()).toEqual([
        {
          title: 'You were outbid',
          body: 'Rice cooker',
          tag: message?.topic,
          icon: '/icons/icon-192.png',
        },
      ]),
    );
    const [address = ''] = await worker.press();
    expect(address).toBe(`${app.url}${pathTo(paths.auction, auction)}`);
    expect(await worker.shown()).toEqual([]);
    const pressedMs = performance.now();
    const opened = await visitor.context.newPage();
    await opened.goto(address);
    await bid(opened);
    const seconds = (from: number, to: number) => ((to - from) / 1_000).toFixed(1);
    console.log(
      `outbid to message ${seconds(startMs, sentMs)} s, to the press ${seconds(sentMs, pressedMs)} s, to the bid ${seconds(pressedMs, performance.now())} s`,
    );
    await until(async () =>
      expect(await figuresOf('outbid')).toMatchObject({ accepted: 1, shown: 1, opened: 1, acted: 1 }),
    );
    // Opening the message reads its notice.
    await opened.goto(paths.notifications);
    await opened.getByText('You were outbid').first().waitFor();
    expect(await opened.getByText('Unread: ').count()).toBe(0);
  });

  it('opens pages of the app only, in the window that is open, and shows nothing that is over', {
    tags: ['full'],
  }, async () => {
    await givePush(visitor, app.url, push);
    const worker = await subscribeOnSettings();
    for (const path of ['https://evil.test/x', '//evil.test/x']) {
      await worker.deliver(messageOf({ path }));
      await until(async () => expect(await worker.shown()).toHaveLength(1));
      expect(await worker.press()).toEqual([]);
      await page.waitForURL(`${app.url}${paths.notifications}`);
      await page.goto(paths.profile);
    }
    await worker.deliver(messageOf());
    await until(async () => expect(await worker.shown()).toHaveLength(1));
    await worker.press();
    await page.waitForURL(`${app.url}${pathTo(paths.auction, auction)}`);
    await worker.deliver(messageOf());
    await until(async () => expect(await worker.shown()).toHaveLength(1));
    // Its end also ends what is shown about the subject.
    await worker.deliver(messageOf({ expires_at: new Date(Date.now() - 1).toISOString() }));
    await until(async () => expect(await worker.shown()).toEqual([]));
  });

  it('shows a small picture, and none with the data saver', { tags: ['full'] }, async () => {
    await givePush(visitor, app.url, push);
    const worker = await subscribeOnSettings();
    // A file of the app stands for a picture: the worker only looks at its size.
    const small = '/icons/favicon-32.png';
    const iconOf = async (image: string) => {
      await worker.deliver(messageOf({ image, body: image }));
      await until(async () => expect(await worker.shown()).toMatchObject([{ body: image }]));
      return (await worker.shown())[0]?.icon;
    };
    expect(await iconOf(small)).toBe(small);
    expect(await iconOf('/uploads/none.webp')).toBe('/icons/icon-192.png');
    await page.evaluate(() => localStorage.setItem('saver', 'on'));
    await page.reload();
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByText('On for this device').waitFor();
    expect(await iconOf(`${small}?2`)).toBe('/icons/icon-192.png');
  });

  it('a subscription that the browser replaces is renewed, and a sign-out ends it', {
    tags: ['full'],
  }, async () => {
    await givePush(visitor, app.url, push);
    const worker = await subscribeOnSettings();
    const next = service.openBrowser();
    await worker.renew(push.endpoint, next.subscription());
    await page.getByRole('button', { name: 'Send a test' }).click();
    await until(() => expect(next.waiting()).toMatchObject([{ content: { kind: 'test' } }]), arrivesMs);
    expect(push.accepted).toBe(0);
    await worker.deliver(next.collect()[0]?.content);
    await until(async () => expect(await worker.shown()).toHaveLength(1));

    await page.goto(paths.dashboard);
    await signOut(page);
    await until(async () => expect(await worker.unsubscribed()).toBe(1));
    expect(await worker.shown()).toEqual([]);
  });
});

describe('W23 messages are offered', () => {
  const isOffered = async () => (await offer().count()) > 0;
  const prompts = async () => (await askedOf(visitor)).prompts;

  it('after the first bid, not before; once refused, not for 30 days', { tags: ['full'] }, async () => {
    await givePush(visitor, app.url, push);
    await page.clock.install();
    await openAuction();
    await page.clock.runFor(20_000);
    expect(await isOffered()).toBe(false);
    await joinAndBid();
    await page.clock.runFor(3_000);
    await offer().getByText('Shall we tell you when you’re outbid?').waitFor();
    expect(await prompts()).toBe(0);
    await look(page, 'push-offer');
    await offer().getByRole('button', { name: 'Not now' }).click();
    await offer().waitFor({ state: 'detached' });

    /** Watches another auction that many days later. */
    const watchAfter = async (days: number) => {
      const watched = await realm.createAuction();
      await page.clock.setSystemTime(Date.now() + days * dayMs);
      await page.goto(pathTo(paths.auction, watched));
      await page.getByRole('button', { name: 'Tell me before the end' }).click();
      await page.getByText(/We’ll tell you before/).waitFor();
      await page.clock.runFor(3_000);
    };
    await watchAfter(29);
    expect(await isOffered()).toBe(false);
    await watchAfter(31);
    await offer().getByText('Shall we tell you before it ends?').waitFor();
  });

  it('after a ticket', { tags: ['full'] }, async () => {
    await givePush(visitor, app.url, push);
    const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
    const { id } = await (await app.signInOperator()).call<AdminHeist>('POST', '/admin/heists', {
      ...{ name: 'Vault', story: 'A sealed vault.', prize: 500, prize_name: 'Radio', ticket_price: 5 },
      ...{ category: 'product', question: 'What flies?', answers: ['Time'], capacity: 5, minimum_users: 1 },
      ...{ opens_at: inMs(500), starts_at: inMs(7_200_000), end_date: inMs(10_800_000), realm: realm.id },
    });
    await page.goto(pathTo(paths.vault, id));
    await page.getByRole('button', { name: /^Buy Ticket/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Buy Ticket for 5 coins' }).click();
    await page.getByText('Pay entry fee successful!').waitFor();
    await offer().getByText('Shall we tell you before it starts?').waitFor();
    expect(await prompts()).toBe(0);
  });

  it('after a no in the browser not again; the settings say how to allow them', {
    tags: ['full'],
  }, async () => {
    await givePush(visitor, app.url, push, { answer: 'denied' });
    await openAuction();
    await joinAndBid();
    await offer().getByRole('button', { name: 'Tell me' }).click();
    await offer().waitFor({ state: 'detached' });
    expect(await prompts()).toBe(1);
    await page.goto(paths.pushSettings);
    await page.getByText('Your browser blocks our messages').waitFor();
    expect(push.accepted).toBe(0);
  });

  it('on an iPhone by the way to the home screen', { tags: ['full'] }, async () => {
    await page.addInitScript(() => {
      Reflect.deleteProperty(window, 'PushManager');
      Object.defineProperty(navigator, 'userAgent', { value: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)' });
      Object.defineProperty(navigator, 'maxTouchPoints', { value: 5 });
    });
    await openAuction();
    await joinAndBid();
    await offer()
      .getByText(/once Copup is on the home screen/)
      .waitFor();
    await offer().getByRole('link', { name: 'Show me how' }).click();
    await page.getByText('Choose “Add to Home Screen”').waitFor();
    expect(await isOffered()).toBe(false);
  });
});
