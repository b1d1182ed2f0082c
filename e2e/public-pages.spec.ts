import { paths } from '@copup/shared/page-paths.ts';
import { Operator } from '@copup/testkit/players.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { App, operator } from './support/app.ts';
import { axeViolations } from './support/axe.ts';
import { desktop, openVisitor, phone, type Visitor } from './support/browser.ts';
import { newPerson, Realm, register, until } from './support/people.ts';
import { sharedBrowser } from './support/shared-browser.ts';

let app: App;
let browser: Browser;
let visitor: Visitor;
let page: Page;
beforeAll(async () => {
  [app, browser] = await Promise.all([App.start(), sharedBrowser()]);
});
afterAll(async () => {
  await app?.stop();
});
beforeEach(async () => {
  visitor = await openVisitor(browser, { name: 'visitor', url: app.url });
  page = visitor.page;
});
afterEach(async () => {
  expect(visitor.errors).toEqual([]);
  await visitor.context.close();
});

/** Requests other than for the page and its files. */
const calls = () =>
  visitor.requests.filter(
    ({ path }) => !/^\/(assets\/.*|theme\.js|[\w.-]+\.(svg|png|webmanifest)|land)?$/.test(path),
  );

it('R2 the page of socket events is read without scripts, at both sizes and in both themes', async () => {
  await page.goto('/docs/sockets');
  await page.getByRole('link', { name: 'room:join' }).click();
  await page.getByRole('heading', { level: 3, name: 'room:join' }).waitFor();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const size of [desktop, phone]) {
      await page.setViewportSize(size);
      expect(await axeViolations(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)).toBe(false);
    }
    await visitor.screenshots(`docs-sockets-${colorScheme}`);
  }
});

describe('the landing page', () => {
  it('A15 describes Copup, links to sign-up, and sends one public call', { tags: ['full'] }, async () => {
    await page.goto(paths.home);
    await page.getByRole('heading', { level: 1, name: 'Win phones, airtime and cash with coins.' }).waitFor();
    await page.getByText('utility and governance coin that rewards activity in its ecosystem').waitFor();
    for (const [name, text] of [
      ['Auctions', 'Participate to win items'],
      ['Games', 'Play and earn more coins'],
      ['Wallet', 'Manage coins'],
      ['Tasks', 'Complete tasks to earn rewards'],
    ] as const) {
      const card = page
        .getByRole('listitem')
        .filter({ has: page.getByRole('heading', { name, exact: true }) });
      expect(await card.textContent()).toContain(text);
    }
    const buy = page.getByRole('link', { name: 'Buy coin' });
    expect(await buy.getAttribute('href')).toBe('/walletPage');
    const answer = page.getByText('Buy them in the coin shop by bank transfer');
    expect(await answer.isVisible()).toBe(false);
    await page.getByText('How do I get coins?').click();
    await answer.waitFor();
    const footer = page.getByRole('contentinfo');
    expect(await footer.textContent()).toContain('© 2025');
    for (const [name, path] of [
      ['Privacy Policy', '/privacy'],
      ['Terms of Service', '/terms'],
    ] as const)
      expect(await footer.getByRole('link', { name }).getAttribute('href')).toBe(path);
    await page.waitForLoadState('networkidle');
    expect(calls()).toEqual([{ method: 'GET', path: '/api/landing' }]);
    expect(visitor.sockets).toEqual([]);
  });

  it('opens its side panel by keyboard, traps the focus and restores it', { tags: ['full'] }, async () => {
    await page.goto(paths.home);
    const menu = page.getByRole('button', { name: 'Menu' });
    await menu.focus();
    await page.keyboard.press('Enter');
    const panel = page.getByRole('dialog', { name: 'Menu' });
    await panel.waitFor();
    for (let step = 0; step < 6; step += 1) {
      const where = await page.evaluate(
        () =>
          document.activeElement === document.body ||
          document.activeElement?.closest('dialog, [role=dialog]') !== null,
      );
      expect(where, `after ${step} steps`).toBe(true);
      await page.keyboard.press('Tab');
    }
    expect(await panel.getByRole('link', { name: 'Login' }).getAttribute('href')).toBe('/login');
    await visitor.screenshots('landing-menu');
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'hidden' });
    await until(async () => expect(await menu.evaluate((it) => it === document.activeElement)).toBe(true));
    await menu.click();
    await panel.getByRole('link', { name: 'Sign Up' }).click();
    await page.waitForURL(`**${paths.register}`);
  });

  it('passes the address of the sign-up box to /register without a URL parameter', {
    tags: ['full'],
  }, async () => {
    await page.goto(paths.home);
    await page.getByLabel('E-mail').fill('ngozi@copup.test');
    await page.getByRole('main').getByRole('button', { name: 'Sign Up' }).click();
    await page.waitForURL(`**${paths.register}`);
    await page.getByRole('button', { name: 'Send OTP' }).waitFor();
    expect(await page.getByLabel('E-mail').inputValue()).toBe('ngozi@copup.test');
    expect(JSON.stringify(visitor.requests)).not.toContain('ngozi');
  });

  it('/land is a second address of it', { tags: ['full'] }, async () => {
    await page.goto(paths.land);
    await page.getByRole('heading', { level: 1, name: 'Win phones, airtime and cash with coins.' }).waitFor();
  });
});

