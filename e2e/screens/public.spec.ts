import { paths } from '@copup/shared/page-paths.ts';
import { describe, expect, it } from 'vitest';
import { look } from './look.ts';
import { Stage } from './stage.ts';
import { auctionOf, bidsOf, landingOf, longName, roomStateOf, visitedOf } from './staged-page.ts';

const stage = new Stage();

describe('an auction without an account', () => {
  const auction = auctionOf({
    name: longName,
    current_bid_amount: 1_284_550,
    highest_bidder: 'sola_d•••',
    seq: 41,
    entry_bid_points: 0,
    is_starter: true,
  });
  const bids = bidsOf(auction, ['sola_d•••', 'chidi_•••', 'sola_d•••', 'tunde_•••']);
  const path = '/watch/1001';

  it('A15 is live, with masked names, and leads to the sign-up', async () => {
    const { staged, page } = await stage.reuse(null);
    staged.answer(path, { json: visitedOf(auction, bids) });
    staged.socket.set('auction:1001@public', roomStateOf(auction), { recent: bids, watchers: 23 });
    await stage.show(path);
    await page.getByText('23 watching').waitFor();
    await look(page, 'watch', { fullPage: true });
    await page.getByRole('button', { name: /All 41 bids are public/ }).click();
    await page.getByRole('dialog', { name: 'About this auction' }).waitFor();
    await page.keyboard.press('Escape');
    staged.socket.set('auction:1001@public', roomStateOf(auction, { price: 1_284_551, seq: 42 }));
    await page.getByText('1,284,552 coins (₦128,455,200) takes the lead.').waitFor();
    await page.getByRole('link', { name: 'Sign up free to bid' }).click();
    await page.waitForURL(`**${paths.register}`);
  });

  it('A15 shows its result, and an error that can be repeated', async () => {
    const { staged, page } = await stage.reuse(null);
    staged.answer(path, { status: 500 });
    await stage.show(path);
    await page.getByRole('alert').filter({ hasText: 'Error fetching auction details.' }).waitFor();
    await look(page, 'watch-error');
    const over = {
      ...auction,
      status: 'completed' as const,
      end_date: new Date(Date.now() - 60_000).toISOString(),
    };
    staged.answer(path, { json: visitedOf(over, bids) });
    staged.socket.set('auction:1001@public', roomStateOf(over), { recent: bids });
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('region', { name: 'Winner' }).getByText('sola_d•••').waitFor();
    await look(page, 'watch-over', { fullPage: true });
  });
});

describe('a visitor', () => {
  it.each([
    ['landing', '/'],
    ['land', '/land'],
    ['soon', '/soon'],
    ['privacy', '/privacy'],
    ['terms', '/terms'],
    ['unauthorized', '/unauthorized'],
    ['not-found', '/no/such/page'],
    ['recover-pin', '/recover-pin'],
    ['connection-check', '/test'],
    ['forgot-password', '/forgot-password'],
    ['reset-password', '/reset-password'],
  ])('%s', async (name, path) => {
    await stage.reuse(null);
    await stage.show(path);
    await stage.page.getByRole('heading', { level: 1 }).waitFor();
    await look(stage.page, name, { fullPage: name === 'landing' || name === 'land' });
  });

  it('the landing page without a live auction, and without the server', async () => {
    const { staged, page } = await stage.reuse(null);
    const next = { name: longName, starts_at: new Date(Date.now() + 3_600_000).toISOString() };
    staged.answer('/landing', { json: landingOf({ live: null, others: [], wins: [], count: 0, next }) });
    await stage.show(paths.home);
    await page.getByText(/^Next: /).waitFor();
    await page.getByRole('heading', { level: 1, name: 'Win phones, airtime and cash with coins.' }).waitFor();
    await look(page, 'landing-none');
  });

  it('the side panel of the landing page', { tags: ['full'] }, async () => {
    await stage.open(null);
    await stage.page.goto(paths.home);
    await stage.page.getByRole('button', { name: 'Menu' }).click();
    await stage.page.getByRole('dialog', { name: 'Menu' }).waitFor();
    await look(stage.page, 'landing-menu');
  });

  it('the error view after an error in a screen', { tags: ['full'] }, async () => {
    const { staged } = await stage.open();
    // The reply is not a list.
    staged.answer('/user/wishlist', { json: {} });
    await stage.page.goto(paths.joined);
    await stage.page.getByText('Unexpected Application Error!').waitFor();
    await look(stage.page, 'error-view');
    staged.visitor.errors.length = 0;
  });
});

