import type { AdminUser } from '@copup/shared/admin.ts';
import type { Alerts } from '@copup/shared/alerts.ts';
import { operatorPath, operatorPaths, paths } from '@copup/shared/page-paths.ts';
import type { OwnSuspension } from '@copup/shared/suspensions.ts';
import { describe, expect, it } from 'vitest';
import { desktop, phone } from '../support/browser.ts';
import { look } from './look.ts';
import { Stage } from './stage.ts';
import { longName, longNamed, ngozi } from './staged-page.ts';
import { type PlayerFacts, stagePlayer } from './staged-player.ts';

const stage = new Stage();
const dayMs = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString();
const user: AdminUser = {
  ...{
    id: longNamed.id,
    username: longNamed.username,
    full_name: longNamed.full_name,
    email: longNamed.email,
  },
  ...{
    role: 0,
    operator_role: null,
    realm: 0,
    available: 1_240,
    held: 960,
    bonus: 50,
    task: 0,
    is_demo: false,
  },
  ...{ created_at: inDays(-40), deleted_at: null },
};
const session = (device: string | null, network: string | null) => ({
  ...{ id: crypto.randomUUID(), device, network, is_current: false },
  ...{ created_at: inDays(-3), last_used_at: inDays(0), expires_at: inDays(1) },
});
const suspension = {
  ...{ id: 1, reason: 'Two accounts of one person on one phone', operator: 'ada_ops', is_in_force: true },
  ...{ started_at: inDays(-1), ends_at: inDays(13) },
};
const facts: PlayerFacts = {
  pending: [
    { kind: 'held', details: '', bid_points: 960 },
    { kind: 'auction', details: longName, bid_points: null },
    { kind: 'card_payment', details: inDays(2), bid_points: 500 },
    { kind: 'payout', details: 'pending', bid_points: 200 },
  ],
  flags: ['disputed', 'other_name', 'suspended'],
  sessions: [session('Chrome on Android', '203.0.113.0/24'), session(null, null)],
  notes: [{ id: 1, at: inDays(-2), operator: 'ada_ops', text: `Called about a payment.\n${longName}` }],
  suspensions: [suspension],
  answers: [{ at: inDays(0), text: 'It is my sister. We share a phone.' }],
};
const page = () => stage.page;
const dialog = (name: string) => page().getByRole('dialog', { name });

async function openUser(change: Partial<PlayerFacts> = {}) {
  const { staged } = await stage.reuse({ ...ngozi, role: 1 });
  staged.answer('/admin/overview', { json: { queues: [], server_time: inDays(0) } });
  staged.answer(`/admin/users/${user.id}`, { json: user });
  staged.answer(`/admin/timelines/user/${user.id}`, {
    json: { items: [], next: null, sources: ['operators'], links: [] },
  });
  staged.socket.set(`item:user-${user.id}`, { version: 1 });
  stagePlayer(staged, user.id, { ...facts, ...change });
  await page().setViewportSize(desktop);
  await stage.show(`${operatorPath(operatorPaths.users)}/${user.id}`);
  return staged;
}

describe('O1 the page of a player', () => {
  it('shows what is pending, devices, notes and the suspension; signs a device out with a reason', async () => {
    const staged = await openUser();
    await page().getByRole('list', { name: 'Pending' }).getByText('Card payment').waitFor();
    await page().getByText('It is my sister. We share a phone.').waitFor();
    await look(page(), 'console-player', { fullPage: true });
    await page().getByRole('button', { name: 'Sign out Chrome on Android' }).press('Enter');
    const signOut = dialog(`Sign out Chrome on Android of ${user.username}`);
    await signOut.getByRole('button', { name: 'Sign out' }).press('Enter');
    await signOut.getByText('Add a reason for the audit log.').waitFor();
    await look(page(), 'console-sign-out');
    staged.answer(`/admin/users/${user.id}/sign-out`, { json: { message: 'One device is signed out' } });
    await signOut.getByLabel('Reason').fill('A lost phone');
    const sent = page().waitForRequest('**/sign-out');
    await signOut.getByRole('button', { name: 'Sign out' }).press('Enter');
    expect((await sent).postDataJSON()).toEqual({
      reason: 'A lost phone',
      session_id: facts.sessions[0]?.id,
    });
    await page().getByText('One device is signed out').waitFor();
  });

  it('adds a note, and reads everything again when the user changes', async () => {
    const staged = await openUser({ notes: [], suspensions: [], answers: [] });
    await page().getByText('No operator has noted anything.').waitFor();
    await page().getByRole('button', { name: 'Add a note…' }).press('Enter');
    const form = dialog(`Note about ${user.username}`);
    await form.getByLabel('Note').fill('Paid twice.');
    staged.answer(`/admin/users/${user.id}/notes`, { json: { notes: facts.notes } });
    await form.getByRole('button', { name: 'Add the note' }).click();
    await page().getByText('Called about a payment.').waitFor();
    stagePlayer(staged, user.id, { ...facts, notes: [] });
    staged.socket.set(`item:user-${user.id}`, { version: 2 });
    await page().getByText('Two accounts of one person on one phone').waitFor();
  });

  it('S10 suspends the player; a renewal says that it waits for a second operator', async () => {
    const staged = await openUser({ suspensions: [], answers: [] });
    await page().getByRole('button', { name: 'Suspend…' }).press('Enter');
    const form = dialog(`Suspend ${user.username} for 14 days`);
    await form.getByLabel('Reason').fill(suspension.reason);
    await page().setViewportSize(phone);
    const heading = await form.getByRole('heading').boundingBox();
    expect((heading?.x ?? 0) + (heading?.width ?? 0)).toBeLessThan(phone.width);
    await page().setViewportSize(desktop);
    await look(page(), 'console-suspend');
    const reply = { suspensions: [suspension], answers: [] };
    staged.answer(`/admin/users/${user.id}/suspend`, { json: reply });
    staged.answer(`/admin/users/${user.id}/suspensions`, { json: reply });
    const sent = page().waitForRequest('**/suspend');
    await form.getByRole('button', { name: 'Suspend' }).press('Enter');
    expect((await sent).postDataJSON()).toEqual({ reason: suspension.reason });
    await page().getByRole('button', { name: 'Renew…' }).press('Enter');
    const renewal = dialog(`Suspend ${user.username} for 14 more days`);
    await renewal.getByLabel('Reason').fill('Still two accounts');
    const pending = { message: 'Waits', status: 'pending', approval_id: 12 };
    staged.answer(`/admin/users/${user.id}/suspend`, { status: 202, json: pending });
    await renewal.getByRole('button', { name: 'Ask a second operator' }).press('Enter');
    await page().getByText('waits for approval by a second operator').waitFor();
  });
});

