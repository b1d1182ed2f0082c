import { paths } from '@copup/shared/page-paths.ts';
import type { SpinState } from '@copup/shared/spins.ts';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { axeViolations } from '../support/axe.ts';
import { desktop } from '../support/browser.ts';
import { until } from '../support/people.ts';
import { focused } from './focused.ts';
import { look } from './look.ts';
import { Stage } from './stage.ts';
import { ngozi } from './staged-page.ts';
import { proofOf, replyOf } from './staged-spin.ts';

const stage = new Stage();
const wallet = { available: 12_000, held: 0, bonus: 480, task: 0, unread: 0 };
const { commitment } = proofOf(4);
const ready: SpinState = {
  is_unlocked: true,
  has_spun: false,
  has_budget: true,
  may_spin: true,
  commitment,
  spin: null,
};
const locked: SpinState = { ...ready, is_unlocked: false, may_spin: false, commitment: null };
async function open(state: SpinState) {
  const { staged } = await stage.reuse(ngozi, wallet);
  staged.answer('/user/spin', { json: state });
  await stage.show(paths.spin);
  return { staged, page: stage.page };
}
const spinButton = () => stage.page.getByRole('button', { name: 'Spin', exact: true });
const wheelSays = (text: string) => stage.page.getByRole('status').filter({ hasText: text }).waitFor();
/** The balance in the header; on a desktop also beside the navigation. */
const balances = (page: Page) => page.getByTitle('Coin balance').allTextContents();

/** Records the animations of the wheel from now on. */
const recordTurns = (page: Page) =>
  page.evaluate(() => {
    const { animate } = Element.prototype;
    const turns: unknown[] = [];
    Object.assign(globalThis, { turns });
    Element.prototype.animate = function record(keyframes, options) {
      const animation = animate.call(this, keyframes, options);
      if (this.matches('[data-wheel]')) turns.push({ options, last: (keyframes as Keyframe[]).at(-1) });
      return animation;
    };
  });
const recordedTurns = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { turns: unknown[] }).turns);

describe('B1 the gate of /spin', () => {
  it('asks for the passcode, refuses a wrong one in the specified words, and unlocks the wheel', async () => {
    const { staged, page } = await open(locked);
    const gate = page.getByRole('dialog', { name: 'Enter your passcode' });
    const field = gate.getByLabel('Passcode');
    await focused(field);
    staged.answer('/user/spin/unlock', {
      status: 400,
      json: { code: 'WRONG_PASSCODE', message: 'Incorrect passcode. Please try again.' },
    });
    await field.fill('COP-2204');
    await page.keyboard.press('Enter');
    await gate.getByText('Incorrect passcode. Please try again.').first().waitFor();
    await look(page, 'spin-gate');
    staged.answer('/user/spin/unlock', {
      status: 429,
      json: { code: 'RATE_LIMITED', message: 'Too many attempts. Try again in 40 seconds.' },
    });
    await page.keyboard.press('Enter');
    await gate.getByText('Too many attempts. Try again in 40 seconds.').first().waitFor();

    // Closed without a passcode, the wheel stays locked.
    await page.keyboard.press('Escape');
    await wheelSays('Enter your passcode to unlock the wheel.');
    await look(page, 'spin-locked');
    await page.getByRole('button', { name: 'Enter passcode' }).click();
    staged.answer('/user/spin/unlock', { json: ready });
    await field.fill('COP-2026');
    await gate.getByRole('button', { name: 'Unlock the wheel' }).click();
    await focused(spinButton());
    await page.getByText(/^Sealed: /).waitFor();
    await look(page, 'spin');
  });
});

