import { paths } from '@copup/shared/page-paths.ts';
import { describe, expect, it } from 'vitest';
import { look } from './look.ts';
import { Stage } from './stage.ts';

const stage = new Stage();

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
      json: { google_client_id: null, support_email: 'help@copup.test', otp_resend_s: 60 },
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

  it('/register: both steps and their errors', async () => {
    const { staged, page } = await stage.reuse(null);
    await stage.show(paths.register);
    await page.getByRole('button', { name: 'Send OTP' }).waitFor();
    await look(page, 'register');
    staged.answer('/auth/send-otp', { status: 500, json: {} });
    await page.getByLabel('E-mail').fill('ngozi@copup.test');
    await page.getByRole('button', { name: 'Send OTP' }).click();
    await page.getByRole('alert').filter({ hasText: 'Error sending OTP' }).first().waitFor();
    await look(page, 'register-refused');
    staged.answer('/auth/send-otp', { json: { message: 'OTP sent to your email' } });
    await page.getByRole('button', { name: 'Send OTP' }).click();
    await page.getByRole('button', { name: 'Register' }).waitFor();
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
