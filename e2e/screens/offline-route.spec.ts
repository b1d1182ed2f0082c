import { paths } from '@copup/shared/page-paths.ts';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { desktop } from '../support/browser.ts';
import { until } from '../support/people.ts';
import { look } from './look.ts';
import { Stage } from './stage.ts';
import { auctionOf, ngozi } from './staged-page.ts';

const stage = new Stage();
const wallet = { available: 14_820 };
const openWallet = async () => {
  const { staged } = await stage.open(ngozi, wallet);
  staged.stageList([auctionOf()]);
  staged.answer('/user/user-orders', { json: [] });
  await stage.page.setViewportSize(desktop);
  await stage.page.goto(paths.dashboard);
  await stage.page.getByTestId('balance').filter({ hasText: '14,820' }).waitFor();
  return staged;
};
const mainLink = (name: string) =>
  stage.page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name, exact: true })
    .filter({ visible: true });
/** Follows a link by keyboard, because a pointer would preload the page's files. */
const follow = async (name: string) => mainLink(name).press('Enter');
const heading = (name: string, level = 2) => stage.page.getByRole('heading', { level, name });
const documentsOf = (page: Page) => {
  const seen: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) seen.push(new URL(request.url()).pathname);
  });
  return seen;
};

describe('a page that cannot be loaded', () => {
  it('shows in the shell that the device is offline, and opens automatically with the network', {
    tags: ['full'],
  }, async () => {
    const { visitor } = await openWallet();
    const { page } = stage;
    await visitor.context.setOffline(true);
    await follow('Auction');
    await heading('You’re offline').waitFor();
    expect(await page.getByText('Unexpected Application Error!').count()).toBe(0);
    await page.getByText('We’ll open Auctions as soon as your network is back.').waitFor();
    await look(page, 'offline-route');
    // The navigation stays, and links to loaded pages work.
    const retry = page.getByRole('button', { name: 'Try again' });
    await retry.focus();
    await page.keyboard.press('Enter');
    await until(async () => expect(await retry.getAttribute('aria-busy')).toBeNull());
    await page
      .getByRole('link', { name: /Wallet/ })
      .filter({ visible: true })
      .first()
      .press('Enter');
    await page.waitForURL(`**${paths.dashboard}`);
    await page.getByTestId('balance').filter({ hasText: '14,820' }).waitFor();
    await page.goBack();
    await heading('You’re offline').waitFor();
    await visitor.context.setOffline(false);
    await heading('Auctions', 1).waitFor();
    await page.getByRole('article', { name: 'Rice cooker' }).waitFor();
  });

  it('shows another text if the server cannot be reached', { tags: ['full'] }, async () => {
    await openWallet();
    const { page } = stage;
    await page.route('**/assets/*', (route) => route.abort('connectionrefused'));
    await page.route('**/mark.svg', (route) => route.abort('connectionrefused'));
    await follow('Auction');
    await heading('We can’t reach Copup').waitFor();
    await look(page, 'unreachable-route');
    await page.unroute('**/assets/*');
    await page.unroute('**/mark.svg');
    await page.getByRole('article', { name: 'Rice cooker' }).waitFor();
  });

  it('reloads a page once if a deployment replaced its file', async () => {
    const { visitor } = await openWallet();
    visitor.expectMissingFiles();
    const { page } = stage;
    const documents = documentsOf(page);
    await page.route('**/assets/auctions-page-*.js', (route) =>
      documents.length < 1 ? route.fulfill({ status: 404 }) : route.continue(),
    );
    await follow('Auction');
    await page.getByRole('article', { name: 'Rice cooker' }).waitFor();
    expect(documents).toEqual(['/auction']);
  });

  it('does not reload again by itself if the file is still missing, but on request', {
    tags: ['full'],
  }, async () => {
    const { visitor } = await openWallet();
    visitor.expectMissingFiles();
    const { page } = stage;
    const documents = documentsOf(page);
    let isMissing = true;
    await page.route('**/assets/auctions-page-*.js', (route) =>
      isMissing ? route.fulfill({ status: 404 }) : route.continue(),
    );
    await follow('Auction');
    await until(() => expect(documents).toEqual(['/auction']));
    await heading('We can’t reach Copup').waitFor();
    isMissing = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('article', { name: 'Rice cooker' }).waitFor();
    // Some browsers request a failed file again only for a new document.
    expect(documents.length).toBeLessThanOrEqual(2);
  });

  it('navigates between preloaded pages without a network', { tags: ['full'] }, async () => {
    const { visitor } = await openWallet();
    const { page } = stage;
    const seen = (name: string) => visitor.requests.some(({ path }) => path.includes(name));
    await until(() => expect(seen('orders-page-')).toBe(true), 30_000);
    await page.waitForLoadState('networkidle');
    await visitor.context.setOffline(true);
    await follow('Auction');
    await heading('Auctions', 1).waitFor();
    await follow('My Auctions');
    await heading('Your Auctions', 1).waitFor();
    expect(await heading('You’re offline').count()).toBe(0);
  });
});