describe('B1 the wheel of /spin', () => {
  it('turns 5 s to the segment of the server; no balance of the page changes before it has stopped', async () => {
    stage.discard();
    const { staged, page } = await open(ready);
    await page.clock.install();
    await page.setViewportSize(desktop);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await until(async () => expect(await balances(page)).toEqual(['12,480 coins', '12,480 coins']));
    await recordTurns(page);
    const reply = replyOf(4);
    // The page reads the state and spins at the same path.
    staged.answer('/user/spin', { json: { ...ready, ...reply } });
    await spinButton().click();
    const wheel = page.locator('[data-wheel]');
    await until(() =>
      wheel.evaluate((it) => {
        const [turn] = it.getAnimations();
        if (!turn) throw new Error('the wheel does not turn');
        turn.pause();
      }),
    );
    staged.socket.set(`user:${ngozi.id}`, { ...wallet, bonus: wallet.bonus + 4 });
    await wheelSays('Spinning…');
    // A screenshot would finish the turn.
    expect(await axeViolations(page)).toEqual([]);
    expect(await balances(page)).toEqual(['12,480 coins', '12,480 coins']);
    expect(await page.getByText(/You won/).count()).toBe(0);
    expect(await recordedTurns(page)).toEqual([
      {
        options: { duration: 5_000, easing: 'cubic-bezier(0.12, 0.7, 0.08, 1)' },
        last: { transform: `rotate(${6 * 360 - 60 * reply.segment}deg)` },
      },
    ]);
    await wheel.evaluate((it) => {
      for (const turn of it.getAnimations()) turn.finish();
    });
    await wheelSays('You won 4 coins.');
    await until(async () => expect(await balances(page)).toEqual(['12,484 coins', '12,484 coins']));
    // B1: the wallet follows after three seconds; the card stays above it until it is closed.
    const card = page.getByRole('dialog', { name: 'You won 4 coins' });
    await page.clock.runFor(400);
    await card.getByText('Your wallet: 12,484 coins, 484 of them bonus').waitFor();
    await page.clock.runFor(2_600);
    await page.waitForURL(`**${paths.dashboard}`);
    await page.clock.runFor(10_000);
    await page.clock.resume();
    await card.getByRole('button', { name: 'Close' }).click();
    await card.waitFor({ state: 'detached' });
    await focused(page.getByRole('main'));
    await page.getByTitle('Coin balance').filter({ hasText: '12,484' }).first().waitFor();
  });

  it('says what the coins pay, and stays with a player who presses something', {
    tags: ['full'],
  }, async () => {
    stage.discard();
    const { staged, page } = await open(ready);
    await spinButton().waitFor();
    staged.answer('/user/spin', { json: { ...ready, ...replyOf(6) } });
    staged.socket.set(`user:${ngozi.id}`, { ...wallet, bonus: wallet.bonus + 6 });
    await page.clock.install();
    await spinButton().click();
    await wheelSays('You won 6 coins.');
    await page.keyboard.press('Tab');
    const card = page.getByRole('dialog', { name: 'You won 6 coins' });
    await card.getByText('They can’t be bid, sent or cashed out').waitFor();
    await page.clock.runFor(10_000);
    expect(new URL(page.url()).pathname).toBe(paths.spin);
    await look(page, 'spin-won');
    await card.getByRole('link', { name: 'Check your spin' }).click();
    await page.waitForURL('**/fair/spin/1');
    expect(await card.count()).toBe(0);
  });

  it('shows the result without a turn when motion is reduced, and the wallet afterwards', {
    tags: ['full'],
  }, async () => {
    stage.discard();
    const { staged, page } = await open(ready);
    await spinButton().waitFor();
    await recordTurns(page);
    staged.answer('/user/spin', { json: { ...ready, ...replyOf(0) } });
    await spinButton().click();
    await wheelSays('No coins this time.');
    expect(await recordedTurns(page)).toMatchObject([{ options: { duration: 400 } }]);
    await page.waitForURL(`**${paths.dashboard}`);
    const card = page.getByRole('dialog', { name: 'No coins this time.' });
    await look(page, 'spin-nothing');
    await page.keyboard.press('Escape');
    await card.waitFor({ state: 'detached' });
    await focused(page.getByRole('main'));
  });

  it('shows the spin of a player who has spun, at its segment, and how to check it', {
    tags: ['full'],
  }, async () => {
    const { page } = await open({ ...ready, has_spun: true, may_spin: false, spin: replyOf(6) });
    await wheelSays('You won 6 coins.');
    await page.getByText('You can spin only once').waitFor();
    expect(await spinButton().count()).toBe(0);
    const transform = await page
      .locator('[data-wheel]')
      .evaluate((it) => (it as HTMLElement).style.transform);
    expect(transform).toBe('rotate(-300deg)');
    await look(page, 'spin-used');
    await page.getByRole('link', { name: 'Check your spin' }).click();
    await page.waitForURL('**/fair/spin/1');
  });

  it('reports each refusal, and shows the spin that another device made', { tags: ['full'] }, async () => {
    const { staged, page } = await open(ready);
    const message = 'Today’s prizes have all been won. You still have your spin. Come back tomorrow.';
    const refuse = (code: string, text: string) =>
      staged.answer('/user/spin', { status: 409, json: { code, message: text } });
    await spinButton().waitFor();
    refuse('COME_BACK_TOMORROW', message);
    await spinButton().click();
    await page.getByText(message).waitFor();
    staged.answer('/user/spin', { json: { ...ready, has_budget: false, may_spin: false } });
    await page.reload();
    await page.getByText(message).waitFor();
    await look(page, 'spin-budget-spent');
    refuse('ALREADY_SPUN', 'You can spin only once');
    await spinButton().click();
    await page.getByRole('alert').filter({ hasText: 'You can spin only once' }).waitFor();
    staged.answer('/user/spin', { json: { ...ready, has_spun: true, spin: replyOf(3) } });
    await page.reload();
    await wheelSays('You won 3 coins.');
  });

  it('P6 sends one key for an attempt whose outcome is unknown, and keeps the balance of before', {
    tags: ['full'],
  }, async () => {
    const { staged, page } = await open(ready);
    await until(async () => expect(await balances(page)).toContain('12,480 coins'));
    const keys: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/user/spin'))
        keys.push(request.headers()['idempotency-key']);
    });
    staged.answer('/user/spin', 'unreachable');
    await spinButton().click();
    // The server may have spun: the new balance must not reveal the result.
    staged.socket.set(`user:${ngozi.id}`, { ...wallet, bonus: wallet.bonus + 5 });
    await page.getByText('Network Error').waitFor();
    expect(await balances(page)).toEqual(expect.arrayContaining(['12,480 coins']));
    staged.answer('/user/spin', { json: { ...ready, ...replyOf(5) } });
    await spinButton().click();
    await wheelSays('You won 5 coins.');
    await until(async () => expect(await balances(page)).toContain('12,485 coins'));
    expect(keys.length).toBeGreaterThan(1);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toBeTruthy();
  });

  it('waits, fails with a way to try again, and does not spin offline', { tags: ['full'] }, async () => {
    const { staged, page } = await stage.open(ngozi, wallet);
    staged.answer('/user/spin', 'never');
    await page.goto(paths.spin);
    await page.getByRole('status').filter({ hasText: 'Loading the wheel...' }).waitFor();
    await look(page, 'spin-loading');
    staged.answer('/user/spin', { status: 500 });
    await page.reload();
    await page.getByRole('alert').filter({ hasText: 'Something went wrong.' }).waitFor();
    await look(page, 'spin-error');
    staged.answer('/user/spin', { json: ready });
    await page.getByRole('button', { name: 'Try again' }).click();
    await spinButton().waitFor();
    await staged.visitor.context.setOffline(true);
    await until(async () => expect(await spinButton().isDisabled()).toBe(true));
    await page.getByText('You’re offline.').waitFor();
    await look(page, 'spin-offline');
  });
});

