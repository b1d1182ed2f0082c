import type { Page } from 'playwright-core';
import { ngozi } from '../screens/staged-page.ts';
import { failed, press, type Scene, visitorsAt } from './scene.ts';

// Where the client has a text of its own for a reply without one, the scenes show that; the server's tests check its own.
const otp = { json: { message: '' } };
const checked = { json: { message: '', username: 'ngozi_417' } };
const times = {
  issued_at: new Date().toISOString(),
  expires_at: new Date(Date.now() + 86_400_000).toISOString(),
};
const signedIn = { json: { message: '', token: 'staged', user: ngozi, ...times } };
const email = (page: Page) => page.getByLabel('E-mail').fill('ngozi@copup.test');
const sendOtp = async (page: Page) => {
  await email(page);
  await press('Send OTP')(page);
};
const logIn = async (page: Page) => {
  await email(page);
  await page.getByLabel('Password', { exact: true }).fill('green okro 7');
  await page.getByRole('form').getByRole('button', { name: 'Login' }).click();
};
const resetPassword = (again: string) => async (page: Page) => {
  await email(page);
  await page.getByLabel('OTP').fill('123456');
  await page.getByLabel('New password', { exact: true }).fill('white cassava 5');
  await page.getByLabel('Confirm password').fill(again);
  await press('Reset password')(page);
};
const enterOtp = async (page: Page) => {
  await sendOtp(page);
  await page.getByLabel('OTP').fill('123456');
};
const registration = async (page: Page) => {
  await enterOtp(page);
  await page.getByLabel('Username').fill('ngozi_o');
  await page.getByLabel('Full name').fill('Ngozi Okwuosa');
  await page.getByLabel('Password', { exact: true }).fill('white cassava 5');
  await page.getByRole('checkbox').check();
  await press('Register')(page);
};

/** The pages of visitors, and accounts before the first login. */
export const publicScenes: readonly Scene[] = [
  ...visitorsAt('/', {}, [
    {
      texts: [
        ...['Buy coin', 'Auctions', 'Games', 'Wallet', 'Tasks', 'Privacy Policy', 'Terms of Service'],
        ...['Participate to win items', 'Play and earn more coins', 'Manage coins'],
        ...['Complete tasks to earn rewards', '© 2025 Copup'],
      ],
    },
    { steps: press('Menu'), within: 'dialog[open]', texts: ['Sign Up', 'Login'] },
  ]),
  ...visitorsAt('/login', { steps: logIn }, [
    { replies: { '/auth/login': failed }, texts: ['Login failed'] },
    { replies: { '/auth/login': signedIn }, texts: ['Login successful'] },
    { replies: { '/auth/login': 'unreachable' }, texts: ['Network Error'] },
    {
      replies: { '/auth/login': 'never' },
      isAlone: true,
      steps: async (page) => {
        await page.clock.install();
        await logIn(page);
        await page.getByText('Processing...').waitFor();
        await page.clock.runFor(15_000);
      },
      texts: ['timeout exceeded'],
    },
    {
      isAlone: true,
      steps: async (page) => {
        // As a browser does that stops loading.
        await page.evaluate(() => {
          window.fetch = () => Promise.reject(new DOMException('', 'AbortError'));
        });
        await logIn(page);
      },
      texts: ['Request aborted'],
    },
  ]),
  ...visitorsAt(
    '/register',
    { replies: { '/auth/send-otp': otp, '/auth/check-otp': checked }, steps: registration },
    [
      { replies: { '/auth/send-otp': failed }, steps: sendOtp, texts: ['Send OTP', 'Error sending OTP'] },
      {
        steps: async (page) => {
          await enterOtp(page);
          await page.getByText('I have a referral code').click();
          await press('Register')(page);
        },
        texts: [
          ...['OTP sent to your email', 'Username', 'Password', 'OTP', 'check inbox or spam folder'],
          ...['Referral code', 'Register', 'You must agree to the terms and policies'],
        ],
      },
      { replies: { '/auth/register': failed }, texts: ['Error registering user'] },
      {
        replies: {
          '/auth/register': { json: { ...signedIn.json, message: 'User registered successfully' } },
        },
        texts: ['User registered successfully'],
      },
    ],
  ),
  ...visitorsAt('/forgot-password', { steps: sendOtp }, [
    { replies: { '/auth/forget-password': failed }, texts: ['Error sending OTP'] },
    { replies: { '/auth/forget-password': otp }, texts: ['OTP sent to your email'] },
  ]),
  ...visitorsAt('/reset-password', {}, [
    { steps: resetPassword('white cassava 6'), texts: ['Passwords do not match'] },
    {
      replies: { '/auth/reset-password': otp },
      steps: resetPassword('white cassava 5'),
      texts: ['Password reset successfully'],
    },
  ]),
  ...visitorsAt('/recover-pin', {}, [
    {
      replies: { '/user/recover-pin': failed },
      steps: async (page) => {
        await email(page);
        await press('Send')(page);
      },
      texts: ['Error recovering PIN'],
    },
  ]),
  ...visitorsAt('/soon', {}, [{ texts: ["We're Launching Soon!", 'Notify Me'] }]),
  ...visitorsAt('/terms', {}, [{ texts: ['Last updated 2025'] }]),
  ...visitorsAt('/no/such/page', {}, [
    { texts: ['404!', 'Oops! The page you are looking for does not exist.'] },
  ]),
  {
    at: '/waitList',
    // The reply is not a list.
    replies: { '/user/wishlist': { json: {} } },
    breaks: true,
    texts: ['Unexpected Application Error!'],
  },
];