describe('the snow', () => {
  const sky = () => page.locator('[data-snow]');
  const flakes = () => sky().locator('svg').count();

  it('drops one flake each 200 ms for 5 to 8 s, removes them after 8 s, and pauses while out of view', {
    tags: ['full'],
  }, async () => {
    await page.clock.install();
    await page.goto(paths.home);
    await sky().waitFor({ state: 'attached' });
    await page.clock.pauseAt(Date.now() + 3_600_000);
    const before = await flakes();
    await page.clock.runFor(2_000);
    expect((await flakes()) - before).toBe(10);
    const falls = await sky()
      .locator('svg')
      .evaluateAll((all) => all.map((flake) => Number.parseFloat(getComputedStyle(flake).animationDuration)));
    for (const seconds of falls) {
      expect(seconds).toBeGreaterThanOrEqual(5);
      expect(seconds).toBeLessThanOrEqual(8);
    }
    const names = await sky()
      .locator('svg')
      .first()
      .evaluate((flake) => flake.getAnimations().length);
    expect(names).toBe(1);
    await page.clock.runFor(20_000);
    expect(await flakes()).toBe(40);
    // Scrolled out of view: the browser's IntersectionObserver reports it asynchronously.
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await until(async () => {
      await page.clock.runFor(8_200);
      expect(await flakes()).toBe(0);
    });
  });

  it('stops while the page is hidden', { tags: ['full'] }, async () => {
    await page.clock.install();
    await page.goto(paths.home);
    await sky().waitFor({ state: 'attached' });
    await page.evaluate(() => Object.defineProperty(document, 'hidden', { get: () => true }));
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await page.clock.runFor(9_000);
    expect(await flakes()).toBe(0);
  });

  it('is still with reduced motion', { tags: ['full'] }, async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(paths.home);
    await until(async () => expect(await flakes()).toBe(16));
    const moving = await sky()
      .locator('svg')
      .evaluateAll((all) => all.flatMap((flake) => flake.getAnimations()).length);
    expect(moving).toBe(0);
  });

  it('is omitted with Save-Data', { tags: ['full'] }, async () => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
    });
    await page.clock.install();
    await page.goto(paths.home);
    await sky().waitFor({ state: 'attached' });
    await page.clock.runFor(3_000);
    expect(await flakes()).toBe(0);
  });
});

