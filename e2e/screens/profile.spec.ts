import { paths } from '@copup/shared/page-paths.ts';
import type { DeletionPreview } from '@copup/shared/people.ts';
import { describe, expect, it } from 'vitest';
import { until } from '../support/people.ts';
import { look } from './look.ts';
import { Stage } from './stage.ts';
import { longNamed, ngozi } from './staged-page.ts';
import { profileOf } from './staged-profile.ts';

const stage = new Stage();
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe('/profile', () => {
  it('W17 saves names and picture, and S6 confirms a new e-mail with its code', async () => {
    const { staged } = await stage.reuse(ngozi);
    staged.answer('/user/profile', profileOf(ngozi));
    await stage.show(paths.profile);
    const form = stage.page.getByRole('form', { name: 'My Account' });
    await form.getByLabel('Full Name').fill('');
    await form.getByRole('button', { name: 'Save Changes' }).click();
    await form.getByText('All fields must be filled out.').waitFor();
    await form.getByLabel('Full Name').fill('Adaeze Okonkwo');
    await form.getByLabel('Username').fill('ada_lagos');
    await form.getByLabel('Email').fill('adaeze.o@yahoo.test');
    const picker = stage.page.getByLabel('Update avatar');
    await picker.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: pixel });
    await stage.page.getByText('Choose a PNG, JPEG or WebP picture.').waitFor();
    await picker.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: pixel });
    await stage.page.getByText('Press Save Changes to keep it.').waitFor();
    await stage.page.locator('img[src^="blob:"]').waitFor();

    const saved = { ...ngozi, full_name: 'Adaeze Okonkwo', username: 'ada_lagos' };
    const pending = {
      email_pending: 'adaeze.o@yahoo.test',
      username_changes_from: '2027-12-04T08:00:00.000Z',
    };
    const sent = stage.page.waitForRequest((request) => request.method() === 'PUT');
    staged.answer('/user/profile', profileOf(saved, { ...pending, message: 'Profile updated successfully' }));
    await form.getByRole('button', { name: 'Save Changes' }).click();
    const body = (await sent).postDataBuffer()?.toString('latin1') ?? '';
    for (const part of [
      'name="full_name"',
      'name="username"',
      'name="email"',
      'name="profile"; filename="me.png"',
    ])
      expect(body).toContain(part);
    await stage.page.getByText('Profile updated successfully').waitFor();
    await stage.page.getByText('adaeze.o@yahoo.test is waiting for its code.').waitFor();
    await stage.page.getByText('You can change it again from 4 December.').waitFor();
    const stored = () => stage.page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}').username);
    await until(async () => expect(await stored()).toBe('ada_lagos'));
    await look(stage.page, 'profile', { fullPage: true });

    await stage.page.getByRole('button', { name: 'Enter code' }).click();
    const dialog = stage.page.getByRole('dialog');
    const refused = { code: 'WRONG_CODE', message: 'This code is wrong or has expired.' };
    staged.answer('/user/profile/confirm-email', { status: 400, json: refused });
    await dialog.getByLabel('OTP').fill('123456');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await dialog.getByText(refused.message).waitFor();
    await look(stage.page, 'profile-code');
    staged.answer('/user/profile/confirm-email', { json: { message: 'Your e-mail address was changed' } });
    staged.answer('/user/profile', profileOf({ ...saved, email: 'adaeze.o@yahoo.test' }));
    await dialog.getByLabel('OTP').fill('654321');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await stage.page.getByText('Your e-mail address was changed').waitFor();
    await until(async () => expect(await form.getByLabel('Email').inputValue()).toBe('adaeze.o@yahoo.test'));
    await stage.dismissToasts();
    await stage.page.getByRole('link', { name: 'Close' }).click();
    await stage.page.waitForURL(`**${paths.dashboard}`);
  });

  it('S7 shows what prevents a deletion, then asks for the coins and the password', async () => {
    const { staged } = await stage.reuse(longNamed);
    staged.answer('/user/profile', profileOf(longNamed));
    const blocks: DeletionPreview['blocks'] = [
      { kind: 'held', details: '', bid_points: 960, path: paths.timeline },
      { kind: 'auction', details: '55-inch 4K smart TV', bid_points: null, path: '/auction/1001' },
      { kind: 'payout', details: 'approved', bid_points: 2_500, path: paths.payouts },
      { kind: 'cart', details: 'Tecno Phantom V Fold', bid_points: null, path: paths.cart },
      {
        kind: 'card_payment',
        details: new Date(Date.now() + 3_600_000).toISOString(),
        bid_points: 1_000,
        path: paths.payments,
      },
    ];
    const preview: DeletionPreview = { blocks, bid_points: 9_955, task_coin: 12, needs_password: true };
    staged.answer('/user/deletion-preview', { json: preview });
    await stage.show(paths.profile);
    await stage.page.getByRole('button', { name: 'Delete Account' }).click();
    const dialog = stage.page.getByRole('dialog', { name: 'Confirm Deletion' });
    await dialog.getByText('960 coins held').waitFor();
    await dialog.getByText('1,000 coins bought by card can still be reversed').waitFor();
    expect(await dialog.getByRole('link').count()).toBe(5);
    expect(await dialog.getByRole('button', { name: 'Confirm' }).isDisabled()).toBe(true);
    await look(stage.page, 'profile-delete');
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    staged.answer('/user/deletion-preview', { json: { ...preview, blocks: [] } });
    await stage.page.getByRole('button', { name: 'Delete Account' }).click();
    const confirm = dialog.getByRole('button', { name: 'Confirm' });
    await dialog.getByText('9,955 coins and 12 task coins').waitFor();
    await dialog.getByLabel('Password').fill('a wrong one');
    expect(await confirm.isDisabled()).toBe(true);
    await dialog.getByRole('checkbox').check();
    staged.answer('/user/delete', {
      status: 400,
      json: { code: 'WRONG_PASSWORD', message: 'This password is wrong.' },
    });
    await confirm.click();
    await dialog.getByText('This password is wrong.').waitFor();
    await look(stage.page, 'profile-delete-ready');
    staged.answer('/user/delete', { json: { message: 'Account deleted successfully' } });
    const sent = stage.page.waitForRequest((request) => request.method() === 'DELETE');
    await confirm.click();
    expect((await sent).postDataJSON()).toEqual({ password: 'a wrong one', forfeit: true });
    await stage.page.waitForURL(`**${paths.login}**`);
    await stage.page.getByText('Account deleted successfully').waitFor();
    expect(await stage.page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  });
});

