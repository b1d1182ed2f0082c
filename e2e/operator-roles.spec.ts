import type { OperatorRole } from '@copup/shared/rights.ts';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { App } from './support/app.ts';
import { axeViolations } from './support/axe.ts';
import { desktop, openVisitor, phone, type Visitor } from './support/browser.ts';
import { createPlayer, signIn } from './support/people.ts';
import { sharedBrowser } from './support/shared-browser.ts';

let app: App;
let browser: Browser;
const visitors: Visitor[] = [];
beforeAll(async () => {
  [app, browser] = await Promise.all([App.start(), sharedBrowser()]);
  await createPlayer(app, 'zikora', 100);
});
afterAll(async () => {
  for (const { name, errors } of visitors) expect(errors, name).toEqual([]);
  await app?.stop();
});

/** Signs a new operator with the role in. */
async function arrive(username: string, role: OperatorRole): Promise<Visitor> {
  const player = await createPlayer(app, username, 0);
  await app.giveRole(player.id, role);
  const visitor = await openVisitor(browser, { name: role, url: app.url, viewport: desktop });
  visitors.push(visitor);
  await signIn(visitor, player);
  await visitor.page.waitForURL('**/admin/overview');
  return visitor;
}

async function open({ page }: Visitor, name: string): Promise<void> {
  await page
    .getByRole('navigation')
    .getByRole('link', { name: new RegExp(`^${name}`) })
    .first()
    .click();
  await page.getByRole('heading', { name, level: 1 }).waitFor();
}

/** Waits for a button that is disabled, with the reason beside it, which describes it. */
async function isRefused({ page }: Visitor, name: string, reason: string): Promise<void> {
  const button = page.getByRole('button', { name, disabled: true, description: reason });
  await button.waitFor();
  await page.getByText(reason, { exact: true }).first().waitFor();
}

describe('S8 roles in the console', () => {
  it('support renames a player and gives no coins; what needs another role says so', async () => {
    const support = await arrive('chika', 'support');
    const { page } = support;
    await open(support, 'Users');
    await page.getByRole('link', { name: 'zikora', exact: true }).click();
    await page.getByRole('heading', { name: 'zikora', level: 1 }).waitFor();
    await isRefused(support, 'Adjust coins…', 'Needs finance');
    await isRefused(support, 'Role…', 'Needs owner');
    expect(await axeViolations(page)).toEqual([]);
    await support.screenshots('roles-support-user');
    await page.getByRole('button', { name: 'Rename…' }).click();
    await page.getByLabel('New username').fill('zikora_2');
    await page.getByLabel('Reason').fill('The former one was a phone number.');
    await page.getByRole('button', { name: 'Rename', exact: true }).click();
    await page.getByText('zikora is now zikora_2').first().waitFor();
    await open(support, 'Settings');
    await page.getByText('Needs owner to change a setting').waitFor();
    await page.getByRole('listitem').filter({ hasText: 'Sign-in without renewal' }).waitFor();
    expect(await page.getByRole('button', { name: /^Change / }).count()).toBe(0);
    await page.getByRole('link', { name: 'Signed-in devices' }).click();
    await page.getByRole('heading', { name: 'Your role: Support' }).waitFor();
    await page.getByText('Rename, sign out and suspend players, note about them, and hide titles').waitFor();
    await support.screenshots('roles-account');
  });

  it('an auditor reads every page and changes nothing', async () => {
    const by = await app.signInOperator();
    const end_date = new Date(Date.now() + 3_600_000).toISOString();
    const kettle = {
      name: 'Kettle',
      category: 'product' as const,
      price: 9_000,
      entry_bid_points: 5,
      end_date,
    };
    await by.createAuction(kettle);
    const auditor = await arrive('bisi', 'auditor');
    const { page } = auditor;
    await open(auditor, 'Auctions');
    await isRefused(auditor, 'New auction', 'Needs operations');
    const row = page.getByRole('row').filter({ hasText: 'Kettle' });
    await row.waitFor();
    expect(await row.getByRole('button', { name: /^(Edit|Cancel) / }).count()).toBe(0);
    expect(await axeViolations(page)).toEqual([]);
    await auditor.screenshots('roles-auditor-auctions');
    await row.getByRole('link', { name: 'Kettle' }).click();
    for (const name of ['Edit Kettle', 'Cancel auction…', 'Cancel and reopen…', 'Move the end later…'])
      await isRefused(auditor, name, 'Needs operations');
    await auditor.screenshots('roles-auditor-auction');
    await page.setViewportSize(phone);
    await auditor.screenshots('roles-auditor-auction-phone');
    await page.setViewportSize(desktop);
    await open(auditor, 'Approvals');
    await isRefused(auditor, 'Fund rewards', 'Needs finance');
    await open(auditor, 'Audit log');
    await page.getByRole('row').nth(1).waitFor();
  });
});