describe('F1 /fair/spin/1', () => {
  it('verifies the spin in the browser, reports another segment, and is sealed before the spin', {
    tags: ['full'],
  }, async () => {
    const { staged, page } = await stage.open(ngozi, wallet);
    staged.answer('/fairness/spin/1', { json: proofOf(5) });
    await page.goto('/fair/spin/1');
    await page.getByRole('heading', { name: 'Your spin matches' }).waitFor();
    await page.getByText('Segment 5 of 6: 5 coins').waitFor();
    await look(page, 'fair-spin', { fullPage: true });
    staged.answer('/fairness/spin/1', { json: { ...proofOf(5), segment: 5, result: 6 } });
    await page.getByRole('button', { name: 'Verify in this browser' }).click();
    await page.getByText('The numbers give another segment of the wheel.').waitFor();
    const hidden = { server_seed: null, segment: null, result: null, at: null };
    staged.answer('/fairness/spin/1', { json: { ...proofOf(5), ...hidden } });
    await page.getByRole('button', { name: 'Verify in this browser' }).click();
    await page.getByText('Not before you spin').waitFor();
    await look(page, 'fair-spin-sealed', { fullPage: true });
    await page.goto('/fair/spin/2');
    await page.getByText('You have no spin here.').waitFor();
  });
});
