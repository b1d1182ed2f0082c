// @module-tag full
import { operatorPath, operatorPaths } from '@copup/shared/page-paths.ts';
import type { AdminReferralTask, AdminTask, AdminTaskUpload } from '@copup/shared/tasks.ts';
import { describe, expect, it } from 'vitest';
import { desktop } from '../support/browser.ts';
import { focused } from './focused.ts';
import { look } from './look.ts';
import { Stage } from './stage.ts';
import { overviewOf } from './staged-overview.ts';
import { longName, longNamed, ngozi } from './staged-page.ts';

const stage = new Stage();
const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

const upload = (id: number, facts: Partial<AdminTaskUpload> = {}): AdminTaskUpload => ({
  id,
  realm: 0,
  status: 'pending',
  task_id: 3,
  task: 'Follow our page',
  user_id: ngozi.id,
  username: `player${id}`,
  full_name: `Player ${id}`,
  task_coin_reward: 40,
  attempt: 1,
  overdue: false,
  due_at: ago(-40),
  screenshot: `/api/admin/task-uploads/${id}/screenshot`,
  same_pictures: 0,
  reason: null,
  created_at: ago(8),
  decided_at: null,
  decided_by: null,
  history: { approved: 3, rejected: 1, registered_at: ago(9_000) },
  ...facts,
});
const uploads = [
  upload(2001, {
    full_name: longNamed.full_name,
    username: longNamed.username,
    task: longName,
    overdue: true,
    created_at: ago(50),
    due_at: ago(2),
    attempt: 2,
    same_pictures: 2,
  }),
  upload(2002),
  upload(2003, { task_coin_reward: 100_000 }),
];

