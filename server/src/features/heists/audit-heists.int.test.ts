import type { SignedInClient } from '@copup/testkit/app.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HeistWorld, openHeistWorld } from '../../../test/heist-world.ts';
import { asTamperer, keepTables } from '../../../test/tampered-audit.ts';
import { auditLedger } from '../../audit.ts';
import { openDatabase } from '../../db/database.ts';

let world: HeistWorld;
const tables = 'heists heist_tickets heist_answers heist_cart_items funds transfers postings'.split(' ');
let errorsAfter: Awaited<ReturnType<typeof keepTables>>;
/** Heists that are over: won in coins, drawn, won as a thing, and without a winner; and one that is open. */
const ids = { cash: 0, drawn: 0, thing: 0, none: 0, open: 0 };
let [ada, bola, chidi]: SignedInClient[] = [];
beforeAll(async () => {
  world = await openHeistWorld();
  const players: SignedInClient[] = [];
  for (let nth = 0; nth < 3; nth += 1) players.push(await world.server.signIn({ coins: 1_000 }));
  [ada, bola, chidi] = players;
  const create = async (typed: string[], over: Parameters<HeistWorld['create']>[0] = {}) => {
    const { id } = await world.create({ minimum_users: 1, prize: 20, ...over });
    for (const player of players) await world.buy(player, id);
    await world.passAndSweep(id, 'starts_at');
    for (const [nth, answer] of typed.entries())
      await players[nth]?.post(`/hurt/submitAnswer/${id}`, { answer });
    return id;
  };
  ids.cash = await create(['Silver', 'Golden key', 'Golden key']);
  ids.drawn = await create(['Silver', 'Golden key', 'Golden key'], { winner_rule: 'draw' });
  ids.thing = await create(['Golden key'], { category: 'product' });
  ids.none = await create(['Silver', 'Goldan kay']);
  for (const id of [ids.cash, ids.drawn, ids.thing, ids.none]) await world.passAndSweep(id, 'end_date');
  ids.open = await create(['Silver', 'Golden key']);
  await asTamperer(
    world.database,
    // Settled before the last audit, for the test of checkpoints.
    `UPDATE heists SET settled_at = settled_at - interval '1 day' WHERE id = ${ids.cash}`,
  );
  errorsAfter = await keepTables(world.database, tables);
});
afterAll(() => world?.close());

const prizeOf = (id: number) =>
  `(SELECT t.id FROM transfers t WHERE t.kind = 'prize' AND t.subject_kind = 'heist' AND t.subject_id = '${id}')`;

