import { paths } from '@copup/shared/page-paths.ts';
import type { Page, Request } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { noisyPicture } from '../support/noisy-picture.ts';
import { until } from '../support/people.ts';
import { focused } from './focused.ts';
import { expectLoadingErrorAndRetry } from './list-states.ts';
import { look } from './look.ts';
import { Stage } from './stage.ts';
import { longName, ngozi } from './staged-page.ts';
import { ago, friends, referralTasks, socialTasks, task, terms } from './staged-tasks.ts';

const stage = new Stage();
async function openPlayer(taskCoins = 347) {
  const { staged } = await stage.reuse(undefined, { available: 12_480, bonus: 40, task: taskCoins });
  staged.answer('/task/tasks', { json: socialTasks });
  staged.answer('/task/referral-tasks', { json: referralTasks });
  staged.answer('/task/convert', { json: terms });
  return { staged, page: stage.page };
}
const taskCoins = (page: Page) => page.getByTestId('task-coins');
const sheetOf = (page: Page, name: string) => page.getByRole('dialog', { name });
const uploadPath = '/task/tasks/1/upload';
const isUpload = (request: Request) => request.url().endsWith(`/api${uploadPath}`);

/** Opens the detail of the first task and chooses a picture of more than 2 MB. */
async function attach(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Watch the heist explainer/ }).click();
  const sheet = sheetOf(page, 'Watch the heist explainer');
  await startTask(page);
  const buffer = await noisyPicture(page, { width: 900, height: 1_000 });
  expect(buffer.length).toBeGreaterThan(2 * 2 ** 20);
  await sheet
    .locator('input[type=file]')
    .setInputFiles({ name: 'Screenshot_1955.png', mimeType: 'image/png', buffer });
  await sheet.getByText(/made smaller from/).waitFor();
}

/** START opens another page, which these tests do not need. */
async function startTask(page: Page): Promise<void> {
  await page.context().route('https://copup.test/**', (route) => route.fulfill({ body: 'The task.' }));
  const opened = page.context().waitForEvent('page');
  await page.getByRole('link', { name: /^START/ }).click();
  await (await opened).close();
}

