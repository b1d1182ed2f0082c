import type { CompletedHeist, HeistResult } from '@copup/shared/heists.ts';
import { paths } from '@copup/shared/page-paths.ts';
import { describe, expect, it } from 'vitest';
import { watchFor } from '../support/brief-states.ts';
import { until } from '../support/people.ts';
import { focused } from './focused.ts';
import { look } from './look.ts';
import { Stage } from './stage.ts';
import {
  ekoBridge,
  heistOf,
  inMs,
  minuteMs,
  question,
  resultOf,
  stageHeists,
  stateOf,
  vaultOf,
} from './staged-heists.ts';
import { longName, longNamed, ngozi } from './staged-page.ts';

const stage = new Stage();

const answered = { answered: true, own_answer: 'Time', answered_at: inMs(-30_000) };
const card = (name: string) => stage.page.getByRole('article', { name });

describe('/heist-page and /heist', () => {
  it('offers both ways to a heist', { tags: ['full'] }, async () => {
    const { page } = await stage.open(ngozi, { available: 12_480 });
    await page.goto(paths.heist);
    await page.getByRole('link', { name: /Open Heist/ }).waitFor();
    expect(await page.getByRole('link', { name: /Prevent Heist/ }).getAttribute('href')).toBe(
      '/prevent-heist',
    );
    expect(await page.getByRole('link', { name: /Open Heist/ }).getAttribute('href')).toBe('/heist');
    await look(page, 'heist-hub');
  });

  it('X9 leads from /heist to /heist-page and /prevent-heist', async () => {
    const { staged, page } = await stage.reuse(ngozi, { available: 250 });
    stageHeists(staged, []);
    for (const [name, path] of [
      ['Prevent Heist', paths.preventHeist],
      ['How heists open', paths.heist],
    ] as const) {
      await stage.show(paths.heists);
      await page.getByRole('link', { name }).click();
      await page.waitForURL(`**${path}`);
    }
  });

  it('H5 H6 shows every own state, and follows the rooms without a request', async () => {
    const { staged, page } = await stage.reuse(longNamed, { available: 12_480, bonus: 40 });
    const full = ekoBridge({ id: 9, name: 'Zuma Rock Signal', participant_count: 50, remaining_spots: 0 });
    const heists = [
      heistOf(),
      ekoBridge(),
      full,
      ekoBridge({ id: 10, name: longName, prize: 1_284_550, ticket_price: 1_000_000, capacity: 100_000 }),
      heistOf({ id: 11, name: 'Kano Wall Riddle', ...answered, category: 'coupon' }),
      ekoBridge({ id: 12, name: 'Third Mainland Switch', status: 'on_hold', joined: true }),
    ];
    stageHeists(staged, heists);
    await stage.show(paths.heists);
    await card(longName).waitFor();
    for (const [name, text] of [
      ['The Balogun Market Blackout', 'Ticket bought'],
      ['The Balogun Market Blackout', /^\d:\d\d left to answer$/],
      ['Zuma Rock Signal', 'Full, 50 of 50'],
      ['Kano Wall Riddle', 'See your answer'],
      ['Third Mainland Switch', 'on hold'],
      ['Eko Bridge Night Run', 'Buy Ticket (250) copup coin'],
    ] as const)
      await card(name).getByText(text).waitFor();
    expect(await card('Third Mainland Switch').getByText('Break Vault').count()).toBe(0);
    expect(await card('Zuma Rock Signal').getByRole('button', { name: 'Buy Ticket' }).count()).toBe(0);
    // The most urgent first.
    expect(
      await page
        .getByRole('region', { name: 'Heists', exact: true })
        .getByRole('heading', { level: 3 })
        .first()
        .textContent(),
    ).toBe('The Balogun Market Blackout');
    await card('Eko Bridge Night Run').getByRole('button', { name: 'Break Vault' }).click();
    await card('Eko Bridge Night Run').getByText('This heist has not started yet').waitFor();
    await look(page, 'heist', { fullPage: true });

    let requests = 0;
    page.on('request', (request) => {
      if (request.url().includes('/api/hurt/')) requests += 1;
    });
    staged.socket.set('heist:8@card', stateOf(ekoBridge(), { participants: 49, left: 1 }));
    await card('Eko Bridge Night Run').getByText('of 50').waitFor();
    await until(async () => expect(await card('Eko Bridge Night Run').textContent()).toMatch(/49\s+of 50/));
    const now = Date.now();
    staged.socket.set('heists', {
      changes: [
        { id: 8, status: 'on_hold', at: now },
        { id: 9, status: 'cancelled', at: now },
      ],
    });
    await page
      .getByRole('region', { name: 'Heists About to Start' })
      .getByRole('article', { name: 'Eko Bridge Night Run' })
      .waitFor();
    await card('Zuma Rock Signal').getByText('cancelled').waitFor();
    expect(requests).toBe(0);
  });

  it('View Heist Details waits 500 ms, opens, and reports a failure', { tags: ['full'] }, async () => {
    const { staged, page } = await stage.open(ngozi, { available: 12_480 });
    stageHeists(staged, [ekoBridge()]);
    await page.goto(paths.heists);
    const button = card('Eko Bridge Night Run').getByRole('button', { name: 'View Heist Details' });
    const isBusy = await watchFor(page, 'button[aria-busy="true"]');
    await button.click();
    await isBusy();
    const dialog = page.getByRole('dialog', { name: 'Eko Bridge Night Run' });
    for (const text of ['₦1,000,000 cash prize', '250', 'cash', 'If fewer than 10 join'])
      await dialog.getByText(text).first().waitFor();
    await dialog.getByRole('button', { name: 'Buy Ticket for 250 coins' }).waitFor();
    await look(page, 'heist-details');
    await page.keyboard.press('Escape');
    const seal = card('Eko Bridge Night Run').getByRole('link', { name: /^Sealed answer/ });
    expect(await seal.getAttribute('href')).toBe('/fair/heist/8');
    staged.answer('/hurt/heist/8', { status: 500 });
    await button.click();
    await page.getByText('Failed to load heist details. Please try again later.').waitFor();
  });

  it('H2 Buy Ticket confirms price and balance, and shows success and failure', async () => {
    const { staged, page } = await stage.reuse(ngozi, { available: 500, bonus: 40 });
    stageHeists(staged, [ekoBridge(), ekoBridge({ id: 9, name: 'High Table', ticket_price: 900 })]);
    staged.answer('/hurt/heists/pay-entry/8', { status: 500 });
    await stage.show(paths.heists);
    await card('Eko Bridge Night Run').getByRole('button', { name: 'Buy Ticket' }).click();
    const dialog = page.getByRole('dialog', { name: 'Eko Bridge Night Run' });
    for (const text of [
      'You have 540 coins, and 290 after.',
      'You pay 40 bonus coins and 210 available coins.',
      'up to 5,460 of 6,500 coins can be cashed out',
    ])
      await dialog.getByText(text).waitFor();
    await look(page, 'heist-ticket');
    await dialog.getByRole('button', { name: /^Buy Ticket/ }).click();
    await page.getByText('An unexpected error occurred.').waitFor();
    const keys: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/pay-entry/')) keys.push(request.headers()['idempotency-key']);
    });
    staged.answer('/hurt/heists/pay-entry/8', {
      json: {
        message: 'Pay entry fee successful!',
        transfer_id: null,
        ticket_no: 19,
        paid_available: 210,
        paid_bonus: 40,
      },
    });
    await card('Eko Bridge Night Run').getByRole('button', { name: 'Buy Ticket' }).click();
    await dialog.getByRole('button', { name: /^Buy Ticket/ }).click();
    await page.getByText('Pay entry fee successful! You have ticket 19.').waitFor();
    await card('Eko Bridge Night Run').getByText('Ticket bought').waitFor();
    expect(keys).toEqual([expect.stringMatching(/^[\w-]{16,}$/)]);

    await card('High Table').getByRole('button', { name: 'Buy Ticket' }).click();
    await page.getByText('You need 360 more coins for this ticket.').waitFor();
  });

  it('H3 Break Vault checks and sends the answer, and names the failure', async () => {
    const { staged, page } = await stage.reuse(ngozi, { available: 500 });
    stageHeists(staged, [heistOf(), heistOf({ id: 9, name: 'Not mine', joined: false })]);
    staged.answer('/hurt/submitAnswer/7', { status: 500 });
    await stage.show(paths.heists);
    await card('Not mine').getByRole('button', { name: 'Break Vault' }).click();
    await page.getByText('Only ticket holders see the question and can answer.').waitFor();
    await page.keyboard.press('Escape');
    await card('The Balogun Market Blackout').getByRole('button', { name: 'Break Vault' }).click();
    const dialog = page.getByRole('dialog', { name: 'The Balogun Market Blackout' });
    await dialog.getByText(question).waitFor();
    const field = dialog.getByLabel('Your answer');
    await focused(field);
    let calls = 0;
    page.on('request', (request) => {
      if (request.url().includes('/submitAnswer/')) calls += 1;
    });
    await field.fill('   ');
    await dialog.getByRole('button', { name: 'Submit Answer' }).click();
    await dialog.getByText('Answer cannot be empty.').waitFor();
    expect(calls).toBe(0);
    await look(page, 'heist-vault');
    await field.fill('Time, because every day b');
    await dialog.getByRole('button', { name: 'Submit Answer' }).click();
    await page.getByText('Failed to submit the answer.').waitFor();
    staged.answer('/hurt/submitAnswer/7', { json: { message: 'ok', answered_at: inMs(0) } });
    staged.answer('/hurt/heist/7', { json: heistOf(answered) });
    await dialog.getByRole('button', { name: 'Submit Answer' }).click();
    await page.getByText('Answer submitted successfully!').first().waitFor();
    await page.waitForURL('**/heist/7');
    await page.getByRole('heading', { name: 'Your answer is in' }).waitFor();
  });

  it('H3 shows the own answer until the result, also after a return', async () => {
    const { staged, page } = await stage.reuse(ngozi);
    stageHeists(staged, [heistOf({ ...answered, own_answer: 'w'.repeat(200), prize_name: longName })]);
    await stage.show(paths.heists);
    await card('The Balogun Market Blackout').getByRole('link', { name: 'See your answer' }).click();
    await page.getByText('w'.repeat(200)).waitFor();
    await page.getByText(/^Sent \d+:\d\d:\d\d [ap]m, nobody sees it before the end$/).waitFor();
    await page
      .getByRole('timer', { name: /to the result$/ })
      .first()
      .waitFor();
    await look(page, 'heist-answered', { fullPage: true });
  });

  it('has a loading, an error, an empty and an offline state', { tags: ['full'] }, async () => {
    const { staged, page } = await stage.open(ngozi, { available: 12_480 });
    for (const path of ['/hurt/heists/available', '/hurt/heists-started', '/hurt/heists-on-hold'])
      staged.answer(path, 'never');
    staged.socket.set('heists', { changes: [] });
    await page.goto(paths.heists);
    await page.getByText('Loading heists...').first().waitFor();
    await look(page, 'heist-loading');
    for (const path of ['/hurt/heists/available', '/hurt/heists-started', '/hurt/heists-on-hold'])
      staged.answer(path, { status: 500 });
    await page.reload();
    for (const text of ['heists', 'started heists', 'heists on hold'])
      await page.getByText(`Unable to load ${text}. Please try again.`).waitFor();
    await look(page, 'heist-error', { fullPage: true });
    stageHeists(staged, []);
    await page.reload();
    await page.getByText('There are no heists to join right now.').waitFor();
    await page.getByText('There are no heists about to start.').waitFor();
    expect(await page.getByText('No Heists Available').count()).toBe(2);
    await look(page, 'heist-empty', { fullPage: true });
    stageHeists(staged, [ekoBridge({ joined: true }), ekoBridge({ id: 9, name: 'High Table' })]);
    await page.reload();
    await card('High Table').waitFor();
    await staged.socket.disconnect();
    await page.getByText(/Your ticket is safe.*This list is from/).waitFor({ timeout: 30_000 });
    expect(await card('High Table').getByRole('button', { name: 'Buy Ticket' }).isDisabled()).toBe(true);
    await look(page, 'heist-offline', { fullPage: true });
  });
});