describe('/invites', () => {
  it('S5 shows the code letter by letter, copies it, and lists friends', async () => {
    const { staged } = await stage.reuse(ngozi);
    staged.answer('/user/profile', profileOf(ngozi));
    staged.answer('/user/referrals', { json: [] });
    await stage.show(paths.invites);
    await stage.page.getByText('No referrals yet').waitFor();
    await stage.page.getByText('A D A 7 K 2 M Q').waitFor({ state: 'attached' });
    await look(stage.page, 'invites-empty');
    const names = ['tunde_ibadan', 'w'.repeat(20), 'chidi_ph'];
    const friends = names.map((username, nth) => ({ id: ngozi.id.replace(/1$/, String(nth + 2)), username }));
    staged.answer('/user/referrals', { json: friends });
    await stage.show(paths.invites);
    await stage.page.getByText('@tunde_ibadan').waitFor();
    await stage.page.getByText('friends joined with your code').waitFor();
    await look(stage.page, 'invites', { fullPage: true });
    await stage.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await stage.page.getByRole('button', { name: 'Copy' }).click();
    await stage.page.getByText('Copied to clipboard!').waitFor();
    expect(await stage.page.evaluate(() => navigator.clipboard.readText())).toBe('ADA7K2MQ');
  });

  it('S9 the link of a friend fills the referral field', { tags: ['full'] }, async () => {
    const { staged } = await stage.open(null);
    staged.answer('/auth/send-otp', { json: { message: 'OTP sent to your email' } });
    staged.answer('/auth/check-otp', { json: { message: '', username: 'tunde_417' } });
    await stage.page.goto(`${paths.register}?ref=ADA7K2MQ`);
    await stage.page.getByLabel(/mail/i).first().fill('tunde@copup.test');
    await stage.page.getByRole('button', { name: 'Send OTP' }).click();
    await stage.page.getByLabel('OTP').fill('123456');
    await until(async () =>
      expect(await stage.page.getByLabel('Referral code').inputValue()).toBe('ADA7K2MQ'),
    );
  });
});
