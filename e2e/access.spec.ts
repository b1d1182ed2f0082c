import { paths } from '@copup/shared/page-paths.ts';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { App, operator } from './support/app.ts';
import { desktop, openVisitor, type Visitor } from './support/browser.ts';
import {
  createPlayer,
  newPerson,
  type RealPlayer,
  readMailedCode,
  register,
  signIn,
  signOut,
  until,
} from './support/people.ts';
import { sharedBrowser } from './support/shared-browser.ts';

const fullName = 'Chidi Eze';
const password = 'yellow pawpaw 3';
let chidi: RealPlayer;
let ngozi: RealPlayer;

let app: App;
let browser: Browser;
let visitor: Visitor;
beforeAll(async () => {
  [app, browser] = await Promise.all([App.start(), sharedBrowser()]);
  [chidi, ngozi] = [await createPlayer(app, 'chidi', 0), await createPlayer(app, 'ngozi', 0)];
});
afterAll(async () => {
  await app?.stop();
});
beforeEach(async () => {
  visitor = await openVisitor(browser, { name: 'visitor', url: app.url });
});
afterEach(async () => {
  expect(visitor.errors).toEqual([]);
  await visitor.context.close();
});

const logOut = () => signOut(visitor.page);
const storedToken = () => visitor.page.evaluate(() => localStorage.getItem('token'));

describe('access to pages', () => {
  it('S1 S3 a player registers, signs in, may not open /admin, and logs out', async () => {
    const { page } = visitor;
    const bola = newPerson({ username: 'bola', fullName, password });
    await register(visitor, app, bola);
    await page.waitForURL(`**${paths.dashboard}`);
    await logOut();
    await until(async () => expect(await storedToken()).toBeNull());
    await signIn(visitor, { ...bola, password: 'not the password' });
    await page.getByRole('alert').first().waitFor();
    expect(page.url()).toContain('/login');
    await signIn(visitor, bola);
    await page.waitForURL(`**${paths.dashboard}`);
    expect(await storedToken()).not.toBeNull();
    // A stored login opens the dashboard, not the form.
    await page.goto(paths.login);
    await page.waitForURL(`**${paths.dashboard}`);
    await page.goto(paths.admin);
    await page.waitForURL(`**${paths.unauthorized}`);
    await visitor.screenshots('unauthorized');
    await page.goto(paths.dashboard);
    await logOut();
    await until(async () => expect(await storedToken()).toBeNull());
  });

  it('X10 a visitor returns to the wanted page after registering, which signs in, and no user does after a logout', {
    tags: ['full'],
  }, async () => {
    const { page } = visitor;
    const emeka = newPerson({ username: 'emeka', fullName, password });
    await page.goto('/transaction?kind=bonus#list');
    await page.waitForURL(`**${paths.login}`);
    await page.reload();
    await page.getByRole('link', { name: 'Create an account' }).click();
    await register(visitor, app, emeka, { isOpen: true });
    await page.waitForURL('**/transaction?kind=bonus#list');
    await page.setViewportSize(desktop);
    await logOut();
    // Chidi is the next user of this browser.
    await signIn(visitor, chidi);
    await page.waitForURL(`**${paths.dashboard}`);
    await page.goto('/admin');
    await page.waitForURL(`**${paths.unauthorized}`);
    await page.goto(paths.joined);
    await logOut();
    // A player who wanted an operators' page has the wallet instead.
    await page.goto('/admin/users');
    await page.waitForURL(`**${paths.login}`);
    await signIn(visitor, emeka);
    await page.waitForURL(`**${paths.dashboard}`);
  });

  it('X10 a session that ends leads its user back, and no other user', { tags: ['full'] }, async () => {
    const { page } = visitor;
    const endOnServer = async () => {
      const headers = { authorization: `Bearer ${await storedToken()}` };
      await fetch(`${app.url}/api/auth/logout`, { method: 'POST', headers });
      await page.waitForURL(`**${paths.login}`);
    };
    await signIn(visitor, ngozi);
    await page.waitForURL(`**${paths.dashboard}`);
    await page.goto(paths.receive);
    await page.getByRole('heading', { name: 'Receive' }).waitFor();
    await endOnServer();
    await signIn(visitor, ngozi);
    await page.waitForURL(`**${paths.receive}`);
    await page.getByRole('heading', { name: 'Receive' }).waitFor();
    await endOnServer();
    await signIn(visitor, operator);
    await page.waitForURL('**/admin');
  });

  it('an operator is redirected to /admin, also with a stored login, and may not use player pages', async () => {
    const { page } = visitor;
    await signIn(visitor, operator);
    await page.waitForURL('**/admin**');
    await page.goto(paths.login);
    await page.waitForURL('**/admin**');
    await page.goto(paths.dashboard);
    await page.waitForURL(`**${paths.unauthorized}`);
  });

  it('S1 S2 a mailed code resets a forgotten password and ends the old sessions', {
    tags: ['full'],
  }, async () => {
    const { page } = visitor;
    const forgetful = await createPlayer(app, 'forgetful', 0);
    await signIn(visitor, forgetful);
    await page.waitForURL(`**${paths.dashboard}`);
    const elsewhere = await openVisitor(browser, { name: 'another phone', url: app.url });
    const earlier = await readMailedCode(app, forgetful.email);
    const form = elsewhere.page;
    await form.goto(paths.login);
    await form.getByRole('link', { name: /forgot/i }).click();
    // Both forms have an e-mail field.
    await form.waitForURL(`**${paths.forgotPassword}`);
    await form.getByLabel('E-mail').fill(forgetful.email);
    await form.getByRole('button', { name: 'Send OTP' }).click();
    await form.waitForURL('**/reset-password**');
    if ((await form.getByLabel('E-mail').inputValue()) === '')
      await form.getByLabel('E-mail').fill(forgetful.email);
    await form.getByLabel('OTP').fill(await readMailedCode(app, forgetful.email, earlier));
    await form.getByLabel('New password', { exact: true }).fill('white cassava 5');
    await form.getByLabel('Confirm password').fill('white cassava 6');
    await form.getByRole('button', { name: 'Reset Password' }).click();
    await form.getByText('Passwords do not match').first().waitFor();
    await form.getByLabel('Confirm password').fill('white cassava 5');
    await form.getByRole('button', { name: 'Reset Password' }).click();
    await form.getByText('Password reset successfully').first().waitFor();
    await form.waitForURL(`**${paths.login}`);
    // S3: the session in the other browser ends within a second, because its socket receives session:ended.
    await page.waitForURL(`**${paths.login}`);
    await until(async () => expect(await storedToken()).toBeNull());
    await signIn(elsewhere, { ...forgetful, password: 'white cassava 5' });
    await form.waitForURL(`**${paths.dashboard}`);
    expect(elsewhere.errors).toEqual([]);
    await elsewhere.context.close();
  });
});