describe('S10 a suspended player', () => {
  it('reads the reason on every page, answers, and sees the end when it comes', async () => {
    const until = Date.now() + 13 * dayMs;
    const own: OwnSuspension['suspension'] = {
      ...{ reason: `Two accounts of one person. ${longName}`, started_at: suspension.started_at },
      ...{ ends_at: new Date(until).toISOString(), answers: [] },
    };
    const { staged } = await stage.reuse(ngozi, { suspendedUntil: until });
    staged.answer('/user/suspension', { json: { suspension: own } });
    await stage.show(paths.dashboard);
    const banner = page().getByRole('status').filter({ hasText: 'Your account is suspended until' });
    await banner.getByText('Two accounts of one person.').waitFor();
    await look(page(), 'suspended');
    await stage.show(paths.limits);
    await banner.waitFor();
    await banner.getByRole('button', { name: 'Answer' }).press('Enter');
    const form = dialog('Answer the suspension');
    await form.getByRole('button', { name: 'Send the answer' }).press('Enter');
    await form.getByText('Write your answer.').waitFor();
    await look(page(), 'suspended-answer');
    await form.getByLabel('Your answer').fill('It is my sister.');
    const answers = [{ at: inDays(0), text: 'It is my sister.' }];
    staged.answer('/user/suspension/answer', { json: { suspension: { ...own, answers } } });
    const sent = page().waitForRequest('**/user/suspension/answer');
    await form.getByRole('button', { name: 'Send the answer' }).press('Enter');
    expect((await sent).postDataJSON()).toEqual({ text: 'It is my sister.' });
    await banner.getByRole('button', { name: 'Answer again' }).waitFor();
    staged.socket.set(`user:${ngozi.id}`, { available: 0, held: 0, bonus: 0, task: 0, unread: 1 });
    await banner.waitFor({ state: 'detached' });
  });
});

describe('O1 alerts', () => {
  const alert = { id: 2, title: 'The ledger audit found errors', detail: 'wallets 7 differs.' };
  const alerts: Alerts = {
    ...{ mails: 2, webhook: 'hooks.example.com' },
    pause: { until: inDays(1), reason: 'The move to the new machines', operator: 'ada_ops' },
    alerts: [
      {
        ...alert,
        ...{ started_at: inDays(-1), ended_at: null, sent_at: inDays(-1) },
      },
      { ...alert, id: 1, started_at: inDays(-3), ended_at: inDays(-2), sent_at: null },
    ],
  };

  it('shows what stands and who is notified, and pauses the messages until a time', async () => {
    const { staged } = await stage.reuse({ ...ngozi, role: 1 });
    staged.answer('/admin/overview', { json: { queues: [], server_time: inDays(0) } });
    staged.answer('/admin/alerts', { json: alerts });
    await page().setViewportSize(desktop);
    await stage.show(operatorPath(operatorPaths.alerts));
    await page().getByText('to 2 addresses and hooks.example.com').waitFor();
    await look(page(), 'console-alerts', { fullPage: true });
    staged.answer('/admin/alerts', { json: { ...alerts, pause: null } });
    staged.answer('/admin/alerts/pause', { json: { ...alerts, pause: null } });
    await page().getByRole('button', { name: 'End the pause…' }).press('Enter');
    const resume = dialog('End the pause');
    await resume.getByLabel('Reason').fill('The move is over');
    const ended = page().waitForRequest('**/alerts/pause');
    await resume.getByRole('button', { name: 'End the pause' }).press('Enter');
    expect((await ended).postDataJSON()).toEqual({ until: null, reason: 'The move is over' });
    await page().getByRole('button', { name: 'Pause…', exact: true }).press('Enter');
    const form = dialog('Pause alerts');
    await form.getByLabel('Until').fill('2026-12-24T18:00:00');
    await form.getByLabel('Reason').fill('New machines');
    await look(page(), 'console-alerts-pause');
    const paused = page().waitForRequest('**/alerts/pause');
    await form.getByRole('button', { name: 'Pause alerts' }).press('Enter');
    expect((await paused).postDataJSON()).toEqual({
      until: '2026-12-24T17:00:00.000Z',
      reason: 'New machines',
    });
  });
});
