import { paths } from '@copup/shared/page-paths.ts';
import { recordPath } from '@copup/shared/record-paths.ts';
import { startApp, type TestApp } from '@copup/testkit/app.ts';
import { createUser } from '@copup/testkit/builders.ts';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildClient } from '../scripts/client-build.ts';
import { desktop, openVisitor, type Visitor } from './support/browser.ts';
import { signIn } from './support/people.ts';
import { sharedBrowser } from './support/shared-browser.ts';

const password = 'yellow pawpaw 3';
let app: TestApp;
let browser: Browser;
const visitors: Visitor[] = [];
beforeAll(async () => {
  await buildClient();
  [app, browser] = await Promise.all([startApp({ redis: null }), sharedBrowser()]);
  await app.deps.sessions.start();
});
afterAll(async () => {
  for (const { context, errors } of visitors) {
    expect(errors).toEqual([]);
    await context.close();
  }
  await app?.close();
});

async function arrive(username: string, role: 0 | 1): Promise<{ page: Visitor['page']; id: string }> {
  const { id } = await createUser(app.deps.db, { username, role, coins: role === 1 ? 0 : 500 });
  await app.deps.db.pool.query('UPDATE users SET password_hash = $2 WHERE id = $1', [
    id,
    await app.deps.passwords.hash(password),
  ]);
  const visitor = await openVisitor(browser, { name: username, url: app.url, viewport: desktop });
  visitors.push(visitor);
  await signIn(visitor, { email: `${username}@example.test`, password });
  return { page: visitor.page, id };
}

describe('S10, S3a the page of a player, and the player', () => {
  it('reads the reason on the open page, answers, and is signed out at once', async () => {
    const player = await arrive('ada', 0);
    const operator = await arrive('olu', 1);
    await player.page.waitForURL(`**${paths.dashboard}`);
    await operator.page.waitForURL('**/admin/overview');
    await operator.page.goto(recordPath('user', player.id) ?? '');
    await operator.page.getByRole('button', { name: 'Suspend…' }).click();
    const form = operator.page.getByRole('dialog', { name: 'Suspend ada for 14 days' });
    await form.getByLabel('Reason').fill('Two accounts of one person');
    await form.getByRole('button', { name: 'Suspend' }).click();
    await operator.page.getByRole('button', { name: 'Renew…' }).waitFor();

    const banner = player.page.getByRole('status').filter({ hasText: 'Your account is suspended until' });
    await banner.getByText('Two accounts of one person').waitFor();
    await banner.getByRole('button', { name: 'Answer' }).click();
    const answer = player.page.getByRole('dialog', { name: 'Answer the suspension' });
    await answer.getByLabel('Your answer').fill('It is my sister.');
    await answer.getByRole('button', { name: 'Send the answer' }).click();
    await banner.getByRole('button', { name: 'Answer again' }).waitFor();

    await operator.page.reload();
    await operator.page.getByText('It is my sister.').waitFor();
    await operator.page.getByRole('button', { name: 'End it…' }).click();
    const end = operator.page.getByRole('dialog', { name: 'End the suspension of ada' });
    await end.getByLabel('Reason').fill('It is the sister');
    await end.getByRole('button', { name: 'End the suspension' }).click();
    await banner.waitFor({ state: 'detached' });

    await operator.page.getByRole('button', { name: 'Sign out all…' }).click();
    const signOut = operator.page.getByRole('dialog', { name: 'Sign out all devices of ada' });
    await signOut.getByLabel('Reason').fill('A lost phone');
    await signOut.getByRole('button', { name: 'Sign out all' }).click();
    await player.page.waitForURL(`**${paths.login}`);
    await operator.page.getByText('The user is not signed in.').waitFor();
  });
});
