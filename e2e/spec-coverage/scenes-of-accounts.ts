import { ngozi } from '../screens/staged-page.ts';
import { profileOf } from '../screens/staged-profile.ts';
import { failed, press, type Scene, scenesAt } from './scene.ts';

const pin = { is_set: true, locked_until: null, needs_recovery: false, waits_until: null };
const pinOf = (facts: object) => ({ json: { ...pin, wait_hours: 24, wait_coins: 100, ...facts } });
const profile = profileOf(ngozi);
const dialog = 'dialog[open]';
const setPin = { replies: { '/user/pin': pinOf({ is_set: false }) } };
const deletion = {
  '/user/deletion-preview': { json: { blocks: [], bid_points: 0, task_coin: 0, needs_password: true } },
};

/** The own account, and the ways to the other pages. */
export const accountScenes: readonly Scene[] = [
  ...scenesAt('/set-pin', setPin, [
    { replies: { '/user/pin': pinOf({}) }, texts: ['if changing'] },
    { steps: press('Set Pin'), texts: ['New PIN must be a 4-digit number'] },
    {
      replies: { '/user/set-pin': failed },
      steps: async (page) => {
        await page.getByLabel('New PIN').fill('0417');
        await page.getByLabel('The same again').fill('0417');
        await press('Set Pin')(page);
      },
      texts: ['An error occurred'],
    },
  ]),
  ...scenesAt('/profile', { replies: { '/user/profile': profile } }, [
    {
      texts: [
        ...['My Account', 'Invite friends', 'Full Name', 'Email', 'Username', 'Save Changes'],
        'Delete Account',
      ],
      labels: ['Update avatar'],
    },
    {
      steps: async (page) => {
        await page.getByLabel('Full Name').fill('');
        await press('Save Changes')(page);
      },
      texts: ['All fields must be filled out.'],
    },
    { steps: press('Save Changes'), texts: ['Profile updated successfully'] },
    {
      replies: deletion,
      steps: press('Delete Account'),
      within: dialog,
      texts: ['Confirm Deletion', 'Confirm', 'Cancel'],
    },
    {
      replies: { ...deletion, '/user/delete': { json: {} } },
      steps: async (page) => {
        await press('Delete Account')(page);
        const dialog = page.getByRole('dialog', { name: 'Confirm Deletion' });
        await dialog.getByLabel('Password').fill('green okro 7');
        await dialog.getByRole('button', { name: 'Confirm' }).click();
      },
      texts: ['Account deleted successfully'],
    },
  ]),
  ...scenesAt('/dashboard', {}, [
    {
      steps: press(/^(Settings|Menu)/),
      within: dialog,
      // Exceptions: the specification has "profile" and "Winnes list", which are typing errors, and "Recover" alone.
      texts: ['Profile', 'Orders', 'Winners list', 'Set Pin', 'Recover PIN', 'Cart', 'Logout', 'v 1.08.01'],
    },
    { within: 'nav[aria-label=Main]', texts: ['Wallet', 'Auction', 'Game', 'Heist', 'More'] },
    {
      steps: press('More'),
      within: '#more-menu',
      texts: ['Auction', 'Tasks', 'Blog', 'Spin', 'My Auctions'],
    },
  ]),
  {
    at: '/invites',
    replies: { '/user/profile': profile, '/user/referrals': { json: [] } },
    texts: ['No referrals yet'],
  },
];