describe('the legal pages', () => {
  it.each([
    [
      '/privacy',
      'Privacy Policy',
      ['Nigeria Data Protection Act 2023', 'under an anonymous id', 'support address on the sign-in page'],
    ],
    [
      '/terms',
      'Terms of Service',
      [
        '18 or older',
        '₦100',
        '₦90',
        'not legal tender',
        'A bid is binding',
        'Sales are final unless a refund policy says otherwise',
      ],
    ],
  ])('%s can be read without a sign-in', { tags: ['full'] }, async (path, title, texts) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(path);
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await page.getByText('Last updated 2025').waitFor();
    const text = await page.getByRole('main').textContent();
    for (const each of texts) expect(text).toContain(each);
    const links = page.getByRole('navigation', { name: 'Contents' }).getByRole('link');
    const targets = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
    expect(targets.length).toBeGreaterThan(10);
    expect(new Set(targets).size).toBe(targets.length);
    for (const target of targets) expect(await page.locator(target).count(), target).toBe(1);
    await links.last().click();
    await until(async () => expect(await page.locator(targets.at(-1) ?? '').isVisible()).toBe(true));
    expect(visitor.requests.filter(({ path: requested }) => requested.startsWith('/api'))).toEqual([]);
    expect(visitor.sockets).toEqual([]);
    // 68 characters of this text, and a few pixels.
    const width = await page
      .getByRole('article')
      .evaluate((article) => article.getBoundingClientRect().width);
    expect(width).toBeLessThan(720);
  });
});

describe('pages of later features', () => {
  it('T3 /soon accepts a valid address, and confirms it in place', { tags: ['full'] }, async () => {
    await page.goto(paths.swap);
    await page.getByRole('heading', { name: "We're Launching Soon!" }).waitFor();
    await page.getByText('The swap function is coming soon.').waitFor();
    const field = page.getByLabel('E-mail');
    await field.fill('ngozi');
    await page.getByRole('button', { name: 'Notify Me' }).click();
    await page.getByText('Enter an e-mail address').waitFor();
    expect(await field.evaluate((it) => it === document.activeElement)).toBe(true);
    await field.fill('ngozi@copup.test');
    await page.keyboard.press('Enter');
    await page
      .getByRole('status')
      .filter({ hasText: 'We’ll e-mail you when the swap function opens.' })
      .waitFor();
    expect(await field.count()).toBe(0);
    expect(visitor.requests.filter(({ method }) => method === 'POST')).toEqual([
      { method: 'POST', path: '/api/content/notify-me' },
    ]);
    await visitor.screenshots('soon-notified');
  });

  it('shows the server’s refusal above the button, and keeps the address', { tags: ['full'] }, async () => {
    await page.route('**/api/content/notify-me', (route) =>
      route.fulfill({
        status: 429,
        json: { code: 'RATE_LIMITED', message: 'Too many requests. Please wait a moment.' },
      }),
    );
    await page.goto(paths.swap);
    await page.getByLabel('E-mail').fill('ngozi@copup.test');
    await page.getByRole('button', { name: 'Notify Me' }).click();
    await page.getByRole('alert').filter({ hasText: 'Too many requests.' }).waitFor();
    expect(await page.getByLabel('E-mail').inputValue()).toBe('ngozi@copup.test');
  });
});