describe('P2 the audit of heists', () => {
  it('finds no error in heists that were won, drawn, refunded and are open', async () => {
    const report = await auditLedger(world.db, { mode: 'full' });
    expect(report.errors).toEqual([]);
    expect(report.checked.heists).toBe(5);
  });

  it.each<[string, () => string, () => string]>([
    [
      'X7 a prize with more available coins than the winner’s share',
      () => `UPDATE postings SET source = 'bonus' WHERE source_id = '${bola?.user.id}'
        AND destination_id = (SELECT pot_id FROM heists WHERE id = ${ids.cash})`,
      () =>
        `heists ${ids.cash} paid its winner 20 available coins, 20 by its postings, of a prize of 20; the winner paid 0 of 10 coins available, all players 20`,
    ],
    [
      'H2 a ticket that was removed',
      () => `DELETE FROM heist_tickets WHERE heist_id = ${ids.open} AND no = 2`,
      () => `heists ${ids.open} has 3 tickets; 2 are sold, the last with number 3`,
    ],
    [
      'H2 a number that was left out',
      () => `UPDATE heist_tickets SET no = 4 WHERE heist_id = ${ids.open} AND no = 3`,
      () => `heists ${ids.open} has 3 tickets; 3 are sold, the last with number 4`,
    ],
    [
      'H9 a ticket that was not paid',
      () => `UPDATE heist_tickets SET paid_available = 0 WHERE heist_id = ${ids.open} AND no = 3`,
      () => `heists ${ids.open} sold 1 tickets not for 10`,
    ],
    [
      'H3 an answer that was accepted later',
      () => `UPDATE heists SET answers = '["The golden key", "Golden key", "Silver"]' WHERE id = ${ids.open}`,
      () => `heists ${ids.open} committed to`,
    ],
    [
      'H3 an accepted answer that is no near miss',
      () =>
        `UPDATE heist_answers SET accepted_by = '${world.operator.user.id}' WHERE heist_id = ${ids.open} AND seq = 1`,
      () => `heists ${ids.open} accepts “silver”, which does not nearly equal an accepted answer`,
    ],
    [
      'H3 an answer of a user without a ticket',
      () =>
        `INSERT INTO heist_answers VALUES (${ids.open}, '${world.operator.user.id}', 9, 'x', 'x', clock_timestamp())`,
      () => `heists ${ids.open} has 1 answers of users without a ticket`,
    ],
    [
      'H4 another winner',
      () => `UPDATE heists SET winner_id = '${chidi?.user.id}' WHERE id = ${ids.cash}`,
      () =>
        `heists ${ids.cash} is completed with winner ${chidi?.user.id}; its earliest correct answer is of ${bola?.user.id}`,
    ],
    [
      'H4 a drawn winner without a correct answer',
      () => `UPDATE heists SET winner_id = '${ada?.user.id}' WHERE id = ${ids.drawn}`,
      () => `heists ${ids.drawn} is completed with winner ${ada?.user.id}`,
    ],
    [
      'H4 a correct answer without a winner',
      () => `UPDATE heist_answers SET normalized = 'golden key' WHERE heist_id = ${ids.none} AND seq = 2`,
      () =>
        `heists ${ids.none} is completed with winner NULL; its earliest correct answer is of ${bola?.user.id}`,
    ],
    [
      'P3 a prize that was never posted',
      () => `DELETE FROM postings WHERE transfer_id = ${prizeOf(ids.cash)}`,
      () => `heists ${ids.cash} is completed and paid 0 prizes, 0 coins of 20`,
    ],
    [
      'P3 a prize that another player got',
      () =>
        `UPDATE postings SET destination_id = '${ada?.user.id}', destination_seq = destination_seq + 100 WHERE transfer_id = ${prizeOf(ids.cash)}`,
      () => `heists ${ids.cash} is completed and paid 1 prizes`,
    ],
    [
      'H4 a prize that is in no cart',
      () => `DELETE FROM heist_cart_items WHERE heist_id = ${ids.thing}`,
      () => `heists ${ids.thing} is completed; its prize is in 0 carts of the winner, in 0 of all users`,
    ],
    [
      'H4 a prize in another cart',
      () => `UPDATE heist_cart_items SET user_id = '${bola?.user.id}' WHERE heist_id = ${ids.thing}`,
      () => `heists ${ids.thing} is completed; its prize is in 0 carts of the winner, in 1 of all users`,
    ],
    [
      'H4 a ticket that was not refunded',
      () =>
        `UPDATE heist_tickets SET refunded_by = NULL WHERE heist_id = ${ids.none} AND user_id = '${ada?.user.id}'`,
      () => `heists ${ids.none} is completed; 30 coins of 20 were refunded, not of all tickets`,
    ],
    [
      'X6 coins left in the pot',
      () =>
        `UPDATE funds SET balance = balance + 3 WHERE subject_kind = 'heist' AND subject_id = '${ids.thing}'`,
      () => `heists ${ids.thing} is over; its pot has 3`,
    ],
  ])('reports %s', async (_what, change, fault) => {
    expect(await errorsAfter(change(), world.db, 'full')).toContainEqual(
      expect.stringContaining(`: ${fault()}`),
    );
  });

  it('reads open heists, and those that were settled since the last audit, and no others', async () => {
    // Only the owner may write the audit's positions.
    const owner = openDatabase({ url: world.database.ownerUrl, poolSize: 2 });
    try {
      await auditLedger(owner);
      const report = await auditLedger(owner, { mode: 'checkpoints' });
      expect(report).toMatchObject({ ok: true, isFull: false });
      expect(report.checked.heists).toBe(4);
      const change = 'UPDATE heist_tickets SET no = no + 10 WHERE heist_id =';
      expect(await errorsAfter(`${change} ${ids.open}`, owner, 'checkpoints')).not.toEqual([]);
      expect(await errorsAfter(`${change} ${ids.cash}`, owner, 'checkpoints')).toEqual([]);
    } finally {
      await owner.close();
    }
  });
});
