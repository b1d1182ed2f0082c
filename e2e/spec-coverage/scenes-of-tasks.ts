import { expect } from 'vitest';
import { auctions, calls, heists, linked, month, total } from '../screens/staged-affiliates.ts';
import { ngozi } from '../screens/staged-page.ts';
import { referralTasks, socialTasks } from '../screens/staged-tasks.ts';
import { noisyPicture } from '../support/noisy-picture.ts';
import { until } from '../support/people.ts';
import { failed, press, refused, type Scene, scenesAt } from './scene.ts';

const offers = {
  [calls.auctions]: { json: auctions },
  [calls.heists]: { json: heists },
  [calls.total]: { json: total },
  [calls.month]: { json: month },
};
const firstHeist = heists[0];
const ready = { [calls.heists]: { json: [{ ...firstHeist, currentAffiliates: 10, claim: 'ready' }] } };
/** The progress of an offer cannot be read, which the page does after each notice. */
const progressFails =
  (path: string, name: string): Scene['steps'] =>
  async (page, staged) => {
    const { requests } = staged.visitor;
    await page.getByText(name).first().waitFor();
    staged.answer(path, failed);
    const before = requests.length;
    let unread = 0;
    await until(() => {
      unread += 1;
      staged.socket.set(`user:${ngozi.id}`, { available: 0, held: 0, bonus: 0, task: 0, unread });
      expect(requests.slice(before).map((request) => request.path)).toContain(`/api${path}`);
    });
  };
const auctionLink = { '/affiliate/auction/7/ZAINAB12': { json: linked } };
const payByLink = '/auction/pay-entry/affiliate/7/ZAINAB12';
const heistLink = { '/affiliate/heist/7/ZAINAB12': { json: { ...linked, price: 25 } } };
const ticketByLink = '/hurt/heist/pay-entry/affiliate/7/ZAINAB12';
const alreadyIn = refused(409, 'ALREADY_JOINED', '');
const paid = { status: 201, json: { message: 'Pay entry fee successful!' } };
const wallet = { available: 500 };
const social = { '/task/tasks': { json: socialTasks } };
const waits = 'already uploaded wait for 48hrs for verification';

/** Tasks, affiliates and the blog. */
export const taskScenes: readonly Scene[] = [
  ...scenesAt('/socialTask', { replies: social }, [
    { steps: press(/Watch the heist explainer/), texts: ['START'] },
    {
      replies: { '/task/tasks/4/upload': refused(409, 'ALREADY_UPLOADED', waits) },
      steps: async (page) => {
        await press(/Rate the app/)(page);
        const buffer = await noisyPicture(page, { width: 40, height: 40 });
        const file = { name: 'small.png', mimeType: 'image/png', buffer };
        await page.getByRole('dialog').locator('input[type=file]').setInputFiles(file);
        await page.getByAltText('Your screenshot').waitFor();
        await press('Send screenshot')(page);
      },
      texts: [waits],
    },
  ]),
  ...scenesAt('/referTask', { replies: { '/task/referral-tasks': { json: referralTasks } } }, [
    { texts: ['Verify'] },
    { replies: { '/task/referral-tasks': failed }, texts: ['Error fetching referral tasks.'] },
    {
      replies: { '/task/referral-tasks/5/verify': failed },
      steps: press('Verify'),
      texts: ['Error verifying task.'],
    },
  ]),
  {
    at: '/affiliateMe',
    replies: { [calls.auctions]: failed },
    texts: ['Error fetching auctions with affiliate requirements.'],
  },
  ...scenesAt('/affiliateMe', { replies: offers }, [
    { texts: ['Generate Affiliate Link', 'Claim Reward'] },
    {
      replies: { '/auction/affiliate/link/2': failed },
      steps: press('Generate Affiliate Link'),
      texts: ['Error generating affiliate link'],
    },
    {
      replies: { '/auction/affiliate/check-target/1': failed },
      steps: async (page) => {
        await page.getByRole('radio', { name: 'List' }).check();
        await page.locator('button:enabled', { hasText: 'Claim Reward' }).click();
      },
      texts: ['Error claiming reward'],
    },
    {
      steps: progressFails('/auction/affiliate/progress/2', 'Tecno Phantom V Fold'),
      texts: ['Error loading auctions or referral progress'],
    },
  ]),
  ...scenesAt('/affiliateMe-heist', {}, [
    { replies: { [calls.heists]: { json: [] } }, texts: ['No Heist Opportunities Available'] },
    { replies: { [calls.heists]: failed }, texts: ['Error fetching heist with affiliate requirements.'] },
    {
      replies: { ...ready, '/hurt/heist/affiliate/check-target/21': failed },
      steps: press('Claim Reward'),
      texts: ['Error claiming reward'],
    },
  ]),
  ...scenesAt('/affiliateMe-heist', { replies: offers }, [
    { texts: ['Generate Affiliate Link', 'Claim Reward'] },
    {
      replies: { '/hurt/heist/affiliate/link/21': failed },
      steps: press('Generate Affiliate Link'),
      texts: ['Error generating affiliate link'],
    },
    {
      steps: progressFails('/hurt/heist/affiliate/progress/21', 'The Balogun Market Blackout'),
      texts: ['Error fetching auction details or affiliate progress.'],
    },
  ]),
  { at: '/affiliateU', replies: { [calls.total]: failed }, texts: ['Failed to load affiliate data.'] },
  ...scenesAt('/affiliate/7/ZAINAB12', { replies: auctionLink }, [
    { texts: ['Pay Entry Fee (10 coin)', 'Dashboard'] },
    {
      replies: { '/affiliate/auction/7/ZAINAB12': failed },
      texts: ['Failed to load auction details. Please try again.'],
    },
    {
      wallet,
      replies: { [payByLink]: alreadyIn },
      steps: press('Pay Entry Fee (10 coin)'),
      texts: ['Already joined auction'],
    },
    {
      wallet,
      replies: { [payByLink]: paid },
      steps: press('Pay Entry Fee (10 coin)'),
      texts: ['Pay entry fee successful!'],
    },
  ]),
  ...scenesAt('/heist/affiliate/7/ZAINAB12', { replies: heistLink }, [
    { texts: ['Buy Ticket (25) copup coin', 'Dashboard'] },
    {
      wallet,
      replies: { [ticketByLink]: alreadyIn },
      steps: press('Buy Ticket (25) copup coin'),
      texts: ['Already joined the heist or insufficient copup coin.'],
    },
    {
      wallet,
      replies: { [ticketByLink]: paid },
      steps: press('Buy Ticket (25) copup coin'),
      texts: ['Pay entry fee successful!'],
    },
  ]),
  {
    at: '/blog',
    replies: { '/blog/blogs': { json: [] }, '/blog/instagram': failed },
    texts: ['Failed to fetch Instagram URLs.'],
  },
];
