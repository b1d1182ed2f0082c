import { drawWinner, ticketsDigestOf } from '@copup/shared/heist-proof.ts';
import type { SignedInClient } from '@copup/testkit/app.ts';
import { isFull } from '@copup/testkit/is-full.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type HeistWorld, openHeistWorld } from '../../../test/heist-world.ts';
import { nodeHashes } from '../../fairness/node-hashes.ts';

let world: HeistWorld;
beforeAll(async () => {
  world = await openHeistWorld();
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

const leave = (client: SignedInClient, id: number, key = 'leave') =>
  client.post(`/hurt/heists/leave/${id}`, undefined, { 'idempotency-key': key });
const correct = (id: number, story = 'Another story.') =>
  world.operator.put(`/admin/heists/${id}`, { story });
const changes = async (client: SignedInClient, id: number) =>
  (await client.get(`/hurt/heists/changes/${id}`)).body;

it.each(['earliest', 'draw'] as const)(
  'A14 a ticket is returned after a correction: its number is not sold again, and the counts are right (%s)',
  async (rule) => {
    const heist = await world.create({ capacity: 3, winner_rule: rule });
    const [ada, ben, cy] = [await world.player(heist), await world.player(heist), await world.player(heist)];
    expect((await world.read(heist.id)).status).toBe('on_hold');
    expect((await leave(ben, heist.id)).body.code).toBe('CANNOT_LEAVE');
    expect((await correct(heist.id)).status).toBe(200);
    expect(await changes(ben, heist.id)).toEqual({
      corrections: [
        {
          at: expect.any(String),
          fields: [{ field: 'description', before: 'A vault under the lagoon.', after: 'Another story.' }],
        },
      ],
      refund: 10,
      cancel_reason: null,
      copy_id: null,
    });
    const { status, body } = await leave(ben, heist.id);
    expect([status, body.returned_available]).toEqual([200, 10]);
    expect((await leave(ben, heist.id)).body).toEqual(body);
    expect(await changes(ben, heist.id)).toEqual({
      corrections: [],
      refund: null,
      cancel_reason: null,
      copy_id: null,
    });
    expect((await world.server.deps.rooms.latest(`heist:${heist.id}`))?.state).toMatchObject({
      participants: 2,
      left: 1,
    });
    const again = await world.buy(ben, heist.id);
    expect(again.body).toMatchObject({ ticket_no: 4, paid_available: 10 });
    // X7, F1: a winner who had left pays the share of the last ticket; the proof counts tickets without gaps.
    await world.passAndSweep(heist.id, 'starts_at');
    for (const client of [ben, cy, ada])
      expect((await client.post(`/hurt/submitAnswer/${heist.id}`, { answer: 'Golden key' })).status).toBe(
        200,
      );
    await world.passAndSweep(heist.id, 'end_date');
    const { body: proof } = await ada.get(`/fairness/heist/${heist.id}`);
    expect((await world.read(heist.id)).winnerUsername).toBe(proof.winner_username);
    if (rule === 'earliest') expect(proof.winner_username).toBe(ben.user.username);
    else {
      const clientSeed = ticketsDigestOf(proof.tickets, nodeHashes);
      const place = drawWinner(
        3,
        { serverSeed: Buffer.from(proof.draw_seed, 'hex'), clientSeed },
        nodeHashes,
      );
      expect(proof.correct[place].user).toBe(proof.winner);
    }
  },
);

it('A14 no player leaves after the start, and a heist that falls below its minimum is cancelled', async () => {
  const [full, empty] = [await world.create({ minimum_users: 1 }), await world.create({ minimum_users: 2 })];
  const [ada, ben] = [await world.player(full), await world.player(empty)];
  const cy = await world.player(empty);
  for (const { id } of [full, empty]) await correct(id);
  expect((await leave(cy, empty.id)).status).toBe(200);
  await world.pass(full.id, 'starts_at');
  expect((await leave(ada, full.id)).body.code).toBe('CANNOT_LEAVE');
  await world.passAndSweep(full.id, 'starts_at');
  expect((await leave(ada, full.id)).body.code).toBe('CANNOT_LEAVE');
  expect((await correct(full.id, 'Late')).body.code).toBe('HEIST_NOT_EDITABLE');
  await world.passAndSweep(empty.id, 'starts_at');
  expect((await world.read(empty.id)).status).toBe('cancelled');
  for (const client of [ben, cy]) expect(await world.wallet(client)).toMatchObject({ available: 100 });
});

it('A14 two servers: leaving against the start, against buying and against a cancellation', async () => {
  const second = await world.start();
  try {
    for (let round = 0; round < (isFull ? 6 : 2); round += 1) {
      const heist = await world.create({ minimum_users: 1, ticket_price: 10 });
      const players = [await world.player(heist), await world.player(heist), await world.player(heist)];
      const [ada, ben] = players as [SignedInClient, SignedInClient];
      await correct(heist.id);
      const cancels = round % 2 === 0;
      if (!cancels) await world.pass(heist.id, 'holds_at');
      await Promise.all([
        leave(ada, heist.id),
        leave(ada, heist.id, 'other'),
        leave(ben, heist.id),
        world.buy(ben, heist.id, 'again'),
        cancels
          ? world.operator.post(`/admin/heists/${heist.id}/cancel`, { reason: 'Damaged' })
          : world.pass(heist.id, 'starts_at').then(() => world.sweep(second)),
      ]);
      const row = await world.read(heist.id);
      const held = await world.query<{ id: string }>(
        'SELECT user_id AS id FROM heist_tickets WHERE heist_id = $1',
        [heist.id],
      );
      expect(row.participants).toBe(held.length);
      for (const client of players) {
        const isIn = !cancels && held.some(({ id }) => id === client.user.id);
        expect(await world.wallet(client)).toMatchObject({ available: isIn ? 90 : 100 });
      }
    }
  } finally {
    await second.close();
  }
});
