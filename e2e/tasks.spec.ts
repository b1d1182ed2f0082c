// @module-tag full
import { operatorPath, operatorPaths, paths } from '@copup/shared/page-paths.ts';
import type { AdminReferralTask, AdminTask, AdminTaskUpload } from '@copup/shared/tasks.ts';
import { call } from '@copup/testkit/players.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { App, operator } from './support/app.ts';
import { desktop, openVisitor, type Visitor } from './support/browser.ts';
import { noisyPicture } from './support/noisy-picture.ts';
import { fundRewards } from './support/operators.ts';
import { createPlayer, signIn, until, visitSignedIn } from './support/people.ts';
import { sharedBrowser } from './support/shared-browser.ts';

let app: App;
let browser: Browser;
const visitors: Visitor[] = [];
/** The operator's browser. */
let desk: Page;
beforeAll(async () => {
  [app, browser] = await Promise.all([App.start(), sharedBrowser()]);
  const visitor = await openVisitor(browser, { name: 'operator', url: app.url, viewport: desktop });
  visitors.push(visitor);
  await signIn(visitor, operator);
  await visitor.page.waitForURL('**/admin**');
  desk = visitor.page;
});
afterAll(async () => {
  for (const { name, errors } of visitors) expect(errors, name).toEqual([]);
  await app?.stop();
});

/** Each attempt of a test has its own players and tasks. */
let attempts = 0;
function unique(name: string): string {
  attempts += 1;
  return `${name}${attempts}`;
}

async function createTask(facts: Partial<AdminTask> = {}): Promise<AdminTask> {
  const by = await app.signInOperator();
  const body: Partial<AdminTask> = {
    title: unique('Follow our page '),
    description: 'Follow the page, and send a screenshot with your name.',
    task_coin_reward: 40,
    urlLink: 'https://copup.test/page',
    ...facts,
  };
  return by.call<AdminTask>('POST', '/admin/tasks', body);
}

async function visit(username: string): Promise<{ token: string; id: string; visitor: Visitor; page: Page }> {
  const player = await createPlayer(app, username, 10);
  const visitor = await visitSignedIn(browser, app, player);
  visitors.push(visitor);
  await visitor.context.route('https://copup.test/**', (route) => route.fulfill({ body: 'The page.' }));
  return { ...player, visitor, page: visitor.page };
}

/** Opens the task, follows START and attaches a picture that is too large to be sent as it is. */
async function attach(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: title }).click();
  const sheet = page.getByRole('dialog', { name: title });
  const opened = page.context().waitForEvent('page');
  await sheet.getByRole('link', { name: /^START/ }).click();
  const other = await opened;
  expect(other.url()).toBe('https://copup.test/page');
  await other.close();
  const buffer = await noisyPicture(page, { width: 900, height: 1_000 });
  await sheet
    .locator('input[type=file]')
    .setInputFiles({ name: 'Screenshot_1955.png', mimeType: 'image/png', buffer });
  await sheet.getByText(/made smaller from/).waitFor();
}

async function uploadsOf(taskId: number): Promise<AdminTaskUpload[]> {
  const by = await app.signInOperator();
  return by.call<AdminTaskUpload[]>('GET', `/admin/task-uploads?task_id=${taskId}`);
}
const panel = (name: string) => desk.getByRole('region', { name: `Upload of ${name}` });

