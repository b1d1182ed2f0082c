import type { Page } from 'playwright-core';
import { ngozi } from '../screens/staged-page.ts';
import { openReply, openTrade, traders } from '../screens/staged-trades.ts';
import { noisyPicture } from '../support/noisy-picture.ts';
import { failed, press, type Scene, scenesAt } from './scene.ts';

const wallet = { available: 12_480 };
const address = 'cp1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz';
const now = new Date().toISOString();
const payment = {
  ...{ id: 'bank_transfer:1', bid_points: 1_000, status: 'pending', method: 'bank_transfer', price: 96_000 },
  ...{
    reference: 'CP-7K3M9Q',
    sender: 'Ngozi Okwuosa',
    reason: null,
    expires_at: null,
    transfers: [],
    created_at: now,
    decided_at: null,
  },
};
const payout = {
  ...{ id: 4, status: 'paid', bid_points: 250, account_name: 'Adaeze Okonkwo', rate: 90, amount: 22_500 },
  ...{ bank_name: 'GTBank', account_number: '••••••6789', reason: null, bank_reference: 'ACC-77431' },
  ...{ created_at: now, decided_at: now, ended_at: now },
};
const histories = {
  '/manualPayment/payment-history': { json: [payment] },
  '/tap/payout-history': { json: [payout] },
};

const receiver = { ...ngozi, wallet_address: address, available_points: 12_480, bonus_points: 0 };
const owner = { wallet_address: address, username: 'emeka_nwosu', full_name: 'E•••• N••••', profile: null };
const sends = {
  '/user/profile': { json: { ...receiver, wallet_address: 'cp1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq' } },
  '/user/send-terms': {
    json: { charge_percent: 1, maximum: 100_000, left: 500_000, waits_until: null, owed: 0, has_pin: true },
  },
  [`/user/wallet/${address}`]: { json: owner },
  '/user/recipients': { json: { items: [] } },
};
const continueSend = async (page: Page) => {
  await page.getByLabel('Wallet Address').fill(address);
  await page.getByText('@emeka_nwosu').first().waitFor();
  await page.getByLabel('Amount of Coin').fill('2500');
  await press('Continue')(page);
};
const send = async (page: Page) => {
  await continueSend(page);
  await page.getByLabel('PIN', { exact: true }).fill('0417');
  await press('Send 2,500 coins')(page);
};

const payouts = {
  '/user/payout-terms': {
    json: {
      ...{
        cashable: 6_470,
        rate: 90,
        minimum: 10,
        maximum: 50_000,
        waits_until: null,
        reason: null,
        owed: 0,
      },
      ...{ available: 6_470, held: 0, bonus: 0, bought_hours: 72, young: [], holds: [] },
    },
  },
  '/user/banks': { json: [{ code: 'gtb', name: 'GTBank', note: null, is_open: true }] },
};
const payOut = async (page: Page) => {
  for (const [name, value] of [
    ['Amount of Coin', '2500'],
    ['Account number', '0123456789'],
    ['Account name', 'Adaeze Okonkwo'],
  ] as const)
    await page.getByRole('textbox', { name }).fill(value);
  await press(/Choose your bank/)(page);
  await page.keyboard.type('gt');
  await page.keyboard.press('Enter');
  await press(/^Payout/)(page);
  const sheet = page.getByRole('dialog');
  await sheet.getByText('Left to cash out').waitFor();
  await page.keyboard.type('0417');
  await sheet.getByRole('button', { name: /^Payout/ }).click();
};

const shop = {
  '/bidShop/all': { json: [{ id: 1, image: '', price: 2_000, bid_points: 20 }] },
  '/manualPayment/reference': { json: { reference: 'CP-7K3M9Q' } },
  '/bidShop/bank-details': {
    json: { account_name: 'Copup Demo Ltd', bank_name: 'Providus', account_number: '0123456789' },
  },
};
const payByTransfer = async (page: Page) => {
  await press('Buy 20 coins')(page);
  await page.getByLabel('Sender account name').fill('Ngozi Okwuosa');
  await press('Confirm Payment')(page);
};
const paid = { ...payment, id: 1001, message: 'Payment made successfully.' };
const market = { '/trade/traders': { json: traders }, '/trade/open': openReply(null) };
const reserved = openTrade({ status: 'reserved' });
const reservation = {
  '/trade/reserve/2': { json: { message: '', trade: reserved } },
  '/trade/500001': { json: reserved },
};
const reserve = async (page: Page) => {
  await press('BUY from Kola Trades')(page);
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Amount of Coin').fill('400');
  await sheet.getByRole('button', { name: /Reserve/ }).click();
};
const buy = async (page: Page) => {
  await reserve(page);
  await press('I’ve paid, add the proof')(page);
  const buffer = await noisyPicture(page, { width: 40, height: 40 });
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'Screenshot_1412.png', mimeType: 'image/png', buffer });
  await page.getByAltText('Your screenshot').waitFor();
  await page.getByRole('button', { name: /I have paid/ }).click();
};