describe('the start', () => {
  it('A14 shows a ticket holder what was corrected, and returns the ticket', async () => {
    const { staged, page } = await stage.reuse(ngozi);
    const heist = heistOf({
      status: 'on_hold',
      starts_at: inMs(20 * minuteMs),
      end_date: inMs(30 * minuteMs),
    });
    stageHeists(staged, [heist]);
    staged.answer('/hurt/heist/7', { json: heist });
    const story = { field: 'description', before: heist.story, after: longName };
    staged.answer('/hurt/heists/changes/7', {
      json: { corrections: [{ at: inMs(0), fields: [story] }], refund: 120 },
    });
    await stage.show('/heist/7');
    const card = page.getByRole('region', { name: 'Corrected' });
    await card.getByText(longName).waitFor();
    await look(page, 'heist-corrected', { fullPage: true });
    await card.getByRole('button', { name: 'Leave with a refund of 120 coins' }).click();
    const sheet = page.getByRole('dialog', { name: 'Leave this heist?' });
    staged.answer('/hurt/heists/leave/7', {
      json: { message: 'You have left. 120 coins came back to you.' },
    });
    staged.answer('/hurt/heist/7', { json: { ...heist, joined: false } });
    await sheet.getByRole('button', { name: 'Leave with a refund of 120 coins' }).click();
    await page.getByText('You have no ticket').waitFor();
    expect(await card.count()).toBe(0);
  });

  it('H3 takes a ticket holder from the list to the countdown, and to the question', async () => {
    const { staged, page } = await stage.reuse(ngozi);
    // Far enough from the start that the pictures show the last ten seconds.
    const hot = heistOf({ status: 'on_hold', starts_at: inMs(9_900), end_date: inMs(10 * minuteMs) });
    stageHeists(staged, [hot]);
    staged.socket.set('vault:7', vaultOf(hot, null));
    await stage.show(paths.heists);
    await page.waitForURL('**/heist/7');
    staged.socket.set('heist:7', stateOf(hot, { startsAt: Date.now() + 9_900 }));
    await page.getByRole('heading', { name: 'Get ready to answer' }).waitFor();
    await page.getByText('You hold a ticket').waitFor();
    expect(await page.getByText(question).count()).toBe(0);
    await look(page, 'heist-start', {
      again: () => {
        const startsAt = Date.now() + 3_000;
        staged.socket.set('heist:7', stateOf(hot, { startsAt }));
      },
      withoutAxe: true,
    });
    const started = heistOf({ status: 'started', end_date: hot.end_date });
    staged.socket.set('heist:7', stateOf(started));
    staged.socket.set('vault:7', vaultOf(started));
    await page.getByText(question).waitFor();
    const field = page.getByLabel('Your answer');
    await focused(field);
    await look(page, 'heist-start-open', { fullPage: true });
    staged.answer('/hurt/submitAnswer/7', { json: { message: 'ok', answered_at: inMs(0) } });
    await page.keyboard.type('Time');
    await page.getByRole('button', { name: 'Submit Answer' }).click();
    const heading = page.getByRole('heading', { name: 'Your answer is in' });
    await heading.waitFor();
    expect(await field.count()).toBe(0);
    await page.getByText('You get a message either way').waitFor();
  });

  it('H3 shows others the open vault without the question, and before the start a ticket', {
    tags: ['full'],
  }, async () => {
    const { staged, page } = await stage.open(ngozi, { available: 500 });
    const early = heistOf({
      name: longName,
      status: 'on_hold',
      joined: false,
      starts_at: inMs(4 * minuteMs),
    });
    stageHeists(staged, [early]);
    await page.goto('/heist/7');
    await page.getByText('You have no ticket').waitFor();
    await page.getByRole('button', { name: 'Buy Ticket' }).waitFor();
    await look(page, 'heist-start-early', { fullPage: true });
    staged.socket.set('heist:7', stateOf(early, { status: 'started' }));
    await page.getByText('Only ticket holders see the question and can answer.').waitFor();
    staged.answer('/hurt/heists/changes/7', {
      json: { corrections: [], refund: null, cancel_reason: 'Too few players took part.', copy_id: null },
    });
    staged.socket.set('heist:7', stateOf(early, { status: 'cancelled', participants: 3 }));
    await page.getByText(/3 of 10 players bought a ticket/).waitFor();
    await look(page, 'heist-cancelled', { fullPage: true });
  });

  it('an unknown heist and a failed read', { tags: ['full'] }, async () => {
    const { staged, page } = await stage.open(ngozi);
    await page.goto('/heist/7');
    await page.getByText('Heist not found').waitFor();
    staged.answer('/hurt/heist/7', { status: 500 });
    await page.reload();
    await page.getByText('Error fetching heist details.').waitFor();
    await look(page, 'heist-unreadable');
  });
});