describe('T1, T7 social tasks', () => {
  it('a screenshot whose reply is lost counts once, is rejected, sent again and approved; the task coins become bonus coins', async () => {
    const { id: taskId, title } = await createTask();
    const name = unique('tola');
    const { page, visitor } = await visit(name);
    visitor.expectNetworkLoss();
    await page.goto(paths.tasks);
    await page.getByRole('link', { name: /Social tasks/ }).click();
    await attach(page, title);
    const keys: (string | undefined)[] = [];
    let lost = 0;
    await page.route(`**/api/task/tasks/${taskId}/upload`, async (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      const response = await route.fetch();
      if (lost > 0) return route.fulfill({ response });
      // The server has stored the picture, and its reply does not arrive.
      lost += 1;
      await route.abort('connectionreset');
    });
    await page.getByRole('button', { name: 'Send screenshot' }).click();
    await page.getByText('Screenshot uploaded.').waitFor();
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
    const row = page.getByRole('button', { name: title });
    await row.getByText('pending').waitFor();
    expect(await uploadsOf(taskId)).toHaveLength(1);

    await desk.goto(operatorPath(operatorPaths.taskUploads));
    await panel(name).waitFor();
    const picture = desk.getByRole('img', { name: `Screenshot of ${name}` });
    await until(async () =>
      expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(400),
    );
    const reject = desk.getByRole('form', { name: 'Reject' });
    await reject.getByText('Your name is not visible').click();
    await reject.getByRole('button', { name: 'Reject upload' }).click();
    await desk.getByText(`Upload of ${name} rejected`).first().waitFor();

    // The decision arrives without a reload.
    await row.getByText('Your name is not visible. 3 tries left.').waitFor();
    await page.unroute(`**/api/task/tasks/${taskId}/upload`);
    await attach(page, title);
    await page.getByRole('button', { name: 'Send screenshot' }).click();
    await row.getByText('pending').waitFor();
    await desk.goto(operatorPath(operatorPaths.taskUploads));
    await panel(name).getByText('Number 2').waitFor();
    await desk.getByRole('button', { name: 'Approve upload' }).click();
    await desk.getByText(`Upload of ${name} approved`).first().waitFor();
    await row.getByText('approved').waitFor();
    await until(async () => expect(await page.getByTestId('task-coins').textContent()).toBe('40'));

    await fundRewards(app, 100);
    await page.getByRole('button', { name: 'Convert' }).click();
    const sheet = page.getByRole('dialog', { name: 'Convert task coins' });
    await sheet.getByLabel('Task coins').fill('30');
    await sheet.getByRole('button', { name: 'Convert 30 task coins' }).click();
    await until(async () => expect(await page.getByTestId('task-coins').textContent()).toBe('10'));
    await page.goto(paths.dashboard);
    await page.getByTestId('balance').filter({ hasText: '13' }).waitFor();
    await page.getByRole('link', { name: '3 bonus · 10 from tasks' }).waitFor();
  });

  it('a second upload is refused with the specified text', async () => {
    const { id: taskId, title } = await createTask();
    const { page, token } = await visit(unique('uche'));
    await page.goto(paths.socialTasks);
    await attach(page, title);
    // Sent from another device meanwhile.
    const screenshot = await smallPicture(page);
    const sent = await call(app.url, 'POST', `/task/tasks/${taskId}/upload`, { token, body: { screenshot } });
    expect(sent.status).toBe(200);
    await page.getByRole('button', { name: 'Send screenshot' }).click();
    await page.getByText('already uploaded wait for 48hrs for verification').waitFor();
    await page.getByRole('dialog').getByText('pending', { exact: true }).waitFor();
    expect(await uploadsOf(taskId)).toHaveLength(1);
  });

  it('operators decide several uploads at once, with one summary', async () => {
    const { id: taskId, title } = await createTask({ task_coin_reward: 20 });
    const players = [await visit(unique('ife')), await visit(unique('kemi'))];
    for (const { page, token } of players) {
      await page.goto(`${paths.socialTasks}?task=${taskId}`);
      const screenshot = await smallPicture(page);
      const sent = await call(app.url, 'POST', `/task/tasks/${taskId}/upload`, {
        token,
        body: { screenshot },
      });
      expect(sent.status).toBe(200);
    }
    const waiting = await uploadsOf(taskId);
    expect(waiting).toHaveLength(2);
    await desk.goto(operatorPath(operatorPaths.taskUploads));
    for (const { full_name } of waiting)
      await desk.getByRole('checkbox', { name: `Select ${full_name}, ${title}` }).check();
    await desk.getByRole('button', { name: 'Approve 2' }).click();
    await desk.getByRole('dialog').getByRole('button', { name: 'Approve 2' }).click();
    await desk.getByRole('status').filter({ hasText: '2 uploads approved' }).waitFor();
    for (const { page } of players)
      await until(async () => expect(await page.getByTestId('task-coins').textContent()).toBe('20'));
  });
});

describe('T1 referral tasks', () => {
  it('are verified once, when a friend has registered with the code', async () => {
    const by = await app.signInOperator();
    const body: Partial<AdminReferralTask> = { required_referrals: 1, task_coin_reward: 25 };
    const { id } = await by.call<AdminReferralTask>('POST', '/admin/referral-tasks', body);
    const name = unique('ada');
    const { page, token } = await visit(name);
    await page.goto(paths.referralTasks);
    await page.getByText('0/1', { exact: true }).first().waitFor();
    const profile = await call(app.url, 'GET', '/user/profile', { token });
    const referralCode = (profile.body as { referral_code: string }).referral_code;
    await createPlayer(app, unique('friend'), 0, { referralCode });
    await page.reload();
    await page.getByText('You reached every count.').waitFor();
    await page.getByRole('button', { name: 'Verify' }).first().click();
    await page.getByText('Rewarded', { exact: true }).waitFor();
    const again = await call(app.url, 'POST', `/task/referral-tasks/${id}/verify`, { token });
    expect(again.status).toBe(409);
    await page.goto(paths.tasks);
    await until(async () => expect(await page.getByTestId('task-coins').textContent()).toBe('25'));
    await by.call('PUT', `/admin/referral-tasks/${id}`, { is_active: false });
  });
});

/** A data URL of a picture that no other upload has. */
async function smallPicture(page: Page): Promise<string> {
  const picture = await noisyPicture(page, { width: 60, height: 90 });
  return `data:image/png;base64,${picture.toString('base64')}`;
}
