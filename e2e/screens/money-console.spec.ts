import { operatorPath, operatorPaths, paths } from '@copup/shared/page-paths.ts';
import type { ManualPaymentReply } from '@copup/shared/shop.ts';
import { call } from '@copup/testkit/players.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { App, operator, secondOperator } from '../support/app.ts';
import { desktop, openVisitor, type Visitor } from '../support/browser.ts';
import { createPlayer, signIn, until, visitSignedIn } from '../support/people.ts';
import { sharedBrowser } from '../support/shared-browser.ts';
import { story } from '../support/story.ts';
import { look } from './look.ts';

let app: App;
let browser: Browser;
let player: Awaited<ReturnType<typeof createPlayer>>;
let first: Visitor;
let second: Visitor;
const payments: ManualPaymentReply[] = [];

async function openConsole(account: typeof operator, name: string): Promise<Visitor> {
  const visitor = await openVisitor(browser, { name, url: app.url, viewport: desktop });
  await signIn(visitor, account);
  await visitor.page.waitForURL('**/admin/overview');
  return visitor;
}

beforeAll(async () => {
  [app, browser] = await Promise.all([App.start(), sharedBrowser()]);
  player = await createPlayer(app, 'ngozi_o', 500);
  for (const [bid_points, price] of [
    [100, 9_900],
    [250, 24_500],
  ]) {
    const reply = await call(app.url, 'POST', '/manualPayment/manual-payment', {
      token: player.token,
      body: { bid_points, price, sender_account_name: 'Ngozi Okwuosa' },
    });
    payments.push(reply.body as ManualPaymentReply);
  }
  first = await openConsole(operator, 'operator');
  second = await openConsole(secondOperator, 'second');
});
afterAll(async () => {
  await app?.stop();
});

const panel = (page: Page) => page.getByRole('region', { name: /^Payment of ngozi_o/ });
const approve = (page: Page) => page.getByRole('form', { name: 'Approve' });
const reject = (page: Page) => page.getByRole('form', { name: 'Reject' });