describe('/test', () => {
  it('asks a visitor to sign in for the socket test, and measures the rest', { tags: ['full'] }, async () => {
    await page.goto(paths.connectionCheck);
    await page.getByText('Sign in to test live updates.').waitFor();
    const facts = page.getByRole('main');
    await until(async () =>
      expect(await facts.textContent()).toMatch(/Server(under 1|\d+) ms.*In step.*\d KB/s),
    );
    const before = visitor.requests.length;
    await page.getByRole('button', { name: 'Check again' }).click();
    await until(() => expect(visitor.requests.length).toBe(before + 1));
    expect(visitor.sockets).toEqual([]);
    await page.getByRole('main').getByRole('link', { name: 'Login' }).click();
    await page.waitForURL(`**${paths.login}`);
  });

  it('shows that the server cannot be reached', { tags: ['full'] }, async () => {
    visitor.expectNetworkLoss();
    await page.goto(paths.connectionCheck);
    await page.getByText('In step').waitFor();
    await page.route('**/api/config', (route) => route.abort());
    await page.getByRole('button', { name: 'Check again' }).click();
    await page.getByText('Not reached').waitFor();
    await page.getByText('Network Error').waitFor();
  });

  it('is live for a signed-in user: socket, latency, clock, bytes', { tags: ['full'] }, async () => {
    const realm = await Realm.create(app, { players: 1 });
    const player = await realm.visit(browser, app, 0);
    await player.page.goto(paths.connectionCheck);
    await player.page.getByText('You are live.').waitFor();
    await player.page.getByText('Connected', { exact: true }).waitFor();
    await until(async () => {
      const text = await player.page.getByRole('main').textContent();
      expect(text).toMatch(/Latency(under 1|\d+) ms/);
      expect(text).toContain('In step');
      // What the websocket received and sent.
      expect(text).toMatch(/Live updates(?!0 B)[\d.,]+ (B|KB)/);
    });
    await player.screenshots('connection-check');
    player.expectNetworkLoss();
    await player.context.setOffline(true);
    await player.page.getByText('Live updates are off.').waitFor();
    await player.context.setOffline(false);
    await player.page.getByText('You are live.').waitFor();
    expect(player.sockets.length).toBeGreaterThanOrEqual(1);
    expect(player.errors).toEqual([]);
    await player.context.close();
  });
});

describe('a player', () => {
  it('lists upcoming auctions before running ones at /new', { tags: ['full'] }, async () => {
    const realm = await Realm.create(app, { players: 1 });
    const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
    const inTwoHours = new Date(Date.now() + 7_200_000).toISOString();
    await realm.createAuction({ name: 'Running radio' });
    await realm.createAuction({ name: 'Coming cooker', starts_at: inAnHour, end_date: inTwoHours });
    const player = await realm.visit(browser, app, 0);
    await player.page.goto(paths.newAuctions);
    await player.page.getByText('Running radio').waitFor();
    const names = await player.page.getByRole('heading').allTextContents();
    expect(names).toEqual(['New auctions', 'Coming up', 'Coming cooker', 'Just started', 'Running radio']);
    await player.screenshots('new-auctions');
    expect(player.errors).toEqual([]);
    await player.context.close();
  });

  it('sees a new auction appear at /new', { tags: ['full'] }, async () => {
    const ngozi = newPerson({ username: 'ngozi', fullName: 'Ngozi Obi', password: 'green okro 7' });
    await register(visitor, app, ngozi);
    await page.waitForURL(`**${paths.dashboard}`);
    await page.goto(paths.newAuctions);
    await page.getByText('No new auctions now').waitFor();
    const by = await Operator.signIn(app.url, operator.email, operator.password);
    const readsBefore = visitor.requests.filter(({ path }) => path.startsWith('/api/auction')).length;
    await by.createAuction({
      name: 'Brand new blender',
      category: 'product',
      price: 30_000,
      entry_bid_points: 5,
      starts_at: new Date(Date.now() + 3_600_000).toISOString(),
      end_date: new Date(Date.now() + 7_200_000).toISOString(),
    });
    await page.getByRole('heading', { name: 'Coming up' }).waitFor();
    await page.getByText('Brand new blender').waitFor();
    // The room reports the auction; the page then reads it once.
    const then = visitor.requests.filter(({ path }) => path.startsWith('/api/auction')).length;
    expect(then - readsBefore).toBe(1);
  });

  it('opens the wallet from the menu of the landing page', { tags: ['full'] }, async () => {
    const realm = await Realm.create(app, { players: 1 });
    const player = await realm.visit(browser, app, 0);
    await player.page.goto(paths.home);
    await player.page.getByRole('button', { name: 'Menu' }).click();
    await player.page.getByRole('dialog').getByRole('link', { name: 'Go to wallet' }).click();
    await player.page.waitForURL(`**${paths.dashboard}`);
    expect(player.errors).toEqual([]);
    await player.context.close();
  });
});
