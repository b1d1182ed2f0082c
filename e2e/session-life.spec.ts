import { paths } from '@copup/shared/page-paths.ts';
import { startApp, type TestApp } from '@copup/testkit/app.ts';
import { createUser } from '@copup/testkit/builders.ts';
import { createTestDatabase, type TestDatabase } from '@copup/testkit/databases.ts';
import { createMovableClock, type MovableClock } from '@copup/testkit/movable-clock.ts';
import type { Browser, Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildClient } from '../scripts/client-build.ts';
import { openVisitor, type Visitor } from './support/browser.ts';
import { signIn, until } from './support/people.ts';
import { sharedBrowser } from './support/shared-browser.ts';

const hourMs = 3_600_000;
const password = 'yellow pawpaw 3';

let database: TestDatabase;
let clock: MovableClock;
let app: TestApp;
let browser: Browser;
let visitor: Visitor;
let renewals: number;

beforeAll(async () => {
  await buildClient();
  browser = await sharedBrowser();
});
beforeEach(async () => {
  database = await createTestDatabase();
  clock = await createMovableClock(database);
  app = await startApp({ database, redis: null, overrides: { clock } });
  const { id } = await createUser(app.deps.db, { username: 'ada' });
  await app.deps.db.pool.query('UPDATE users SET password_hash = $2 WHERE id = $1', [
    id,
    await app.deps.passwords.hash(password),
  ]);
  visitor = await openVisitor(browser, { name: 'ada', url: app.url });
  await visitor.context.clock.install();
  renewals = 0;
  visitor.context.on('response', (response) => {
    if (response.url().endsWith('/api/auth/renew') && response.status() === 200) renewals += 1;
  });
});
afterEach(async () => {
  expect(visitor.errors).toEqual([]);
  await visitor.context.close();
  await app.close();
  await database.drop();
});

/**
 * Moves the clocks of server, database and browser, after the server has read earlier renewals. The server reads the
 * database's time afterwards: a periodic read during the move has the time of one clock from before and of the other from after.
 */
async function moveClocks(ms: number): Promise<void> {
  await app.deps.sessions.readChanges();
  await clock.moveBy(ms);
  await app.deps.sessions.readChanges();
  await visitor.context.clock.fastForward(ms);
}

const tokenIn = (page: Page) => page.evaluate(() => localStorage.getItem('token'));

/** Returns whether the server accepts the token stored by the page. */
const isAccepted = async (page: Page) =>
  (await app.client.withToken((await tokenIn(page)) ?? '').get('/user/profile')).status === 200;

describe('S3a the life of a session, by the clocks of server and browser', () => {
  it('is renewed in the last third of the token’s lifetime, by one tab only, and outlives the first token', {
    tags: ['full'],
  }, async () => {
    const { page, context } = visitor;
    await signIn(visitor, { email: 'ada@example.test', password });
    await page.waitForURL(`**${paths.dashboard}`);
    const first = (await tokenIn(page)) ?? '';
    const second = await context.newPage();
    await second.goto(paths.dashboard);
    await second.waitForURL(`**${paths.dashboard}`);

    await moveClocks(15 * hourMs);
    expect([renewals, await tokenIn(page)]).toEqual([0, first]);

    await moveClocks(2 * hourMs);
    await until(async () => expect(await tokenIn(page)).not.toBe(first));
    const renewed = (await tokenIn(page)) ?? '';
    expect(renewals).toBe(1);

    // The first token has expired, but the session has not, so both tabs continue.
    await moveClocks(10 * hourMs);
    expect(await app.client.withToken(first).get('/user/profile')).toMatchObject({
      status: 401,
      body: { code: 'SESSION_ENDED' },
    });
    expect(await isAccepted(page)).toBe(true);
    await second.reload();
    await second.waitForURL(`**${paths.dashboard}`);
    expect([renewals, await tokenIn(second)]).toEqual([1, renewed]);
  });

  it('ends after 30 days in spite of renewals, also on the open page', { tags: ['full'] }, async () => {
    const { page } = visitor;
    await signIn(visitor, { email: 'ada@example.test', password });
    await page.waitForURL(`**${paths.dashboard}`);
    let hours = 0;
    for (; hours + 20 < 30 * 24; hours += 20) {
      const before = await tokenIn(page);
      await moveClocks(20 * hourMs);
      await until(async () => expect(await tokenIn(page)).not.toBe(before));
      expect(await isAccepted(page)).toBe(true);
    }
    expect(renewals).toBe(hours / 20);
    await moveClocks((30 * 24 - hours) * hourMs);
    await page.waitForURL(`**${paths.login}`);
    expect(await tokenIn(page)).toBeNull();
  });
});