/** Coins: balance, histories, sends, the coin shop and trades. */
export const walletScenes: readonly Scene[] = [
  ...scenesAt('/dashboard', {}, [
    { texts: ['No payment history', 'No payout history', 'see more'] },
    {
      within: 'nav[aria-label=Wallet]',
      texts: ['Send', 'Receive', 'Affiliate', 'Swap', 'P2P', 'Transactions'],
    },
    { wallet, replies: histories, texts: ['1,000 coins - pending', '250 coins - Adaeze Okonkwo (paid)'] },
    { wallet, steps: (page) => page.getByTestId('balance').click(), texts: ['****'] },
  ]),
  { at: '/payment-history', replies: histories, texts: ['1,000 coins - status - pending'] },
  { at: '/payment-history', texts: ['No payment history'] },
  { at: '/payout-history', replies: histories, texts: ['PayOut History', '250 coins - status - paid'] },
  { at: '/payout-history', texts: ['No payout history'] },
  {
    at: '/payout',
    replies: { ...payouts, '/tradeConfirm/payout': failed },
    steps: payOut,
    texts: ['Request failed with status code 500'],
  },
  ...scenesAt('/send', { wallet, replies: sends }, [
    { texts: ['Recipient', 'Wallet Address', 'Continue'] },
    { steps: continueSend, texts: ['Amount of Coin', 'PIN'] },
    { replies: { '/user/send-bid-points': 'never' }, steps: send, texts: ['Processing...'] },
    { replies: { '/user/send-bid-points': failed }, steps: send, texts: ['An error occurred'] },
  ]),
  ...scenesAt('/receive', {}, [
    { replies: { '/user/profile': 'never' }, texts: ['Receive', 'Fetching wallet address...'] },
    { replies: { '/user/profile': failed }, texts: ['Error fetching user profile'] },
    {
      replies: { '/user/profile': { json: receiver } },
      steps: press('Copy'),
      texts: ['Copy', 'copied successfully'],
    },
  ]),
  ...scenesAt('/buy', { replies: shop }, [
    { texts: ['Buy'] },
    {
      steps: press('Buy 20 coins', 'Confirm Payment'),
      within: 'dialog[open]',
      texts: ['Confirm Payment', 'Cancel', 'Sender account name is required'],
    },
    {
      replies: { '/manualPayment/manual-payment': failed },
      steps: payByTransfer,
      texts: ['Error initiating payment. Please try again later.'],
    },
    {
      replies: { '/manualPayment/manual-payment': { json: paid } },
      steps: payByTransfer,
      texts: ['Payment made successfully.'],
    },
  ]),
  ...scenesAt('/marketPlace', { replies: market }, [
    { texts: ['BUY'] },
    { replies: { '/trade/traders': failed }, texts: ['Failed to load traders'] },
    {
      replies: reservation,
      steps: async (page) => {
        await reserve(page);
        await press('Copy the account number', 'I’ve paid, add the proof')(page);
        await page.getByRole('button', { name: /I have paid/ }).click();
      },
      texts: ['Copied to clipboard!', 'Please upload a screenshot before proceeding.'],
    },
    {
      replies: { ...reservation, '/tradeConfirm/buy/2': failed },
      steps: buy,
      texts: ['Failed to complete purchase'],
    },
    {
      replies: { ...reservation, '/tradeConfirm/buy/2': { json: { message: '', trade: openTrade() } } },
      steps: buy,
      texts: ['Purchase request sent!'],
    },
  ]),
  { at: '/sell-page', replies: market, texts: ['SELL'] },
];
