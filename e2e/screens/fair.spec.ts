import { createHash, createHmac } from 'node:crypto';
import { cardOrders } from '@copup/shared/fairness.ts';
import type { CardFairness, HeistFairness } from '@copup/shared/fairness-calls.ts';
import { describe, expect, it } from 'vitest';
import { look } from './look.ts';
import { Stage } from './stage.ts';
import { longName, ngozi } from './staged-page.ts';

const stage = new Stage();
const seed = Buffer.alloc(32, 7);

/** Made with Node's own hashes. */
function proofOf(count: number, facts: Partial<CardFairness> = {}): CardFairness {
  const draws = Array.from({ length: count }, (_, at) => {
    const word = createHmac('sha256', seed)
      .update(`jollof:${at + 1}`)
      .digest()
      .readUInt32BE(0);
    const cards = [...(cardOrders[word % 6] ?? [])];
    const position = at % 3;
    return { nonce: at + 1, position, cards, value: cards[position] ?? 0, at: '2026-11-20T20:00:00.000Z' };
  });
  return {
    kind: 'card',
    id: 7,
    title: 'Three Card Rush',
    commitment: createHash('sha256').update(seed).digest('hex'),
    server_seed: seed.toString('hex'),
    client_seed: 'jollof',
    draws,
    score: draws.reduce((sum, { value }) => sum + value, 0),
    ...facts,
  };
}

describe('F1 /fair/{kind}/{id}', () => {
  it('verifies the draws in the browser, saves the proof, and reports a draw that does not match', async () => {
    const { staged, page } = await stage.reuse(ngozi, { available: 12_480 });
    staged.answer('/fairness/card/7', { json: proofOf(12, { title: longName }) });
    await stage.show('/fair/card/7');
    await page.getByRole('heading', { name: 'All 12 draws match' }).waitFor();
    await page.getByText('12 of 12 match').waitFor();
    await look(page, 'fair-proof', { fullPage: true });
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save proof' }).click();
    expect((await download).suggestedFilename()).toBe('copup-proof-card-7.json');

    // A draw that does not match is shown first.
    const proof = proofOf(4);
    const draws = proof.draws.map((draw) =>
      draw.nonce === 3 ? { ...draw, position: (draw.position + 1) % 3 } : draw,
    );
    staged.answer('/fairness/card/7', { json: { ...proof, draws } });
    await stage.show('/fair/card/7');
    await page.getByText('Draw 3 doesn’t match the sealed number. The other 3 do.').waitFor();
    const [first] = await page.getByRole('region', { name: 'Draws' }).getByRole('listitem').allTextContents();
    expect(first).toMatch(/^3.*Doesn’t match$/);
    await look(page, 'fair-proof-bad', { fullPage: true });
  });

  it('C13 shows the seal alone until the game is over, and no draws that another player made', {
    tags: ['full'],
  }, async () => {
    const { staged, page } = await stage.open(ngozi);
    staged.answer('/fairness/card/7', { json: proofOf(2, { server_seed: null }) });
    await page.goto('/fair/card/7');
    await page.getByText('Not before the end').waitFor();
    await look(page, 'fair-proof-sealed', { fullPage: true });
    for (const path of ['/fair/card/8', '/fair/dice/7', '/fair/card/none']) {
      await page.goto(path);
      await page.getByText('You have no draws here.').waitFor();
    }
    await look(page, 'fair-proof-none');
  });

  it('waits, and fails with a way to try again', { tags: ['full'] }, async () => {
    const { staged, page } = await stage.open(ngozi);
    staged.answer('/fairness/card/7', 'never');
    await page.goto('/fair/card/7');
    await page.getByRole('status').filter({ hasText: 'Loading draws...' }).waitFor();
    staged.answer('/fairness/card/7', { status: 500 });
    await page.reload();
    await page.getByRole('alert').filter({ hasText: 'Something went wrong.' }).waitFor();
    await look(page, 'fair-proof-error');
    staged.answer('/fairness/card/7', { json: proofOf(1) });
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: '1 draw matches' }).waitFor();
  });
});

/** A drawn heist with one correct answer, made with Node's own hashes. */
function heistProof(): HeistFairness {
  const hash = (text: string) => createHash('sha256').update(text).digest('hex');
  const salt = '0f'.repeat(16);
  const user = hash(`${salt}:${ngozi.id}`).slice(0, 16);
  return {
    kind: 'heist',
    id: 3001,
    title: longName,
    status: 'completed',
    winner_rule: 'draw',
    answer_commitment: hash(JSON.stringify([salt, 'Which river meets the Niger at Lokoja?', ['Benue']])),
    draw_commitment: createHash('sha256').update(seed).digest('hex'),
    salt,
    question: 'Which river meets the Niger at Lokoja?',
    answers: ['Benue'],
    draw_seed: seed.toString('hex'),
    accepted_near_misses: ['benuue'],
    tickets: [user, '0123456789abcdef'],
    correct_count: 1,
    correct: [{ place: 1, user, answer: 'Bénuue!', answered_at: '2026-11-20T20:00:01.204Z' }],
    winner: user,
    winner_username: ngozi.username,
  };
}

describe('F1 H4 /fair/heist/{id}', () => {
  it('verifies the winner in the browser, reports another one, and is sealed before the end', async () => {
    const { staged, page } = await stage.reuse(ngozi);
    staged.answer('/fairness/heist/3001', { json: heistProof() });
    await stage.show('/fair/heist/3001');
    await page.getByRole('heading', { name: 'The winner matches' }).waitFor();
    const answers = page.getByRole('region', { name: 'Correct answers' }).getByRole('listitem');
    expect(await answers.allTextContents()).toEqual([expect.stringMatching(/^1Bénuue!.*YouWinner$/)]);
    await look(page, 'fair-heist', { fullPage: true });
    staged.answer('/fairness/heist/3001', { json: { ...heistProof(), winner: '0123456789abcdef' } });
    await page.getByRole('button', { name: 'Verify in this browser' }).click();
    await page.getByText('The winner does not follow from the answers and the sealed numbers.').waitFor();
    const hidden = { salt: null, question: null, answers: null, draw_seed: null, winner: null };
    const sealed = {
      ...heistProof(),
      ...hidden,
      status: 'started',
      tickets: [],
      correct: [],
      correct_count: 0,
    };
    staged.answer('/fairness/heist/3001', { json: sealed });
    await page.getByRole('button', { name: 'Verify in this browser' }).click();
    await page.getByText('Not before the end').waitFor();
    await look(page, 'fair-heist-sealed', { fullPage: true });
  });
});

describe('F1 the user’s own number', () => {
  it('stands in the form, and is replaced by what the user saves', { tags: ['full'] }, async () => {
    const { staged, page } = await stage.open(ngozi);
    staged.answer('/fairness/client-seed', { json: { client_seed: '9f2c41ab77e0d31c' } });
    await page.goto('/fair');
    await page.getByRole('button', { name: 'Change' }).click();
    const form = page.getByRole('dialog', { name: 'Your own number' });
    const field = form.getByLabel('Your own number');
    await field.waitFor();
    expect(await field.inputValue()).toBe('9f2c41ab77e0d31c');
    await field.fill('two words');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('Use 1 to 64 letters, digits and signs without spaces and colons.').waitFor();
    await look(page, 'fair-own-number');
    staged.answer('/fairness/client-seed', { json: { client_seed: 'W'.repeat(64) } });
    await field.fill('W'.repeat(64));
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Your number counts from your next game.').waitFor();
    await look(page, 'fair', { fullPage: true });
  });
});
