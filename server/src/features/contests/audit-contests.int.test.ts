import type { SignedInClient } from '@copup/testkit/app.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ContestWorld, openContestWorld } from '../../../test/contest-world.ts';
import { asTamperer, keepTables } from '../../../test/tampered-audit.ts';
import { auditLedger } from '../../audit.ts';
import { openDatabase } from '../../db/database.ts';
import { refundAll } from '../../subjects/refund-entries.ts';

let world: ContestWorld;
const tables =
  'contests contest_scores contest_entries card_draws math_answers funds transfers postings'.split(' ');
let errorsAfter: Awaited<ReturnType<typeof keepTables>>;
/** Contests that are over: won by taps, by cards and by answers, and void. */
const ids = { tap: 0, card: 0, math: 0, void: 0, open: 0 };
let [ada, bola]: SignedInClient[] = [];
beforeAll(async () => {
  world = await openContestWorld();
  ada = await world.server.signIn({ coins: 1_000 });
  bola = await world.server.signIn({ coins: 1_000 });
  const players = [ada, bola];
  const create = async (kind: 'tap' | 'card' | 'math', over = {}) => {
    const contest = await world.create(kind, over);
    for (const player of players) await world.join(player, contest);
    return contest.id;
  };
  ids.tap = await create('tap', { prize: 50 });
  for (const [nth, player] of players.entries())
    for (let tap = 0; tap <= nth; tap += 1) await player.post('/tap/tap', { tap_contest_id: ids.tap });
  ids.open = await create('card');
  ids.card = await create('card');
  for (let round = 0; round < 8; round += 1) {
    for (const player of players)
      for (const gameId of [ids.card, ids.open])
        await player.post('/cardGameOne/pick-card', { gameId, position: round % 3 });
    await world.clock.moveBy(1_000);
  }
  ids.math = await create('math');
  for (const player of players) {
    const { body: question } = await player.get(`/mathGame/new-question/${ids.math}`);
    await world.clock.moveBy(400);
    const pickedOption = question.number1 + question.number2;
    await player.post('/mathGame/pick-answer', { gameId: ids.math, questionId: question.id, pickedOption });
  }
  ids.void = await create('tap', { minimum_users: 3, prize: 30 });
  await world.end(ids.tap, ids.card, ids.math, ids.void);
  await refundAll(world.server.deps, world.subject);
  await asTamperer(
    world.database,
    // Settled before the last audit, for the test of checkpoints.
    `UPDATE contests SET settled_at = settled_at - interval '1 day' WHERE id = ${ids.tap}`,
  );
  errorsAfter = await keepTables(world.database, tables);
});
afterAll(() => world?.close());

const prizeOf = (id: number) =>
  `(SELECT t.id FROM transfers t WHERE t.kind = 'prize' AND t.subject_kind = 'contest' AND t.subject_id = '${id}' AND t.key <> 'twice')`;