describe('the end', () => {
  for (const [name, facts] of [
    ['won', { winner: ngozi.username, won: true, own_answer: 'Time' }],
    [
      'won-cash',
      {
        winner: ngozi.username,
        won: true,
        own_answer: 'w'.repeat(200),
        won_available: 6_000,
        won_bonus: 500,
        heist: { ...resultOf().heist, category: 'cash', name: longName },
      },
    ],
    ['lost', {}],
    ['no-winner', { winner: null, own_answer: 'A clock' }],
  ] as [string, Partial<HeistResult>][]) {
    it(`H4 arrives by push: ${name}`, async () => {
      const { staged, page } = await stage.reuse(ngozi);
      const heist = heistOf(answered);
      stageHeists(staged, [heist, ekoBridge()]);
      staged.answer('/hurt/heist/winner/7', { json: resultOf(facts) });
      await stage.show('/heist/7');
      await page.getByText('Your answer is in').waitFor();
      staged.socket.set('heist:7', stateOf(heist, { status: 'completed' }));
      if (name === 'won') await page.getByRole('link', { name: 'Go to cart' }).waitFor();
      if (name === 'won-cash')
        await page.getByText('6,000 to spend on anything and 500 bonus for fees and tickets').waitFor();
      if (name === 'lost') {
        await page.getByRole('heading', { name: 'The answer was “Time”' }).waitFor();
        await page.getByText(/tunde_ibadan gave the earliest correct answer and won/).waitFor();
        await page.getByLabel('Correct').waitFor();
        await page.getByRole('region', { name: 'Try this one next' }).waitFor();
      }
      if (name === 'no-winner') await page.getByText('Your 120 coins are back.').waitFor();
      expect(await page.locator('a[href="/fair/heist/7"]').count()).toBe(1);
      await look(page, `heist-result-${name}`, { fullPage: name.startsWith('won') });
    });
  }
});