describe('T1, T7 tasks', () => {
  it('/tasks shows task coins, both kinds of tasks, and what waits; coins are converted at the server’s rate', async () => {
    const { staged, page } = await openPlayer();
    await stage.show(paths.tasks);
    await until(async () => expect(await taskCoins(page).textContent()).toBe('347'));
    await page.getByText('2 open, up to 100,000 task coins each. Send a screenshot.').waitFor();
    await page.getByText('7 friends so far. A reward is ready.').waitFor();
    await page.getByRole('heading', { name: 'Waiting for us' }).waitFor();
    await page.getByText('10 make 1 bonus coin').waitFor();
    await look(page, 'tasks', { fullPage: true });
    await page.getByRole('button', { name: 'Convert' }).click();
    const sheet = sheetOf(page, 'Convert task coins');
    const amount = sheet.getByLabel('Task coins');
    expect(await amount.inputValue()).toBe('340');
    await amount.fill('345');
    await sheet.getByRole('button', { name: 'Convert', exact: true }).click();
    await sheet.getByText('Enter a multiple of 10, such as 340.').waitFor();
    await look(page, 'tasks-convert');
    await amount.fill('200');
    await sheet.getByText('20').first().waitFor();
    staged.answer('/task/convert', {
      status: 409,
      json: { code: 'CONVERSION_OFF', message: 'Conversion is off.' },
    });
    const convert = sheet.getByRole('button', { name: 'Convert 200 task coins' });
    await convert.click();
    await sheet.getByRole('alert').filter({ hasText: 'Conversion is off.' }).waitFor();
    staged.answer('/task/convert', {
      json: { message: 'Converted.', task_coin: 200, bid_points: 20, rate: 10 },
    });
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    await convert.click();
    const request = await sent;
    expect(request.postDataJSON()).toEqual({ task_coin: 200, rate: 10 });
    expect(request.headers()['idempotency-key']).toBeTruthy();
    await page.getByText('Converted.').waitFor();
    await until(async () => expect(await page.getByRole('dialog').count()).toBe(0));
  });

  it('/tasks says when nothing is open, and when conversion is off', { tags: ['full'] }, async () => {
    const { staged, page } = await openPlayer(0);
    staged.answer('/task/tasks', { json: [] });
    staged.answer('/task/referral-tasks', { json: [] });
    staged.answer('/task/convert', { json: { rate: 0, task_coin: 0, convertible: 0, bid_points: 0 } });
    await stage.show(paths.tasks);
    await page.getByText('Nothing is open right now.').waitFor();
    await page.getByText('Conversion is off at the moment.').waitFor();
    expect(await page.getByRole('button', { name: 'Convert' }).count()).toBe(0);
    await look(page, 'tasks-empty');
  });

  it('/socialTask is loading, fails and can be tried again', { tags: ['full'] }, () =>
    expectLoadingErrorAndRetry(stage, {
      name: 'social-task',
      path: paths.socialTasks,
      call: '/task/tasks',
      waiting: 'Loading tasks...',
      failed: 'Error fetching tasks.',
      json: socialTasks,
      come: 'Rate the app',
    }),
  );

  it('/socialTask lists each status, and the detail says what it means', async () => {
    const { staged, page } = await openPlayer();
    await stage.show(paths.socialTasks);
    await page.getByText('The screenshot doesn’t show your name. 2 tries left.').waitFor();
    for (const status of ['pending', 'approved', 'rejected'])
      await page.getByText(status, { exact: true }).first().waitFor();
    await look(page, 'social-task', { fullPage: true });

    await page.getByRole('button', { name: /Share our derby post/ }).click();
    const pending = sheetOf(page, 'Share our derby post');
    await pending.getByText(/Sent .* Checked within 48 hours\./).waitFor();
    expect(await pending.getByRole('button', { name: 'Send screenshot' }).count()).toBe(0);
    await look(page, 'social-task-pending');
    await page.keyboard.press('Escape');
    const opener = page.getByRole('button', { name: /Share our derby post/ });
    await focused(opener);

    await page.getByRole('button', { name: /Ọjà ńlá/ }).click();
    await sheetOf(page, longName).getByText('The same picture again. No tries left.').waitFor();
    await look(page, 'social-task-rejected');
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: /Rate the app/ }).click();
    const again = sheetOf(page, 'Rate the app');
    await again.getByRole('button', { name: 'Send screenshot' }).click();
    await again.getByText('Attach a screenshot first.').waitFor();
    const input = again.locator('input[type=file]');
    await focused(input);
    await input.setInputFiles({
      name: 'notes.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF'),
    });
    await again.getByText('PNG, JPEG or WebP only').waitFor();
    await input.setInputFiles({ name: 'torn.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
    await again.getByText('This file cannot be read as a picture.').waitFor();
    await look(page, 'social-task-again');
    await page.keyboard.press('Escape');

    // The decision of an operator arrives with a notice, without a reload.
    staged.answer('/task/tasks', {
      json: socialTasks.map((each) =>
        each.id === 2 ? { ...each, status: 'approved', decided_at: ago(0) } : each,
      ),
    });
    const wallet = { available: 12_480, held: 0, bonus: 40, task: 467, unread: 1 };
    staged.socket.set(`user:${ngozi.id}`, wallet);
    await page.getByRole('status').filter({ hasText: 'Share our derby post is approved.' }).waitFor();
    await until(async () => expect(await taskCoins(page).textContent()).toBe('467'));
  });

  it('a screenshot is made smaller, and its upload goes on with the same key after the connection was lost', {
    tags: ['full'],
  }, async () => {
    stage.discard();
    const { staged, page } = await openPlayer();
    await stage.show(paths.socialTasks);
    const row = page.getByRole('button', { name: /Watch the heist explainer/ });
    await row.click();
    const sheet = sheetOf(page, 'Watch the heist explainer');
    const send = sheet.getByRole('button', { name: 'Send screenshot' });
    expect(await send.isDisabled()).toBe(true);
    expect(await sheet.locator('input[type=file]').isDisabled()).toBe(true);
    await look(page, 'social-task-sheet');
    await sheet.getByRole('button', { name: 'Close' }).click();
    await attach(page);
    await look(page, 'social-task-attached');

    const uploads: Request[] = [];
    page.on('request', (request) => {
      if (isUpload(request)) uploads.push(request);
    });
    staged.answer(uploadPath, 'unreachable');
    await page.clock.install();
    await send.click();
    // The attempts follow one another after longer and longer delays.
    await until(async () => {
      await page.clock.runFor(1_000);
      expect(uploads.length).toBe(3);
    });
    await sheet.getByText('The connection was lost.').waitFor();
    await look(page, 'social-task-interrupted');
    const failed = uploads.length;
    expect(failed).toBe(3);
    const sent = uploads[0]?.postDataJSON() as { screenshot: string };
    expect(sent.screenshot).toMatch(/^data:image\/jpeg;base64,/);
    expect(sent.screenshot.length).toBeLessThan(700_000);

    staged.answer(uploadPath, {
      json: { message: 'Screenshot sent.', task: task(1, { status: 'pending' }) },
    });
    await staged.socket.disconnect();
    staged.socket.allowReconnect();
    await page.getByText('Screenshot sent.').waitFor();
    await until(async () => expect(await page.getByRole('dialog').count()).toBe(0));
    expect(uploads.length).toBe(failed + 1);
    const keys = new Set(uploads.map((request) => request.headers()['idempotency-key']));
    expect(keys.size).toBe(1);
    expect([...keys][0]).toBeTruthy();
  });

  it('an upload shows that it is being sent and cannot be closed; a second one is refused with the specified text', {
    tags: ['full'],
  }, async () => {
    const { staged, page } = await openPlayer();
    await stage.show(paths.socialTasks);
    await attach(page);
    staged.answer(uploadPath, 'never');
    const sheet = sheetOf(page, 'Watch the heist explainer');
    await sheet.getByRole('button', { name: 'Send screenshot' }).click();
    await sheet.getByRole('progressbar', { name: 'Sending the screenshot' }).waitFor();
    expect(await sheet.getByRole('button', { name: 'Close' }).isDisabled()).toBe(true);
    await look(page, 'social-task-sending');

    await page.reload();
    const text = 'already uploaded wait for 48hrs for verification';
    staged.answer(uploadPath, { status: 409, json: { code: 'ALREADY_UPLOADED', message: text } });
    await page.getByRole('dialog').waitFor();
    await sheet.locator('input[type=file]').setInputFiles({
      name: 'small.png',
      mimeType: 'image/png',
      buffer: await noisyPicture(page, { width: 40, height: 40 }),
    });
    await sheet.getByAltText('Your screenshot').waitFor();
    await sheet.getByRole('button', { name: 'Send screenshot' }).click();
    await page.getByText(text).waitFor();
  });

  it('with Save-Data a screenshot is smaller, and the own one is loaded on tap only', {
    tags: ['full'],
  }, async () => {
    stage.discard();
    const { staged, page } = await openPlayer();
    const loaded: string[] = [];
    await page.route('**/api/task/uploads/2/screenshot', async (route) => {
      loaded.push(route.request().url());
      await route.fulfill({
        contentType: 'image/png',
        body: await noisyPicture(page, { width: 20, height: 30 }),
      });
    });
    const sizes: number[] = [];
    staged.answer(uploadPath, {
      status: 400,
      json: { code: 'BAD_IMAGE', message: 'The picture could not be read.' },
    });
    await stage.show(paths.socialTasks);
    for (const isThrifty of [false, true]) {
      if (isThrifty)
        await page.addInitScript(() => {
          Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
        });
      await page.goto(paths.socialTasks);
      await attach(page);
      const sent = page.waitForRequest(isUpload);
      await page.getByRole('button', { name: 'Send screenshot' }).click();
      sizes.push(((await sent).postDataJSON() as { screenshot: string }).screenshot.length);
      await page.getByRole('alert').filter({ hasText: 'The picture could not be read.' }).waitFor();
    }
    expect(sizes[1]).toBeLessThan(sizes[0] ?? 0);
    await stage.show(`${paths.socialTasks}?task=2`);
    const show = page.getByRole('button', { name: 'Show your screenshot' });
    await show.waitFor();
    expect(loaded).toEqual([]);
    await show.click();
    await page.getByAltText('Your screenshot').waitFor();
    expect(loaded).toHaveLength(1);
  });

  it('offline the list stays, and nothing can be sent', { tags: ['full'] }, async () => {
    stage.discard();
    const { page } = await openPlayer();
    await stage.show(paths.socialTasks);
    await page.getByRole('button', { name: /Rate the app/ }).click();
    await page.context().setOffline(true);
    const sheet = sheetOf(page, 'Rate the app');
    await sheet.getByText('You can send your screenshot as soon as you’re back.').waitFor();
    expect(await sheet.getByRole('button', { name: 'Send screenshot' }).isDisabled()).toBe(true);
    await look(page, 'social-task-offline');
    await page.context().setOffline(false);
  });

  it('/referTask shows the progress, verifies a count that is reached once, and links to the invites', {
    tags: ['full'],
  }, async () => {
    const { staged, page } = await openPlayer();
    const profile = {
      ...ngozi,
      bid_points: 0,
      available_points: 0,
      held_points: 0,
      bonus_points: 0,
      task_coin: 347,
    };
    staged.answer('/user/profile', { json: { ...profile, unread: 0, referral_code: 'NGOZI447' } });
    staged.answer('/task/referral-tasks', { status: 500 });
    await stage.show(paths.referralTasks);
    await page.getByText('Error fetching referral tasks.').waitFor();
    await look(page, 'refer-task-error');
    staged.answer('/task/referral-tasks', { json: referralTasks });
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('3 more for the next reward').waitFor();
    const rows = page.getByRole('article');
    await until(async () => expect(await rows.count()).toBe(4));
    await page.getByText('7/10,000').waitFor();
    await page.getByText('Rewarded', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Verify' }).count()).toBe(1);
    await page.getByText('NGOZI447').waitFor();
    await look(page, 'refer-task', { fullPage: true });
    const path = '/task/referral-tasks/5/verify';
    staged.answer(path, { status: 500 });
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.getByText('Error verifying task.').waitFor();
    await page.getByRole('button', { name: 'Verify', disabled: false }).waitFor();
    const rewarded = friends(5, { status: 'rewarded', rewarded_at: ago(0) });
    staged.answer(path, { json: { message: 'You got 150 task coins.', task: rewarded } });
    staged.answer('/task/referral-tasks', {
      json: referralTasks.map((each) => (each.id === 5 ? rewarded : each)),
    });
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.getByText('You got 150 task coins.').waitFor();
    await until(async () => expect(await page.getByText('Rewarded', { exact: true }).count()).toBe(2));
    expect(await page.getByRole('link', { name: 'Invite friends' }).getAttribute('href')).toBe(paths.invites);
    staged.answer('/task/referral-tasks', { json: [] });
    await page.reload();
    await page.getByText('No referral tasks yet').waitFor();
    await look(page, 'refer-task-empty');
  });

  it('task coins are among the balances of the wallet', { tags: ['full'] }, async () => {
    const { page } = await openPlayer();
    await stage.show(paths.dashboard);
    await page.getByRole('link', { name: '347 from tasks' }).waitFor();
    await look(page, 'wallet-task-coins');
  });
});