async function openOperator(list = uploads) {
  const { staged, page } = await stage.open({ ...ngozi, role: 1 });
  const counts = { waiting: list.length, overdue: 1 };
  const by_status = [{ status: 'pending', ...counts }];
  const queue = { queue: 'task-uploads', ...counts, by_status, oldest_at: list[0]?.created_at ?? null };
  staged.answer('/admin/overview', { json: overviewOf([queue], ago(0)) });
  staged.answer('/admin/task-uploads', { json: list });
  for (const each of uploads) staged.answer(`/admin/task-uploads/${each.id}`, { json: each });
  await page.route('**/api/admin/task-uploads/*/screenshot', (route) => {
    const id = /uploads\/(\d+)/.exec(route.request().url())?.[1];
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="640"><rect width="300" height="640" fill="#c9d2ff"/><text x="40" y="300" font-size="60">${id}</text></svg>`;
    return route.fulfill({ contentType: 'image/svg+xml', body: svg });
  });
  await page.setViewportSize(desktop);
  return { staged, page: stage.page };
}
const heading = (name: string) => stage.page.getByRole('heading', { name, level: 2 });

describe('T1, T7 the queue of uploads', () => {
  it('shows age, overdue items and the picture, and takes decisions', async () => {
    const { staged, page } = await openOperator();
    await page.goto(operatorPath(operatorPaths.taskUploads));
    await page.getByText('due 2 h ago').waitFor();
    await page.getByText('due in 1 day').first().waitFor();
    await page.getByText('3 waiting, the oldest 2 days').waitFor();
    await page.getByText('Waits for more than 48 hours').waitFor();
    await page.getByText('The same picture was sent 2 times before').waitFor();
    await page.getByRole('img', { name: `Screenshot of ${longNamed.full_name}` }).waitFor();
    await look(page, 'console-task-uploads', { fullPage: true });
    const approved = page.waitForRequest('**/api/admin/task-uploads/2001/approve');
    staged.answer('/admin/task-uploads/2001/approve', {
      json: { ...uploads[0], status: 'approved', decided_at: ago(0), decided_by: 'ngozi.o' },
    });
    await page.getByRole('button', { name: 'Approve upload' }).click();
    expect((await approved).headers()['idempotency-key']).toBeTruthy();
    await heading('Player 2002').waitFor();
    const rejected = page.waitForRequest('**/api/admin/task-uploads/2002/reject');
    staged.answer('/admin/task-uploads/2002/reject', { json: { ...uploads[1], status: 'rejected' } });
    const form = page.getByRole('form', { name: 'Reject' });
    expect(await form.getByRole('button', { name: 'Give a reason first' }).isDisabled()).toBe(true);
    await form.getByText('Other…').click();
    await form.getByLabel('Reason', { exact: true }).last().fill('The name is cut off.');
    await form.getByRole('button', { name: 'Reject upload' }).click();
    expect((await rejected).postDataJSON()).toEqual({ reason: 'The name is cut off.' });
    await heading('Player 2003').waitFor();
  });

  it('lists the overdue ones on their own', async () => {
    const { page } = await openOperator();
    await page.goto(operatorPath(operatorPaths.taskUploads));
    await heading(longNamed.full_name).waitFor();
    const listed = page.waitForRequest(/overdue=true/);
    await page.getByRole('radio', { name: 'Waiting 3 1 overdue' }).waitFor();
    await page.getByRole('radio', { name: /^Overdue 1/ }).click();
    expect(new URL((await listed).url()).searchParams.get('status')).toBe('pending');
  });

  it('shows the pictures over the page, moves with the keyboard, and returns the focus once', async () => {
    const { page } = await openOperator();
    await page.goto(operatorPath(operatorPaths.taskUploads));
    await heading(longNamed.full_name).waitFor();
    const open = page.getByRole('button', { name: 'Full size' });
    await open.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('1 of 3').waitFor();
    await dialog.getByRole('img').waitFor();
    expect(await dialog.getByRole('button', { name: 'Previous' }).isDisabled()).toBe(true);
    await look(page, 'console-task-picture');
    await page.keyboard.press('ArrowRight');
    await dialog.getByText('2 of 3').waitFor();
    await page.getByRole('dialog', { name: 'Screenshot of Player 2002' }).waitFor();
    await page.keyboard.press('+');
    await dialog.getByRole('region', { name: 'Picture, 150 percent' }).waitFor();
    // A picture that is larger than the window is scrolled with the arrow keys.
    await page.keyboard.press('ArrowRight');
    await dialog.getByText('2 of 3').waitFor();
    await page.keyboard.press('-');
    await dialog.getByRole('region', { name: 'Picture, 100 percent' }).waitFor();
    await page.keyboard.press('ArrowRight');
    await dialog.getByText('3 of 3').waitFor();
    expect(await dialog.getByRole('button', { name: 'Next' }).isDisabled()).toBe(true);
    await page.evaluate(() => {
      document.addEventListener('focusin', () => {
        const body = document.body.dataset;
        body.focused = String(Number(body.focused ?? 0) + 1);
      });
    });
    await page.keyboard.press('Escape');
    await focused(open);
    expect(await page.evaluate(() => document.body.dataset.focused)).toBe('1');
    await heading('Player 2003').waitFor();
  });

  it('takes one decision on several items and shows one summary', async () => {
    const { staged, page } = await openOperator();
    await page.goto(operatorPath(operatorPaths.taskUploads));
    await heading(longNamed.full_name).waitFor();
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await page.getByRole('checkbox', { name: /^Select Player 2003/ }).uncheck();
    await page.getByText('2 selected').waitFor();
    await look(page, 'console-task-bulk', { fullPage: true });
    await page.getByRole('button', { name: 'Reject 2' }).click();
    const dialog = page.getByRole('dialog', { name: 'Reject 2?' });
    expect(await dialog.getByRole('button', { name: 'Give a reason first' }).isDisabled()).toBe(true);
    await dialog.getByText('Unreadable').click();
    await look(page, 'console-task-bulk-reject');
    const refused = [{ id: 2002, code: 'ALREADY_DECIDED', message: 'Another operator decided it.' }];
    staged.answer('/admin/task-uploads/reject', { json: { decided: [2001], refused } });
    staged.answer('/admin/task-uploads', { json: uploads.slice(2) });
    const sent = page.waitForRequest('**/api/admin/task-uploads/reject');
    await dialog.getByRole('button', { name: 'Reject 2' }).click();
    expect((await sent).postDataJSON()).toEqual({ ids: [2001, 2002], reason: 'Unreadable' });
    const summary = page.getByRole('status').filter({ hasText: '1 upload rejected, 1 of 2 not' });
    await summary.getByText('Player 2002: Another operator decided it.').waitFor();
    expect(await page.getByText(/selected/).count()).toBe(0);
    await look(page, 'console-task-summary');
    await summary.getByRole('button', { name: 'Close' }).click();
    expect(await summary.count()).toBe(0);
  });

  it('says that nothing waits, and that a picture was erased', async () => {
    const { staged, page } = await openOperator([]);
    await page.goto(operatorPath(operatorPaths.taskUploads));
    await page.getByText('Nothing waits here').waitFor();
    const erased = upload(2009, {
      status: 'approved',
      screenshot: null,
      decided_at: ago(1),
      decided_by: 'tolu',
    });
    staged.answer('/admin/task-uploads', { json: [erased] });
    staged.answer('/admin/task-uploads/2009', { json: erased });
    await page.getByRole('radio', { name: 'Approved' }).click();
    await page.getByText('The picture was erased').waitFor();
    await page.getByText('Approved by tolu').waitFor();
  });
});

describe('T1 the operators’ lists of tasks', () => {
  it('social tasks are listed, created and edited', async () => {
    const { staged, page } = await openOperator();
    const row: AdminTask = {
      ...{ id: 3, realm: 0, title: 'Follow our page', description: 'Follow it.', task_coin_reward: 40 },
      ...{ urlLink: 'https://copup.test/page', is_active: true, pending: 3, approved: 12, rejected: 1 },
      ...{ created_at: ago(99), updated_at: ago(9) },
    };
    staged.answer('/admin/tasks', {
      json: [row, { ...row, id: 4, title: longName, is_active: false, pending: 0 }],
    });
    await page.goto(operatorPath(operatorPaths.tasks));
    await page.getByText('Follow our page').first().waitFor();
    await look(page, 'console-tasks');
    await page.getByRole('button', { name: 'New task' }).click();
    const dialog = page.getByRole('dialog', { name: 'New task' });
    await dialog.getByLabel('Address').fill('http://copup.test');
    await dialog.getByRole('button', { name: 'Create task' }).click();
    await dialog.getByText('Enter a title.').waitFor();
    await dialog.getByText('Enter an address that begins with https://.').waitFor();
    await look(page, 'console-task-form');
    await dialog.getByLabel('Title').fill('Rate the app');
    await dialog.getByLabel('Description').fill('Give it stars.');
    await dialog.getByLabel('Reward (task coins)').fill('80');
    await dialog.getByLabel('Address').fill('https://copup.test/rate');
    const created = page.waitForRequest((request) => request.method() === 'POST');
    await dialog.getByRole('button', { name: 'Create task' }).click();
    expect((await created).postDataJSON()).toEqual({
      ...{ title: 'Rate the app', description: 'Give it stars.', task_coin_reward: 80 },
      ...{ urlLink: 'https://copup.test/rate', is_active: true },
    });
  });

  it('referral tasks are listed and edited', async () => {
    const { staged, page } = await openOperator();
    const row: AdminReferralTask = {
      ...{ id: 2, realm: 0, required_referrals: 10, task_coin_reward: 400, is_active: true, rewarded: 7 },
      ...{ created_at: ago(99), updated_at: ago(9) },
    };
    staged.answer('/admin/referral-tasks', { json: [row] });
    staged.answer('/admin/referral-tasks/2', { json: row });
    await page.goto(operatorPath(operatorPaths.referralTasks));
    await page.getByText('10 friends').first().waitFor();
    await look(page, 'console-referral-tasks');
    await page.getByRole('button', { name: 'Edit 10 friends' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit 10 friends' });
    await dialog.getByLabel('Friends').fill('10,001');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Enter a whole number from 1 to 10,000.').waitFor();
    await dialog.getByLabel('Friends').fill('12');
    await dialog.getByLabel('Shown').selectOption('no');
    const saved = page.waitForRequest((request) => request.method() === 'PUT');
    await dialog.getByRole('button', { name: 'Save' }).click();
    expect((await saved).postDataJSON()).toEqual({ required_referrals: 12, is_active: false });
  });
});
