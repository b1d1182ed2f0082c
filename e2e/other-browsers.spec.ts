// @module-tag full
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { paths } from '@copup/shared/page-paths.ts';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../scripts/data-folder.ts';
import { App } from './support/app.ts';
import { desktop, launchBrowser, openVisitor, phone } from './support/browser.ts';
import { hasOldChromium, launchOldChromium } from './support/old-chromium.ts';
import { readMailedCode, until } from './support/people.ts';
import { fill, press, resize, see } from './support/puppeteer-steps.ts';

const output = fileURLToPath(new URL('output/', import.meta.url));
const password = 'green plantain 7';

let app: App;
let folder: string;
beforeAll(async () => {
  mkdirSync(join(root, '.data', 'e2e'), { recursive: true });
  mkdirSync(output, { recursive: true });
  folder = mkdtempSync(join(root, '.data', 'e2e', 'browsers-'));
  app = await App.start();
});
afterAll(async () => {
  await app?.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** Launches Firefox from FIREFOX_PATH, which `npm test` finds or installs. Its home is the profile's folder. */
function launchFirefox(home: string): Promise<Browser> {
  const executablePath = process.env.FIREFOX_PATH;
  if (!executablePath)
    throw new Error('Firefox was not found: install the package "firefox-esr", or set FIREFOX_PATH');
  return puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    env: { ...process.env, HOME: home },
  });
}

const launches: [string, boolean, (home: string) => Promise<Browser>][] = [
  ['chromium-103', hasOldChromium, launchOldChromium],
  ['firefox', true, launchFirefox],
];

describe('from sign-in to a bid', { tags: ['full'] }, () => {
  it.each(launches.filter(([, isHere]) => isHere))('in %s', async (name, _, launch) => {
    const home = join(folder, name);
    mkdirSync(home, { recursive: true });
    const browser = await launch(home);
    try {
      const page = await browser.newPage();
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(String(error)));
      page.on('console', (message) => {
        if (message.type() === 'error' && !/status of 4\d\d/.test(message.text()))
          errors.push(message.text());
      });
      const email = await register();
      const auction = await openAuction(name);
      await resize(page, phone);
      await page.goto(`${app.url}/login`);
      await see(page, 'button[type=submit]');
      expect(await page.$eval('#older-browser', (notice) => (notice as HTMLElement).hidden)).toBe(true);
      await shoot(page, `${name}-login`);
      await fill(page, 'input[type=email]', email);
      await fill(page, 'input[type=password]', password);
      await press(page, 'button[type=submit]');
      await see(page, '::-p-text(No payment history)');
      await shoot(page, `${name}-dashboard`);

      await resize(page, desktop);
      await press(page, 'nav a[href="/auction"]');
      await press(page, `a[href="/auction/${auction}"]`);
      await press(page, 'button::-p-text(Pay Entry Fee)');
      await see(page, '::-p-text(Pay entry fee successful!)');
      await press(page, '[data-bid-button]');
      await see(page, '::-p-text(Bid placed successfully!)');
      // Received over the websocket.
      await until(async () =>
        expect(await page.$eval('[data-testid=price]', (price) => price.textContent)).toBe('1'),
      );
      await shoot(page, `${name}-auction-wide`);
      await resize(page, phone);
      await shoot(page, `${name}-auction`);
      expect(errors).toEqual([]);
    } finally {
      await browser.close();
    }
  });

  it.runIf(hasOldChromium)('chromium-103 opens a second document, whose stylesheet is cached', async () => {
    const home = join(folder, 'cached');
    mkdirSync(home, { recursive: true });
    const browser = await launchOldChromium(home);
    try {
      const page = await browser.newPage();
      await page.goto(`${app.url}${paths.login}`);
      await see(page, 'button[type=submit]');
      const cached = new Set<string>();
      page.on('response', (response) => {
        if (response.fromCache()) cached.add(extname(new URL(response.url()).pathname));
      });
      await page.goto(`${app.url}${paths.register}`);
      await see(page, 'button[type=submit]');
      expect([...cached]).toContain('.css');
    } finally {
      await browser.close();
    }
  });

  it('only an unsupported older browser shows the notice', async () => {
    const browser = await launchBrowser();
    try {
      const { page, errors } = await openVisitor(browser, { name: 'older', url: app.url });
      await page.goto(paths.login);
      const notice = page.getByText('This browser is too old for Copup.');
      await page.getByRole('button', { name: 'Login' }).waitFor();
      expect(await notice.isVisible()).toBe(false);
      await page.addInitScript(() => {
        Reflect.deleteProperty(AbortSignal, 'timeout');
      });
      await page.goto(paths.login);
      await notice.waitFor();
      expect(errors).toEqual([]);
    } finally {
      await browser.close();
    }
  });
});

/** Creates an account with 500 coins; returns its e-mail address. */
async function register(): Promise<string> {
  const username = `ada${Date.now()}`;
  const email = `${username}@copup.test`;
  await post('/auth/send-otp', { email });
  const otp = await readMailedCode(app, email);
  const { user } = await post<{ user: { id: string } }>('/auth/register', {
    email,
    username,
    full_name: 'Ada Obi',
    password,
    otp,
    profile: '',
    referralCode: '',
    terms: true,
  });
  await (await app.signInOperator()).adjust(user.id, 500, `credit-${username}`);
  return email;
}

async function openAuction(name: string): Promise<number> {
  const { id } = await (await app.signInOperator()).createAuction({
    name: `Rice cooker for ${name}`,
    category: 'product',
    price: 45_000,
    entry_bid_points: 5,
    end_date: new Date(Date.now() + 600_000).toISOString(),
  });
  return id;
}

async function post<Reply>(path: string, body: object): Promise<Reply> {
  const reply = await fetch(`${app.url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
  return (await reply.json()) as Reply;
}

async function shoot(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(output, `${name}.png`) });
}