describe('signing in', () => {
  it('/login: the loader, the form, and the reason of a refusal', async () => {
    const { staged, page } = await stage.open(null);
    staged.answer('/config', 'never');
    await page.clock.install();
    await page.goto(paths.login);
    await page.getByRole('status').filter({ hasText: 'Loading' }).first().waitFor({ state: 'attached' });
    await look(page, 'login-loading', { withoutAxe: true });
    staged.answer('/config', {
      json: { google_client_id: null, support_email: 'help@copup.test', otp_resend_s: 60, push_key: null },
    });
    await page.reload();
    await page.getByRole('button', { name: 'Login' }).waitFor();
    await look(page, 'login');
    staged.answer('/auth/login', { status: 500, json: {} });
    await page.getByLabel('E-mail').fill('ngozi@copup.test');
    await page.getByLabel('Password', { exact: true }).fill('green okro 7');
    await page.getByRole('button', { name: 'Login' }).click();
    await page.getByRole('alert').filter({ hasText: 'Login failed' }).waitFor();
    await look(page, 'login-refused');
  });

  it('/register: the three steps and their errors', async () => {
    const { staged, page } = await stage.reuse(null);
    await stage.show(paths.register);
    await page.getByRole('button', { name: 'Send OTP' }).waitFor();
    await page.getByText('100 coins to start with').waitFor();
    await look(page, 'register');
    staged.answer('/auth/send-otp', { status: 500, json: {} });
    await page.getByLabel('E-mail').fill('ngozi@gmail.com');
    await page.getByRole('button', { name: 'Send OTP' }).click();
    await page.getByRole('alert').filter({ hasText: 'Error sending OTP' }).first().waitFor();
    await look(page, 'register-refused');
    staged.answer('/auth/send-otp', { json: { message: 'OTP sent to your email' } });
    await page.getByRole('button', { name: 'Send OTP' }).click();
    await page.getByText('Code sent to').waitFor();
    const mailbox = page.getByRole('link', { name: 'Open mail' });
    expect(await mailbox.getAttribute('href')).toBe('https://mail.google.com');
    await look(page, 'register-code');
    const wrong = {
      code: 'WRONG_CODE',
      message: 'This code is wrong or has expired.',
      details: { tries_left: 4 },
    };
    staged.answer('/auth/check-otp', { status: 400, json: wrong });
    await page.getByLabel('OTP').fill('407118');
    await page.getByText('This code is wrong or has expired. 4 tries left.').waitFor();
    await look(page, 'register-code-wrong');
    staged.answer('/auth/check-otp', { json: { message: 'This code is right.', username: 'ngozi_417' } });
    await page.getByLabel('OTP').fill('407119');
    await page.getByRole('button', { name: 'Register' }).waitFor();
    expect(await page.getByLabel('Username').inputValue()).toBe('ngozi_417');
    await page.getByLabel('Password', { exact: true }).fill('green okro 7');
    await page.getByText('Good. 12 characters.').waitFor();
    await look(page, 'register-details', { fullPage: true });
    await page.getByRole('button', { name: 'Register' }).click();
    await page.getByText('You must agree to the terms and policies').waitFor();
    expect(await page.locator('[aria-invalid=true]').count()).toBeGreaterThan(0);
    await look(page, 'register-errors', { fullPage: true });
  });

  it('/reset-password: passwords that do not match', { tags: ['full'] }, async () => {
    const { page } = await stage.open(null);
    await page.goto(paths.resetPassword);
    await page.getByLabel('E-mail').fill('ngozi@copup.test');
    await page.getByLabel('OTP').fill('123456');
    await page.getByLabel('New password', { exact: true }).fill('white cassava 5');
    await page.getByLabel('Confirm password').fill('white cassava 6');
    await page.getByRole('button', { name: 'Reset Password' }).click();
    await page.getByText('Passwords do not match').first().waitFor();
    await look(page, 'reset-password-errors');
  });
});
