import { paths, pathTo } from '@copup/shared/page-paths.ts';
import type { PlayLimits } from '@copup/shared/play-limits.ts';
import { describe, expect, it } from 'vitest';
import { look } from './look.ts';
import { Stage } from './stage.ts';
import { auctionOf, longName, ngozi } from './staged-page.ts';

const stage = new Stage();
const at = '2026-11-23T23:00:00.000Z';
const limits: PlayLimits = {
  day: { coins: 200, used: 120, left: 80, resets_at: at, next: null },
  week: { coins: 1_000, used: 860, left: 140, resets_at: at, next: { coins: 1_500, at } },
  break: null,
  month: { from: '2026-11-01', to: '2026-11-21', spent: 1_240, won: 960, net: -280 },
  leads: ['55-inch 4K smart TV'],
};
const none: PlayLimits = {
  day: { coins: null, used: 0, left: null, resets_at: at, next: null },
  week: { coins: null, used: 0, left: null, resets_at: at, next: null },
  break: null,
  month: { from: '2026-11-01', to: '2026-11-01', spent: 0, won: 0, net: 0 },
  leads: [],
};

describe('/limits', () => {
  it('G1 G3 shows limits, result and help, and changes a limit', async () => {
    const { staged } = await stage.reuse(ngozi);
    staged.answer('/user/limits', { json: limits });
    await stage.show(paths.limits);
    await stage.page.getByTestId('month-net').filter({ hasText: '−280' }).waitFor();
    await stage.page.getByText('−₦28,000').waitFor();
    await look(stage.page, 'limits', { fullPage: true });

    await stage.page.getByRole('button', { name: 'Change the weekly limit' }).click();
    const sheet = stage.page.getByRole('dialog', { name: 'Weekly limit' });
    await sheet.getByLabel('Coins a week').fill('900');
    await sheet.getByText('It counts at once.').waitFor();
    await look(stage.page, 'limits-change');
    const sent = stage.page.waitForRequest((request) => request.method() === 'PUT');
    staged.answer('/user/limits', { json: { ...limits, week: { ...limits.week, coins: 900, left: 40 } } });
    await sheet.getByRole('button', { name: 'Save' }).click();
    expect((await sent).postDataJSON()).toEqual({ week: 900 });
    await stage.page.getByText('of 900 coins a week').waitFor();
  });

  it('G1 shows a player without limits, a failed load, and very large numbers', {
    tags: ['full'],
  }, async () => {
    const { staged } = await stage.open(ngozi);
    staged.answer('/user/limits', { status: 500 });
    await stage.page.goto(paths.limits);
    await stage.page.getByText('Your limits could not be loaded').waitFor();
    await look(stage.page, 'limits-error');
    staged.answer('/user/limits', { json: none });
    await stage.page.getByRole('button', { name: 'Try again' }).click();
    await stage.page.getByRole('button', { name: 'Set the daily limit' }).waitFor();
    await look(stage.page, 'limits-empty', { fullPage: true });

    const large = 1_000_000_000;
    const most = { coins: large, used: 1, left: large - 1, resets_at: at, next: { coins: null, at } };
    const month = { ...limits.month, spent: large, won: large - 1, net: -1 };
    staged.answer('/user/limits', { json: { ...limits, day: most, week: most, month } });
    await stage.page.reload();
    await stage.page.getByText('999,999,999').first().waitFor();
    await look(stage.page, 'limits-large', { fullPage: true });
  });

  it('G2 takes a time-out with its end before, and shows the break', async () => {
    const { staged } = await stage.reuse(ngozi);
    staged.answer('/user/limits', { json: { ...limits, leads: [longName, 'Kettle'] } });
    await stage.show(paths.limits);
    await stage.page.getByRole('button', { name: /Take a time-out/ }).click();
    const sheet = stage.page.getByRole('dialog', { name: 'Take a time-out' });
    await sheet.getByText('and 1 more').waitFor();
    await look(stage.page, 'limits-timeout');
    const refused = {
      code: 'BREAK_IS_LONGER',
      message: 'A break in force lasts at least as long. It cannot be shortened.',
    };
    staged.answer('/user/time-out', { status: 409, json: refused });
    await sheet.getByRole('button', { name: 'Start 7 days' }).click();
    await sheet.getByText(refused.message).waitFor();
    const sent = stage.page.waitForRequest((request) => request.method() === 'POST');
    const until = '2026-12-20T12:00:00.000Z';
    staged.answer('/user/time-out', { json: { ...limits, break: { kind: 'time_out', until } } });
    await sheet.getByRole('radio', { name: /^6 weeks/ }).check();
    await sheet.getByRole('button', { name: 'Start 6 weeks' }).click();
    expect((await sent).postDataJSON()).toEqual({ days: 42 });
    await stage.page.getByText('You are taking a time-out').waitFor();
    await look(stage.page, 'limits-break', { fullPage: true });
  });

  it('G2 closes play for longer after a typed confirmation', { tags: ['full'] }, async () => {
    const { staged } = await stage.open(ngozi);
    staged.answer('/user/limits', { json: limits });
    await stage.page.goto(paths.limits);
    await stage.page.getByRole('button', { name: /Close play for longer/ }).click();
    const sheet = stage.page.getByRole('dialog', { name: 'Close play for longer' });
    await sheet.getByLabel('Type “close play” to confirm').fill('close play');
    await look(stage.page, 'limits-exclusion');
    const sent = stage.page.waitForRequest((request) => request.method() === 'POST');
    staged.answer('/user/self-exclusion', {
      json: { ...limits, break: { kind: 'self_exclusion', until: '2027-05-21T12:00:00.000Z' } },
    });
    await sheet.getByRole('button', { name: 'Close play for 6 months' }).click();
    expect((await sent).postDataJSON()).toEqual({ duration: '6_months' });
    await stage.page.getByText('Play is closed', { exact: true }).waitFor();
  });
});

describe('G3 the reminder', () => {
  it('shows the time played and the result', { tags: ['full'] }, async () => {
    const { staged } = await stage.open(ngozi);
    const auction = auctionOf();
    staged.stageAuction(auction);
    await stage.page.clock.install();
    staged.answer('/user/play-session', {
      json: { started_at: at, seconds: 3_720, spent: 1_240, won: 960, net: -280, reminds_in_seconds: 3_480 },
    });
    await stage.page.goto(pathTo(paths.auction, auction.id));
    await stage.page.locator('#content').getByText('Live', { exact: true }).first().waitFor();
    await stage.page.clock.fastForward(61_000);
    const reminder = stage.page.getByRole('dialog', { name: 'Time to check in' });
    await reminder.getByText('1 hour 2 minutes').waitFor();
    await look(stage.page, 'play-reminder');
    await reminder.getByRole('button', { name: 'Keep playing' }).click();
    await reminder.waitFor({ state: 'hidden' });
  });
});
