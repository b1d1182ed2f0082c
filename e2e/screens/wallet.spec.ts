import { readFile } from 'node:fs/promises';
import { paths } from '@copup/shared/page-paths.ts';
import type { TodayItem } from '@copup/shared/today.ts';
import { describe, expect, it } from 'vitest';
import { until } from '../support/people.ts';
import { look } from './look.ts';
import { Stage } from './stage.ts';
import { emptyWallet, longName, longNamed, ngozi } from './staged-page.ts';

const stage = new Stage();
const wallet = { available: 14_820, held: 35, bonus: 200, unread: 3 };
const shown = (text: string) => stage.page.getByTestId('balance').filter({ hasText: text }).waitFor();

/** An item of today. With half a minute more, the shown time left stays the same for as long. */
const item = (minutes: number, over: Partial<TodayItem> = {}): TodayItem => ({
  ...{ kind: 'auction', id: 1001, name: '55-inch TV', what: 'leading', coins: 96 },
  at: new Date(Date.now() + minutes * 60_000).toISOString(),
  ...over,
});

describe('/dashboard', () => {
  it('shows a balance, with held and bonus coins, and hides all own balances on request', async () => {
    await stage.reuse(ngozi, wallet);
    await stage.show(paths.dashboard);
    await shown('15,020');
    await stage.page.getByText('No payment history').waitFor();
    await stage.page.getByText('No auction is live right now.').waitFor();
    await stage.page.getByRole('link', { name: 'Swap' }).getByText('Soon').waitFor();
    await look(stage.page, 'dashboard', { fullPage: true });

    // All own balances are hidden, also after a page load.
    await stage.page.getByTestId('balance').click();
    await shown('****');
    await stage.page.reload();
    await shown('****');
    expect(await stage.page.getByText(/15,020|1,502,000|14,820|1,333,800/).count()).toBe(0);
    await look(stage.page, 'dashboard-hidden');
  });

  it('W24 shows what of the own changes today around Now, and only a reward is gold; without items no block', async () => {
    const { staged, page } = await stage.reuse(ngozi, wallet);
    const block = page.getByRole('region', { name: 'Today' });
    await stage.show(paths.dashboard);
    await page.getByText('No payment history').waitFor();
    expect(await block.count()).toBe(0);
    await until(async () => expect(staged.socket.hasJoined(`user:${ngozi.id}`)).toBe(true));

    const items = [
      item(-83.5, { id: 1002, name: longName, what: 'over', coins: null }),
      item(81.5),
      item(86.5, { kind: 'heist', id: 3001, name: 'Benin Bronze Vault', what: 'answered', coins: null }),
      item(261.5, { kind: 'heist', id: 3002, name: 'Eko Bridge Night Run', what: 'starts', coins: null }),
      item(-9_000, { id: 1003, name: 'Bluetooth speaker', what: 'ready', coins: 60 }),
    ];
    staged.answer('/user/today', { json: items });
    // A change of the balance or of the notices reads again.
    staged.socket.set(`user:${ngozi.id}`, { ...emptyWallet, ...wallet, unread: 4 });
    await block.waitFor();
    const texts = (await block.getByRole('listitem').allTextContents()).map((text) =>
      text.replaceAll(/\d+:\d\d( ?[ap]m)?/g, 'TIME '),
    );
    expect(texts).toEqual([
      `TIME ${longName} endedSee the result`,
      'Now, TIME ',
      'TIME 1 h 22You lead 55-inch TV96 coins until now',
      'TIME 1 h 27Benin Bronze Vault endsYour answer is in',
      'TIME 4 h 22Eko Bridge Night Run startsYou hold a ticket',
      'readyto claimAffiliate reward, 60 coinsBluetooth speakerClaim',
    ]);
    expect(await block.locator('.bg-coin').allTextContents()).toEqual(['Claim']);
    await look(page, 'dashboard-today', { fullPage: true });
    const download = page.waitForEvent('download');
    await block.getByRole('button', { name: 'Add to calendar' }).click();
    const file = await readFile(await (await download).path(), 'utf8');
    expect(file.match(/SUMMARY:.*/g)).toEqual([
      'SUMMARY:55-inch TV ends',
      'SUMMARY:Benin Bronze Vault ends',
      'SUMMARY:Eko Bridge Night Run starts',
    ]);
    await block.getByRole('link', { name: 'Claim' }).click();
    await page.waitForURL(`**${paths.auctionAffiliate}`);
  });

  it('W24 reads what changes today again when an item is due', async () => {
    const { staged, page } = await stage.open(ngozi, wallet);
    await page.clock.install();
    staged.answer('/user/today', { json: [item(5)] });
    await page.goto(paths.dashboard);
    await page.getByText('You lead 55-inch TV').waitFor();
    staged.answer('/user/today', { json: [item(5, { what: 'won' })] });
    await page.clock.fastForward(360_000);
    await page.getByText('You won 55-inch TV').waitFor();
  });

  it('fits seven figures and the longest names', async () => {
    await stage.open(longNamed, {
      available: 1_284_550_000,
      held: 1_284_550,
      bonus: 9_999_999,
      unread: 120,
    });
    await stage.page.goto(paths.dashboard);
    await shown('1,294,549,999');
    await look(stage.page, 'dashboard-long', { fullPage: true });
  });

  it('shows no wrong balance before it is loaded', { tags: ['full'] }, async () => {
    const { staged } = await stage.open();
    staged.answer('/user/profile', 'never');
    staged.socket.mute();
    await stage.page.goto(paths.dashboard);
    await stage.page.getByRole('link', { name: 'Send' }).waitFor();
    await look(stage.page, 'dashboard-loading');
  });

  it('shows that it is offline, and keeps the last balance', { tags: ['full'] }, async () => {
    const { staged } = await stage.open(ngozi, wallet);
    await stage.page.goto(paths.dashboard);
    await shown('15,020');
    await staged.visitor.context.setOffline(true);
    await stage.page.getByText('You’re offline.').waitFor();
    await shown('15,020');
    await look(stage.page, 'dashboard-offline');
  });
});