describe('/heist-winner', () => {
  const rows: CompletedHeist[] = [
    { ...resultOf().heist, winner: 'tunde_ibadan' },
    {
      ...resultOf().heist,
      id: 8,
      name: longName,
      category: 'cash',
      prize_name: '10,000 coins',
      winner: null,
    },
    { ...resultOf().heist, id: 9, name: 'Generator Row', category: 'coupon', winner: 'w'.repeat(20) },
  ];

  it('lists completed heists, and shows the winner', async () => {
    const { staged, page } = await stage.reuse(ngozi, { available: 12_480 });
    staged.answer('/hurt/heists/completed', { json: rows });
    staged.answer('/hurt/heist/winner/7', { status: 500 });
    await stage.show(paths.heistWinners);
    await page.getByText('3 heists completed').waitFor();
    await look(page, 'heist-winner', { fullPage: true });
    await card('The Balogun Market Blackout').getByRole('button', { name: 'View Winner' }).click();
    await page.getByText('Error fetching winner and heist details.').waitFor();
    staged.answer('/hurt/heist/winner/7', { json: resultOf({ own_answer: null }) });
    await page.getByRole('button', { name: 'Try again' }).click();
    const dialog = page.getByRole('dialog');
    for (const text of ['tunde_ibadan', 'won The Balogun Market Blackout', '6,500', question, 'Time'])
      await dialog
        .getByText(text, { exact: text !== '6,500' })
        .first()
        .waitFor();
    await look(page, 'heist-winner-modal');
  });

  it('has an empty and an error state', { tags: ['full'] }, async () => {
    const { staged, page } = await stage.open(ngozi);
    staged.answer('/hurt/heists/completed', { json: [] });
    await page.goto(paths.heistWinners);
    await page.getByText('No heists available.').waitFor();
    staged.answer('/hurt/heists/completed', { status: 500 });
    await page.reload();
    await page.getByText('Error fetching heists.').waitFor();
    await look(page, 'heist-winner-error');
  });
});

