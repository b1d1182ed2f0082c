import { operatorPath, operatorPaths, paths } from '@copup/shared/page-paths.ts';
import type { Bank } from '@copup/shared/payouts.ts';
import { CardProvider } from '@copup/testkit/card-provider.ts';
import { call } from '@copup/testkit/players.ts';
import { setPin, testPin } from '@copup/testkit/wallet-player.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { look } from './screens/look.ts';
import { App, operator } from './support/app.ts';
import { desktop, openVisitor, type Visitor } from './support/browser.ts';
import { byTwoOperators } from './support/operators.ts';
import { balanceOf, createPlayer, type RealPlayer, signIn, until, visitSignedIn } from './support/people.ts';
import { sharedBrowser } from './support/shared-browser.ts';
import { story } from './support/story.ts';

let provider: CardProvider;
let app: App;
let browser: Browser;
let player: RealPlayer;
let visitor: Visitor;
let page: Page;
let desk: Visitor;

beforeAll(async () => {
  provider = await CardProvider.start();
  provider.names.set('50211:0123456789', 'ADAEZE');
  [app, browser] = await Promise.all([App.start({ env: provider.env({ confirms: true }) }), sharedBrowser()]);
  player = await createPlayer(app, 'adaeze', 500);
  await setPin(app.url, player);
  await until(async () => {
    const { body } = await call(app.url, 'GET', '/user/banks', { token: player.token });
    expect((body as Bank[]).find(({ code }) => code === 'kuda')?.reads_names).toBe(true);
  });
  visitor = await visitSignedIn(browser, app, player);
  page = visitor.page;
  desk = await openVisitor(browser, { name: 'operator', url: app.url, viewport: desktop });
  await signIn(desk, operator);
  await desk.page.waitForURL(`**${operatorPath(operatorPaths.overview)}`);
});
afterAll(async () => {
  await app?.stop();
  await provider?.close();
});

const transfer = () => page.getByRole('dialog').getByRole('region', { name: 'Bank transfer (automatic)' });

/** Opens the account of a purchase and transfers its price from an account of this name. */
async function transferFrom(sender: string, coins: number): Promise<void> {
  await page.goto(paths.buy);
  await page.getByRole('button', { name: `Buy ${coins} coins` }).click();
  await transfer()
    .getByText(/^Waiting for your/)
    .waitFor();
  const [txRef = ''] = [...provider.accounts.keys()].slice(-1);
  const { status } = await provider.deliver(app.url, provider.payIn(txRef, { sender }));
  expect(status).toBe(200);
}

story(
  'W18 W19 naira come in and go out by the provider, and the pages follow without a reload',
  { tags: ['full'] },
  {
    'an exact transfer from the buyer is credited by itself': async () => {
      await transferFrom('ADAEZE', 100);
      await transfer().getByText('100 coins are in your wallet').waitFor();
      await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
      await page.getByRole('main').filter({ hasText: '600 coins' }).waitFor();
    },

    'one from another sender waits for an operator, with the reason and a proposal, soon due': async () => {
      await transferFrom('MUSA BELLO', 50);
      await transfer().getByText('Your transfer arrived').waitFor();
      await desk.page.goto(operatorPath(operatorPaths.payments));
      await desk.page.getByText(/^due in [34] min$/).waitFor();
      await desk.page.getByText('Not credited by itself').waitFor();
      await desk.page
        .getByText(/another sender, MUSA BELLO/i)
        .first()
        .waitFor();
      await desk.page.getByText('Reject it, so that the money goes back').waitFor();
      await look(desk.page, 'payment-not-credited');
      const reject = desk.page.getByRole('form', { name: 'Reject' });
      await reject.getByText('Paid from another name').click();
      await reject.getByRole('button', { name: 'Reject payment' }).click();
    },

    'its money goes back to where it came from, and the buyer reads it': async () => {
      const back = desk.page.getByRole('form', { name: 'Return' });
      await back
        .getByText(/MUSA BELLO/i)
        .first()
        .waitFor();
      await back.getByLabel('Bank reference').fill('BACK-1');
      await back.getByRole('button', { name: /^Mark ₦5,000 as returned/ }).click();
      await desk.page
        .getByText(/returned/)
        .first()
        .waitFor();
      await page.goto(paths.payments);
      await page.getByText('50 coins - status - returned').waitFor();
    },

    'a payout names the account as the bank does, and the provider sends it once it is approved':
      async () => {
        await byTwoOperators(app, [['PUT', '/admin/settings/payoutSending', { value: true }]]);
        await page.goto(paths.payout);
        await page.getByLabel('Amount of Coin').fill('400');
        await page.getByRole('button', { name: /Choose your bank/ }).click();
        await page.getByRole('combobox').fill('kuda');
        await page.keyboard.press('Enter');
        await page.getByText('Your bank tells us the account’s name.').waitFor();
        await page.getByLabel('Account number').fill('0123456789');
        await page.getByRole('button', { name: /^Payout/ }).click();
        const sheet = page.getByRole('dialog');
        await sheet.getByText('Name at the bank').waitFor();
        await sheet.getByLabel('PIN', { exact: true }).fill(testPin);
        await sheet.getByRole('button', { name: /^Payout/ }).click();
        await page.getByRole('heading', { name: '₦36,000 requested' }).waitFor();
        await page.goto(paths.payouts);
        await desk.page.goto(operatorPath(operatorPaths.payouts));
        await desk.page.getByRole('button', { name: 'Approve ₦36,000' }).click();
        await page.getByText('400 coins - status - approved').waitFor();
        await until(async () => expect(provider.transfers.size).toBe(1));
      },

    'the provider’s event pays it': async () => {
      const [reference = ''] = provider.transfers.keys();
      const { status } = await provider.deliver(app.url, provider.endTransfer(reference, 'SUCCESSFUL'));
      expect(status).toBe(200);
      await page.getByText('400 coins - status - paid').waitFor();
      await page.goto(paths.dashboard);
      await balanceOf(page, '200').waitFor();
      for (const { errors } of [visitor, desk]) expect(errors).toEqual([]);
    },
  },
);
