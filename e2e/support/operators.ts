import type { ApprovalPending } from '@copup/shared/admin.ts';
import { Operator } from '@copup/testkit/players.ts';
import { type App, secondOperator } from './app.ts';
import type { Visitor } from './browser.ts';

/** O3a: one operator requests coins for rewards, another approves them. */
export async function fundRewards(app: App, coins: number): Promise<void> {
  await byTwoOperators(app, [['POST', '/admin/rewards/fund', { bid_points: coins, reason: 'rewards' }]]);
}

/** O3a: one operator requests each change, another approves it. */
export async function byTwoOperators(
  app: App,
  changes: readonly (readonly [method: string, path: string, body: object])[],
): Promise<void> {
  const [first, second] = await Promise.all([
    app.signInOperator(),
    Operator.signIn(app.url, secondOperator.email, secondOperator.password),
  ]);
  for (const change of changes) {
    const { approval_id } = await first.call<ApprovalPending>(...change);
    await second.call('POST', `/admin/approvals/${approval_id}/approve`);
  }
}

/** O4: finds the user in the console and adds coins. */
export async function giveCoins({ page }: Visitor, username: string, coins: number): Promise<void> {
  await page.getByRole('link', { name: 'Users' }).click();
  await page.getByLabel('Find a user').fill(username);
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('button', { name: `Give coins to ${username}`, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: `Give coins to ${username}` });
  await dialog.getByLabel('Coins').fill(String(coins));
  await dialog.getByLabel('Reason').fill('welcome');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByRole('button', { name: `to ${username}` }).click();
  await dialog.waitFor({ state: 'hidden' });
}

/** Creates an auction in the form under /admin that starts at once. */
export async function openAuction(
  { page }: Visitor,
  { name, entryFee, inMs }: { name: string; entryFee: number; inMs: number },
): Promise<void> {
  await page.getByRole('link', { name: 'Auctions' }).click();
  await page.getByRole('button', { name: 'New auction' }).click();
  const dialog = page.getByRole('dialog', { name: 'New auction' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Category').selectOption('product');
  await dialog.getByLabel('Price (naira)').fill('250000');
  await dialog.getByLabel('Entry fee (coins)').fill(String(entryFee));
  const endMs = Math.ceil((Date.now() + inMs) / 1000) * 1000;
  // A datetime-local field takes time of Lagos without a zone.
  const local = new Date(endMs + 3_600_000).toISOString().slice(0, 19);
  await dialog.getByLabel('Ends at').fill(local);
  await dialog.getByRole('button', { name: 'Create auction' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('row').filter({ hasText: name }).waitFor();
}