describe('/prevent-heist', () => {
  it('H7 asks for the code on each visit, and lists the waiting heists', async () => {
    const { staged, page } = await stage.reuse(ngozi, { available: 12_480 });
    const waiting = { status: 'waiting', opens_at: inMs(26 * 60 * minuteMs), joined: false } as const;
    stageHeists(staged, [
      ekoBridge({ ...waiting, name: 'Surulere Blackout', prize_name: '55-inch 4K TV', category: 'product' }),
      ekoBridge({ ...waiting, id: 9, name: longName, joined: true }),
    ]);
    staged.answer('/hurt/heists/unlock', {
      status: 400,
      json: { code: 'WRONG_UNLOCK_CODE', message: 'Wrong.' },
    });
    await stage.show(paths.preventHeist);
    await page.getByLabel('Enter Unlock Code').fill('LAGOS-24');
    await page.getByRole('button', { name: 'Unlock' }).click();
    await page.getByText('Incorrect Code! Please try again.').first().waitFor();
    await look(page, 'prevent-heist', { fullPage: true });
    staged.answer('/hurt/heists/unlock', {
      // Rounded up.
      json: { message: 'ok', unlocked_until: inMs(26.5 * minuteMs) },
    });
    await page.getByLabel('Enter Unlock Code').fill('LAGOS-25');
    await page.keyboard.press('Enter');
    await page.getByText('27 minutes left').waitFor();
    await card(longName).getByText('Ticket bought').waitFor();
    await card('Surulere Blackout')
      .getByText(/^Opens /)
      .waitFor();
    await card(longName).getByRole('button', { name: 'Break Vault' }).click();
    await card(longName).getByText('This heist has not started yet').waitFor();
    await look(page, 'prevent-heist-list', { fullPage: true });
    await page.getByRole('link', { name: 'Go to Heist' }).click();
    // The address changes before the page: going back in between would not leave this one.
    await page.getByText('Heists About to Start').first().waitFor();
    await page.goBack();
    await page.getByLabel('Enter Unlock Code').waitFor();
  });

  it('has an error and an empty state, and asks again if the server has locked the list', {
    tags: ['full'],
  }, async () => {
    const { staged, page } = await stage.open(ngozi);
    staged.answer('/hurt/heists/unlock', { json: { message: 'ok', unlocked_until: inMs(30 * minuteMs) } });
    staged.answer('/hurt/heists-waiting', { status: 500 });
    staged.socket.set('heists', { changes: [] });
    const enter = async () => {
      await page.getByLabel('Enter Unlock Code').fill('LAGOS-25');
      await page.keyboard.press('Enter');
    };
    await page.goto(paths.preventHeist);
    await enter();
    await page.getByText('Unable to load waiting heists. Please try again.').waitFor();
    await look(page, 'prevent-heist-error');
    staged.answer('/hurt/heists-waiting', { json: [] });
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('No Heists Available').waitFor();
    staged.answer('/hurt/heists-waiting', {
      status: 403,
      json: { code: 'HEIST_LOCKED', message: 'Locked.' },
    });
    await page.reload();
    await enter();
    await page.getByLabel('Enter Unlock Code').waitFor();
  });
});