describe('menus', () => {
  it('the side menu, with the number of items in the cart', { tags: ['full'] }, async () => {
    const { staged } = await stage.open(longNamed, wallet);
    const item = { id: 1, name: 'Radio', image: '', category: 'product', won_at: new Date().toISOString() };
    staged.answer('/cart', { json: [{ ...item, price: 9_000, price_paid: 5 }] });
    staged.answer('/hurt/cartH', { json: [{ ...item, prize_name: 'Fan', ticket_paid: 5 }] });
    await stage.page.goto(paths.dashboard);
    await shown('15,020');
    await stage.page
      .getByRole('button', { name: /^(Settings|Menu)/ })
      .first()
      .click();
    const menu = stage.page.getByRole('dialog');
    for (const name of ['Profile', 'Orders', 'Winners list', 'Set Pin', 'Recover PIN', 'Cart'])
      await menu.getByRole('link', { name }).waitFor();
    await menu.getByRole('button', { name: 'Logout' }).waitFor();
    await menu.getByText('v 1.08.01').waitFor();
    await look(stage.page, 'menu-side');
  });

  it('the More menu: arrow keys move in it, Esc closes it and restores the focus', {
    tags: ['full'],
  }, async () => {
    const { page } = await stage.open(ngozi, wallet);
    await page.goto(paths.dashboard);
    await shown('15,020');
    const more = page.getByRole('button', { name: 'More' });
    await more.focus();
    await page.keyboard.press('Enter');
    const focused = (name: string) =>
      until(async () => expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(name));
    await focused('Auction');
    await page.keyboard.press('ArrowDown');
    await focused('Tasks');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await focused('My Auctions');
    await page.keyboard.press('Escape');
    await focused('More');
    expect(await more.getAttribute('aria-expanded')).toBe('false');
    await more.click();
    await focused('Auction');
    await look(page, 'menu-more');
    await page.keyboard.press('Escape');
    const marked = page.getByRole('navigation', { name: 'Main' }).locator('[aria-current]:visible');
    await expectMarked('Wallet page');
    await page.goto(paths.notifications);
    await expectMarked('Wallet true');
    await page.goto(paths.joined);
    await expectMarked('Auction true');

    function expectMarked(tab: string) {
      return until(async () =>
        expect(
          await marked.evaluateAll((links) =>
            links.map((link) => `${link.textContent} ${link.getAttribute('aria-current')}`),
          ),
        ).toEqual([tab]),
      );
    }
  });
});

it('W11 /timeline has two columns that add up, and a word for bonus and held coins', async () => {
  const { staged, page } = await stage.open(ngozi, { available: 14_784, held: 36, bonus: 114 });
  const now = Date.now();
  const moves = [
    ['bid_hold', 'Rice cooker', { available: -36, held: 36 }],
    ['ticket', 'Lekki Vault', { bonus: -10 }],
    ['purchase', null, { available: 14_700 }],
    ['welcome', null, { bonus: 124 }],
    ['prize', longName, { available: 120 }],
  ] as const;
  const none = { available: 0, held: 0, bonus: 0, task: 0 };
  let after = { ...none, available: 14_784, held: 36, bonus: 114 };
  const items = moves.map(([kind, subject_name, moved], nth) => {
    const change = { ...none, ...moved };
    const balance = { ...after, bid_points: after.available + after.bonus };
    after = { ...after, available: after.available - change.available, bonus: after.bonus - change.bonus };
    const at = new Date(now - Math.max(0, nth - 2) * 86_400_000).toISOString();
    const rest = { subject_kind: 'x', subject_id: '1', path: null, counterpart: null };
    return { seq: 5 - nth, at, kind, subject_name, change, balance, ...rest };
  });
  staged.answer('/user/timeline', { json: { items, next: null } });
  staged.answer('/user/holds', { json: { items: [], next: null } });
  await page.goto(paths.timeline);
  await page.getByText('Before that').waitFor();
  const read = (name: RegExp) => page.getByRole('row', { name }).textContent();
  expect(await read(/You have now/)).toBe('You have now14,784114');
  expect(await read(/Rice cooker/)).toMatch(
    /^Held for a bid, Rice cooker36 held, .*minus −36, 14,784 afterunchanged, 114 after$/,
  );
  expect(await read(/Lekki Vault/)).toMatch(/bonus.*unchanged, 14,820 afterminus −10, 114 after$/);
  expect(await read(/Before that/)).toBe('Before that00');
  expect(await page.getByRole('columnheader', { name: 'To bid' }).count()).toBe(3);
  await look(page, 'your-coins', { fullPage: true });
});
