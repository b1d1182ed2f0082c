import type { Heist } from '@copup/shared/heists.ts';
import type { Page } from 'playwright-core';
import { ekoBridge, heistOf, inMs, minuteMs, resultOf, stageHeists } from '../screens/staged-heists.ts';
import type { StagedPage } from '../screens/staged-page.ts';
import { failed, press, refused, type Scene, scenesAt } from './scene.ts';

const coins = { available: 500 };
const heists = (...heists: Heist[]) => ({
  wallet: coins,
  stage: (staged: StagedPage) => stageHeists(staged, heists),
});
const buyTicket = async (page: Page) => {
  await press('Buy Ticket')(page);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Buy Ticket/ })
    .click();
};
const submit = (answer: string) => async (page: Page) => {
  await press('Break Vault')(page);
  await page.getByLabel('Your answer').fill(answer);
  await press('Submit Answer')(page);
};
const lists = { '/hurt/heists/available': [], '/hurt/heists-started': [], '/hurt/heists-on-hold': [] };
const failing = Object.fromEntries(Object.keys(lists).map((path) => [path, failed]));

const completed = { ...resultOf().heist, winner: 'tunde_ibadan' };
const winners = { replies: { '/hurt/heists/completed': { json: [completed] } } };

const unlocked = { '/hurt/heists/unlock': { json: { message: 'ok', unlocked_until: inMs(30 * minuteMs) } } };
const unlock = async (page: Page) => {
  await page.getByLabel('Enter Unlock Code').fill('LAGOS-25');
  await page.keyboard.press('Enter');
};
const waiting = ekoBridge({ status: 'waiting', opens_at: inMs(60 * minuteMs), name: 'Surulere Blackout' });

const item = {
  ...{ id: 1, heist_id: 3_001, name: 'The Balogun Market Blackout', image: '', category: 'product' },
  ...{ prize_name: 'Game console and two pads', ticket_paid: 25, won_at: inMs(0) },
};
const order = {
  ...{ order_id: 500_001, heist_id: 3_001, heist_name: item.name, heist_prize: item.prize_name, image: '' },
  ...{ auction_category: 'product', status: 'pending', created_at: inMs(0) },
  ...{ sendable_from: null, on_hold: null },
};

/** Heists, their prizes and orders. */
export const heistScenes: readonly Scene[] = [
  { at: '/heist-page', texts: ['Prevent Heist', 'Open Heist'] },
  ...scenesAt('/heist', {}, [
    {
      ...heists(heistOf(), ekoBridge()),
      texts: ['Heists', 'Heists About to Start', 'View Heist Details', 'Buy Ticket', 'Break Vault'],
    },
    { ...heists(), texts: ['No Heists Available'] },
    {
      wallet: coins,
      replies: failing,
      texts: [
        'Unable to load heists. Please try again.',
        'Unable to load heists on hold. Please try again.',
        'Unable to load started heists. Please try again.',
      ],
    },
    {
      ...heists(ekoBridge()),
      steps: async (page, staged) => {
        await page.getByRole('button', { name: 'View Heist Details' }).waitFor();
        staged.answer('/hurt/heist/8', failed);
        await press('View Heist Details')(page);
      },
      texts: ['Failed to load heist details. Please try again later.'],
    },
    {
      // Without a room.
      replies: {
        ...Object.fromEntries(Object.keys(lists).map((path) => [path, { json: [] }])),
        '/hurt/heists/available': { json: [ekoBridge({ id: 4_711 })] },
      },
      texts: ['Failed to fetch participant data for Heist ID: 4711'],
    },
  ]),
  { at: '/heist/7', replies: { '/hurt/heist/7': failed }, texts: ['Error fetching heist details.'] },
  ...scenesAt('/heist', heists(ekoBridge()), [
    { steps: press('Break Vault'), texts: ['This heist has not started yet'] },
    {
      replies: { '/hurt/heists/pay-entry/8': failed },
      steps: buyTicket,
      texts: ['An unexpected error occurred.'],
    },
    {
      replies: {
        '/hurt/heists/pay-entry/8': { json: { message: 'Pay entry fee successful!', ticket_no: 19 } },
      },
      steps: buyTicket,
      texts: ['Pay entry fee successful!'],
    },
  ]),
  ...scenesAt('/heist', { ...heists(heistOf()), steps: submit('Time') }, [
    { steps: submit('   '), texts: ['Submit Answer', 'Answer cannot be empty.'] },
    { replies: { '/hurt/submitAnswer/7': failed }, texts: ['Failed to submit the answer.'] },
    {
      replies: { '/hurt/submitAnswer/7': { json: { message: '', answered_at: inMs(0) } } },
      texts: ['Answer submitted successfully!'],
    },
  ]),
  ...scenesAt('/heist-winner', winners, [
    { texts: ['View Winner'] },
    {
      replies: { '/hurt/heist/winner/7': failed },
      steps: press('View Winner'),
      texts: ['Error fetching winner and heist details.'],
    },
    { replies: { '/hurt/heists/completed': { json: [] } }, texts: ['No heists available.'] },
    { replies: { '/hurt/heists/completed': failed }, texts: ['Error fetching heists.'] },
  ]),
  ...scenesAt('/prevent-heist', { replies: unlocked, steps: unlock }, [
    {
      replies: { '/hurt/heists/unlock': refused(400, 'WRONG_UNLOCK_CODE', '') },
      texts: ['Enter Unlock Code', 'Incorrect Code! Please try again.'],
    },
    { ...heists(waiting), texts: ['Buy Ticket', 'Break Vault', 'Go to Heist'] },
    {
      replies: { '/hurt/heists-waiting': failed },
      texts: ['Unable to load waiting heists. Please try again.'],
    },
  ]),
  { at: '/cart-heist', replies: { '/hurt/cartH': { json: [] } }, texts: ['Your cart is empty'] },
  { at: '/cart-heist', replies: { '/hurt/cartH': { json: [item] } }, texts: ['Proceed to Checkout'] },
  { at: '/checkout-heist', replies: { '/hurt/cartH': { json: [item] } }, texts: ['Place Order'] },
  ...scenesAt('/orders-heist', {}, [
    { replies: { '/hurt/user-heist-orders': { json: [order] } }, texts: ['Recent Orders'] },
    { replies: { '/hurt/user-heist-orders': { json: [] } }, texts: ['No orders found'] },
  ]),
];