story(
  'O1 W11 a payment, its decision, the ledger, and the player’s timeline',
  { tags: ['full'] },
  {
    'counts what waits in the navigation and on the overview': async () => {
      const { page } = first;
      await page.goto(operatorPath(operatorPaths.overview));
      await page.getByRole('link', { name: /^Payments\s*2 waiting$/ }).waitFor();
      await page.getByText('2 decisions are waiting').waitFor();
      await page.getByText('ngozi_o paid for 100 coins').waitFor();
      await look(page, 'console-overview');
      await page
        .getByRole('list', { name: 'Decide now' })
        .getByRole('link', { name: /Payments/ })
        .click();
      await panel(page).waitFor();
    },

    'shows person, amount, age and history, the oldest first, and moves with the arrow keys': async () => {
      const { page } = first;
      const rows = page.getByRole('list', { name: 'payments' }).getByRole('button');
      await until(async () => expect(await rows.allInnerTexts()).toHaveLength(2));
      const [oldest = '', newest = ''] = await rows.allInnerTexts();
      expect(oldest).toContain('₦9,900');
      expect(newest).toContain('₦24,500');
      await panel(page).getByText('The first one').waitFor();
      await rows.first().focus();
      await page.keyboard.press('ArrowDown');
      await panel(page)
        .getByText(payments[1]?.reference ?? '')
        .waitFor();
      await page.keyboard.press('ArrowUp');
      await panel(page)
        .getByText(payments[0]?.reference ?? '')
        .waitFor();
      await look(page, 'console-payments', { fullPage: true });
    },

    'shows a decision at once to the other operator, who looks at the same item': async () => {
      const claimed = first.page.waitForResponse(/queues\/payments\/claims/);
      await first.page.goto(operatorPath(operatorPaths.payments));
      await claimed;
      await second.page.goto(`${operatorPath(operatorPaths.payments)}?item=${payments[0]?.id}`);
      for (const { page } of [first, second])
        await panel(page)
          .getByText(payments[0]?.reference ?? '')
          .waitFor();
      await second.page
        .getByText(/^operator\S* decides this$/)
        .first()
        .waitFor();
      await approve(first.page).getByLabel('Bank reference').fill('GTB-0921-77431');
      await approve(first.page).getByRole('button', { name: 'Approve ₦9,900' }).click();
      // The next item is shown, and has the focus.
      await panel(first.page)
        .getByText(payments[1]?.reference ?? '')
        .waitFor();
      await until(async () => expect(await first.page.locator(':focus').textContent()).toContain('ngozi_o'));
      // The other operator did nothing: the item stays, with the decision.
      await second.page.getByRole('status').filter({ hasText: 'Approved by operator' }).waitFor();
      await second.page
        .getByRole('list', { name: 'payments' })
        .getByRole('button', { name: /₦9,900\s*Approved/ })
        .waitFor();
      await second.page.getByText('GTB-0921-77431').first().waitFor();
      expect(await reject(second.page).count()).toBe(0);
      await look(second.page, 'console-payment-decided');
    },

    'refuses a bank reference that was used, and rejects with a reason that the buyer reads': async () => {
      const { page } = first;
      await approve(page).getByLabel('Bank reference').fill('GTB-0921-77431');
      await approve(page)
        .getByRole('button', { name: /^Approve/ })
        .click();
      await approve(page)
        .getByText(/used for another payment/)
        .waitFor();
      await page.reload();
      await reject(page).getByText('Other…').click();
      await reject(page).getByLabel('Reason').fill('The bank shows another sender');
      await reject(page).getByRole('button', { name: 'Reject payment' }).click();
      await page.getByText('Nothing waits here').waitFor();
      const history = await call(app.url, 'GET', '/manualPayment/payment-history', { token: player.token });
      expect(history.body).toMatchObject([
        { status: 'rejected', reason: 'The bank shows another sender' },
        { status: 'approved' },
      ]);
    },

    'W2a records another amount, which waits for the buyer apart, and returns it to the account it came from':
      async () => {
        const { page } = first;
        const buy = { bid_points: 100, price: 9_900, sender_account_name: 'Ngozi Okwuosa' };
        const { token } = player;
        const bought = await call(app.url, 'POST', '/manualPayment/manual-payment', { token, body: buy });
        const { id, reference } = bought.body as ManualPaymentReply;
        let answer = () => {};
        const asked = new Promise<void>((resolve) => {
          answer = resolve;
        });
        await page.route('**/admin/consequences/payment.approve/*', async (route) => {
          await asked;
          await route.continue();
        });
        await page.goto(operatorPath(operatorPaths.payments));
        await panel(page).getByText(reference).waitFor();
        const record = page.getByRole('form', { name: 'Another amount arrived' });
        // The form above grows when its consequences arrive: until then a click could hit another decision.
        const takesClicks = () => record.evaluate((form) => getComputedStyle(form).pointerEvents !== 'none');
        await until(async () => expect(await takesClicks()).toBe(false));
        answer();
        await until(async () => expect(await takesClicks()).toBe(true));
        await record.getByLabel('Amount in naira').fill('9,000');
        await record.getByText('₦9,000: ₦900 is missing, the buyer chooses').waitFor();
        await record.getByLabel('From').fill('Ngozi Okwuosa, Kuda');
        const send = record.getByRole('button', { name: 'Record what arrived' });
        expect(await send.isDisabled()).toBe(true);
        await record.getByLabel('Bank reference').fill('GTB-0921-77431');
        await page.setViewportSize({ ...desktop, height: 500 });
        await send.scrollIntoViewIfNeeded();
        const scrolled = await page.evaluate(() => scrollY);
        await send.click();
        await record.getByText(/used for another payment/).waitFor();
        await page.getByText(reference).nth(1).waitFor();
        // The refusal leaves the page where it was, for the next click.
        expect([scrolled > 0, await page.evaluate(() => scrollY)]).toEqual([true, scrolled]);
        await page.setViewportSize(desktop);
        await record.getByLabel('Bank reference').fill('NIP-0921-80002');
        await look(page, 'console-payment-amount', { fullPage: true });
        await send.click();
        await page.getByText('Nothing waits here').waitFor();
        await page.getByRole('radio', { name: 'Short' }).check();
        await panel(page).getByText('₦9,000, Ngozi Okwuosa, Kuda, NIP-0921-80002').waitFor();
        expect(await approve(page).count()).toBe(0);
        await look(page, 'console-payment-underpaid', { fullPage: true });
        await call(app.url, 'POST', `/manualPayment/${id}/choice`, { token, body: { choice: 'back' } });
        await page.getByRole('radio', { name: 'Waiting' }).check();
        const back = page.getByRole('form', { name: 'Return' });
        await back.getByText('Send ₦9,000 to Ngozi Okwuosa, Kuda').waitFor();
        await look(page, 'console-payment-return', { fullPage: true });
        await back.getByLabel('Bank reference').fill('NIP-0921-80003');
        await back.getByRole('button', { name: 'Mark ₦9,000 as returned' }).click();
        await page.getByText('Nothing waits here').waitFor();
        const history = await call(app.url, 'GET', '/manualPayment/payment-history', { token });
        expect(history.body).toMatchObject([{ status: 'returned' }, {}, {}]);
      },

    'shows audit, liabilities and transfers with their postings': async () => {
      const { page } = first;
      await page.goto(operatorPath(operatorPaths.ledger));
      await page.getByText('npm run audit:ledger').waitFor();
      await page.getByRole('button', { name: /Bought coins/ }).click();
      await page.getByText('ngozi_o, available').waitFor();
      await page.getByText('Both sides add up to zero.').waitFor();
      await look(page, 'console-ledger', { fullPage: true });
      await page.getByLabel('Kind').selectOption('purchase');
      await page.getByRole('button', { name: 'Search' }).click();
      await page.waitForURL(/[?&]kind=purchase/);
      await until(async () => expect(await page.getByRole('row').count()).toBeLessThanOrEqual(3));
    },

    'shows the wallet of a user with every entry': async () => {
      const { page } = first;
      await page.getByLabel('Find a user').fill('ngozi');
      await page.getByRole('button', { name: 'Find', exact: true }).click();
      await page.getByRole('button', { name: /ngozi_o/ }).click();
      await page.getByRole('heading', { name: 'ngozi_o' }).waitFor();
      await page.getByRole('button', { name: /Bought coins/ }).click();
      await page.getByText('issuance').waitFor();
      await look(page, 'console-ledger-wallet', { fullPage: true });
    },

    'shows one month of the wallet, and downloads it': async () => {
      const { page } = first;
      const month = page.getByLabel('Month');
      // That of the registration, which is the last one.
      const asked = page.waitForRequest(/ledger\/transfers\?.*from=.*to=/);
      await month.selectOption({ index: (await month.getByRole('option').count()) - 1 });
      expect(new URL((await asked).url()).searchParams.get('user_id')).toBe(player.id);
      const bought = page.getByRole('row').filter({ hasText: 'Bought coins' });
      await bought.getByRole('cell', { name: '+100' }).waitFor();
      await bought.getByRole('cell', { name: '600', exact: true }).waitFor();
      await look(page, 'console-ledger-month', { fullPage: true });
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Month (CSV)' }).press('Enter');
      expect((await download).suggestedFilename()).toMatch(/^copup-ledger-\d{4}-\d\d\.csv$/);
    },

    'shows where coins came from, with the balance after each entry, and follows the balance': async () => {
      const visitor = await visitSignedIn(browser, app, player);
      const { page } = visitor;
      await page.goto(paths.dashboard);
      await page.getByRole('link', { name: 'See where your coins went' }).click();
      const entries = page.getByRole('row').filter({ hasText: /\d:\d\d [ap]m/ });
      await until(async () => expect(await entries.count()).toBe(2));
      expect(await entries.first().textContent()).toMatch(/Bought coins[\s\S]*\+100[\s\S]*600/);
      const by = await app.signInOperator();
      const end_date = new Date(Date.now() + 600_000).toISOString();
      const auction = await by.createAuction({
        name: '55-inch 4K smart TV',
        category: 'product',
        price: 450_000,
        entry_bid_points: 50,
        end_date,
      });
      for (const path of [`/auction/pay-entry/${auction.id}`, `/auction/bid/${auction.id}`])
        await until(async () => {
          // A busy server refuses with BUSY, and the client resends.
          const { status } = await call(app.url, 'POST', path, { token: player.token, key: `ngozi-${path}` });
          expect(status).toBeLessThan(300);
        });
      await page.getByText('Held for a bid').waitFor();
      await page
        .getByRole('list', { name: 'Held and task coins' })
        .getByText('55-inch 4K smart TV')
        .waitFor();
      await look(page, 'wallet-timeline', { fullPage: true });
      await page.getByRole('radio', { name: 'Spent' }).click();
      await until(async () => expect(await entries.allInnerTexts()).toHaveLength(1));
      await page.getByRole('link', { name: /Entry fee/ }).click();
      await page.waitForURL(`**/auction/${auction.id}`);
    },
  },
);