describe('P2 the audit of contests', () => {
  it('finds no error in contests that were played, won and refunded', async () => {
    const report = await auditLedger(world.db, { mode: 'full' });
    expect(report.errors).toEqual([]);
    expect(report.checked.contests).toBe(5);
  });

  it.each<[string, () => string, () => string]>([
    [
      'C9 a score that is not the sum of the draws',
      () =>
        `UPDATE contest_scores SET score = score + 5 WHERE contest_id = ${ids.card} AND user_id = '${ada?.user.id}'`,
      () => `scores: contest_scores ${ids.card}/${ada?.user.id} has a score of`,
    ],
    [
      'C9 a draw of another value',
      () =>
        `UPDATE card_draws SET value = CASE value WHEN 10 THEN 5 ELSE 10 END WHERE contest_id = ${ids.card} AND user_id = '${bola?.user.id}' AND nonce = 2`,
      () => `scores: contest_scores ${ids.card}/${bola?.user.id} has a score of`,
    ],
    [
      'C9 a draw that was removed, of a game that is open',
      () => `DELETE FROM card_draws WHERE contest_id = ${ids.open} AND value > 0`,
      () => `scores: contest_scores ${ids.open}/`,
    ],
    [
      'C4 a score that is not the number of right answers',
      () =>
        `UPDATE contest_scores SET score = 7 WHERE contest_id = ${ids.math} AND user_id = '${ada?.user.id}'`,
      () =>
        `scores: contest_scores ${ids.math}/${ada?.user.id} has a score of 7; its right answers make it 1`,
    ],
    [
      'C2 taps that were not made',
      () =>
        `UPDATE contest_scores SET score = score + 100 WHERE contest_id = ${ids.tap} AND user_id = '${ada?.user.id}'`,
      () => `scores: contests ${ids.tap} has`,
    ],
    [
      'C5 a top that is not that of the scores',
      () => `UPDATE contests SET top = jsonb_set(top::jsonb, '{1,score}', '0') WHERE id = ${ids.tap}`,
      () => `scores: contests ${ids.tap} has ${ada?.user.id} with 0 in its top; the score is 1`,
    ],
    [
      'P3 another winner',
      () => `UPDATE contests SET winner_id = '${ada?.user.id}' WHERE id = ${ids.tap}`,
      () =>
        `settlements: contests ${ids.tap} ended with winner ${ada?.user.id}; its best player is ${bola?.user.id}`,
    ],
    [
      'P3 a prize that was never posted',
      () => `DELETE FROM postings WHERE transfer_id = ${prizeOf(ids.tap)}`,
      () => `settlements: contests ${ids.tap} is ended and paid 0 prizes, 0 coins of 50`,
    ],
    [
      'P3 a prize that was posted twice',
      () => `INSERT INTO transfers (id, kind, realm, subject_kind, subject_id, key, input_hash)
          SELECT overlay(id::text PLACING CASE right(id::text, 1) WHEN '0' THEN '1' ELSE '0' END FROM 36)::uuid, 'prize', 0, 'contest', '${ids.tap}', 'twice', '' FROM transfers WHERE id = ${prizeOf(ids.tap)};
        INSERT INTO postings (transfer_id, no, realm, unit, amount, source, source_id, source_seq, source_balance, destination,
            destination_id, destination_seq, destination_balance, xid)
          SELECT (SELECT id FROM transfers WHERE key = 'twice'), p.no, p.realm, p.unit, p.amount, p.source, p.source_id,
            p.source_seq + 100, p.source_balance, p.destination, p.destination_id, p.destination_seq + 100, p.destination_balance, p.xid
          FROM postings p WHERE p.transfer_id = ${prizeOf(ids.tap)}`,
      () => `settlements: contests ${ids.tap} is ended and paid 2 prizes, 100 coins of 50`,
    ],
    [
      'P3 a prize that another player got',
      () =>
        `UPDATE postings SET destination_id = '${ada?.user.id}', destination_seq = destination_seq + 100 WHERE transfer_id = ${prizeOf(ids.tap)}`,
      () => `settlements: contests ${ids.tap} is ended and paid 1 prizes`,
    ],
    [
      'P3 a void contest that did not refund all entries',
      () =>
        `UPDATE contest_entries SET refunded_by = NULL WHERE contest_id = ${ids.void} AND user_id = '${ada?.user.id}'`,
      () => `settlements: contests ${ids.void} is void; 20 coins of 10 were refunded, not of all entries`,
    ],
    [
      'X7 a prize with more available coins than the winner’s share',
      () => `UPDATE postings SET source = 'bonus' WHERE source_id = '${bola?.user.id}'
        AND destination_id = (SELECT pot_id FROM contests WHERE id = ${ids.tap})`,
      () =>
        `shares: contests ${ids.tap} paid its winner 20 available coins, 20 by its postings, of a prize of 50; the winner paid 0 of 10 coins available, all players 10`,
    ],
    [
      'X7 refunds of more available coins than the fees',
      () => `UPDATE postings SET source = 'bonus' WHERE source_id = '${bola?.user.id}'
        AND destination_id = (SELECT pot_id FROM contests WHERE id = ${ids.void})`,
      () => `shares: contests ${ids.void} paid 20 available coins of 10 that it received`,
    ],
    [
      'X6 coins left in the pot',
      () =>
        `UPDATE funds SET balance = balance + 3 WHERE subject_kind = 'contest' AND subject_id = '${ids.math}'`,
      () => `settlements: contests ${ids.math} is over; its pot has 3`,
    ],
  ])('reports %s', async (_what, change, fault) => {
    expect(await errorsAfter(change(), world.db, 'full')).toContainEqual(expect.stringContaining(fault()));
  });

  it('reads open contests, and those that were settled since the last audit, and no others', async () => {
    // Only the owner may write the audit's positions.
    const owner = openDatabase({ url: world.database.ownerUrl, poolSize: 2 });
    try {
      await auditLedger(owner);
      const report = await auditLedger(owner, { mode: 'checkpoints' });
      expect(report).toMatchObject({ ok: true, isFull: false });
      expect(report.checked.contests).toBe(4);
      const change = `UPDATE contest_scores SET score = score + 5 WHERE user_id = '${ada?.user.id}' AND contest_id = `;
      expect(await errorsAfter(`${change} ${ids.open}`, owner, 'checkpoints')).not.toEqual([]);
      expect(await errorsAfter(`${change} ${ids.tap}`, owner, 'checkpoints')).toEqual([]);
    } finally {
      await owner.close();
    }
  });
});
