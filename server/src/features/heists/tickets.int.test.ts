import type { SignedInClient } from '@copup/testkit/app.ts';
import { isFull } from '@copup/testkit/is-full.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HeistWorld, openHeistWorld } from '../../../test/heist-world.ts';
import { untilDecided } from '../../../test/until-decided.ts';

let world: HeistWorld;
beforeAll(async () => {
  world = await openHeistWorld();
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

const ticketsOf = (id: number) =>
  world.query<{ userId: string; no: number; paid: number }>(
    `SELECT user_id AS "userId", no, (paid_available + paid_bonus)::int AS paid FROM heist_tickets
      WHERE heist_id = $1 ORDER BY no`,
    [id],
  );

describe('H2 a ticket', () => {
  it('P6 is paid once into the pot, bonus coins first, and has a number (L6, H9); a free one moves no coins', async () => {
    const heist = await world.create({ ticket_price: 30, minimum_users: 1 });
    const before = (await world.pot(heist.id)) ?? 0;
    const ada = await world.server.signIn({ coins: 100, bonus: 20 });
    const { status, body } = await world.buy(ada, heist.id, 'one-key');
    expect(status).toBe(200);
    expect(body).toEqual({
      message: 'Pay entry fee successful!',
      transfer_id: expect.any(String),
      ticket_no: 1,
      paid_available: 10,
      paid_bonus: 20,
    });
    expect(await world.wallet(ada)).toEqual({ available: 90, bonus: 0 });
    expect(await world.pot(heist.id)).toBe(before + 30);
    // P6: the key gets the first reply, also at the same time.
    const again = await Promise.all([1, 2].map(() => world.buy(ada, heist.id, 'one-key')));
    for (const reply of again) expect([reply.status, reply.body]).toEqual([200, body]);
    expect((await world.buy(ada, heist.id, 'another')).body.code).toBe('ALREADY_JOINED');
    expect(await world.wallet(ada)).toEqual({ available: 90, bonus: 0 });
    expect(await ticketsOf(heist.id)).toEqual([{ userId: ada.user.id, no: 1, paid: 30 }]);
    const transfers = await world.query(`SELECT kind, subject_kind FROM transfers WHERE id = $1`, [
      body.transfer_id,
    ]);
    expect(transfers).toEqual([{ kind: 'ticket', subject_kind: 'heist' }]);
    expect((await world.server.deps.rooms.latest(`heist:${heist.id}`))?.state).toMatchObject({
      participants: 1,
      left: 99,
    });
    expect((await ada.get(`/hurt/heists/${heist.id}/participants`)).body).toEqual({
      participant_count: 1,
      remaining_spots: 99,
    });
    const free = await world.create({ ticket_price: 0, prize: 40 });
    const message = 'Your ticket is free.';
    expect((await world.buy(await world.server.signIn(), free.id)).body).toEqual({
      message,
      transfer_id: null,
      ticket_no: 1,
      paid_available: 0,
      paid_bonus: 0,
    });
    expect(await world.pot(free.id)).toBe(40);
  });

  it('X7, L6 is paid with available coins on request, and its prize is available as far as it was', async () => {
    const heist = await world.create({ ticket_price: 30, prize: 60, minimum_users: 2 });
    const [ada, bola] = [
      await world.server.signIn({ coins: 30, bonus: 20 }),
      await world.server.signIn({ coins: 30, bonus: 20 }),
    ];
    const buyAvailable = (key: string) =>
      ada.post(`/hurt/heists/pay-entry/${heist.id}`, { pay_with: 'available' }, { 'idempotency-key': key });
    expect((await buyAvailable('k')).body).toMatchObject({ paid_available: 30, paid_bonus: 0 });
    expect((await world.buy(ada, heist.id, 'k')).body.code).toBe('IDEMPOTENCY_KEY_REUSED');
    expect((await world.buy(bola, heist.id)).body).toMatchObject({ paid_available: 10, paid_bonus: 20 });
    await world.passAndSweep(heist.id, 'starts_at');
    for (const player of [bola, ada])
      await player.post(`/hurt/submitAnswer/${heist.id}`, { answer: 'Golden key' });
    await world.passAndSweep(heist.id, 'end_date');
    // A third of 60 coins: bola, the earliest, paid a third of the ticket with available coins.
    expect(await world.wallet(bola)).toEqual({ available: 20 + 20, bonus: 40 });
    expect(await world.wallet(ada)).toEqual({ available: 0, bonus: 20 });
    const poor = await world.server.signIn({ coins: 9, bonus: 90 });
    const other = await world.create({ ticket_price: 10 });
    const refused = await poor.post(`/hurt/heists/pay-entry/${other.id}`, { pay_with: 'available' });
    expect(refused.body.code).toBe('NOT_ENOUGH_COINS');
    expect((await poor.post(`/hurt/heists/pay-entry/${other.id}`, { pay_with: 'bonus' })).status).toBe(400);
  });

  it('H1 the last one puts the heist on hold at once, and none is sold after the start', async () => {
    const heist = await world.create({ capacity: 2 });
    await world.player(heist);
    expect((await world.read(heist.id)).status).toBe('available');
    await world.player(heist);
    expect((await world.read(heist.id)).status).toBe('on_hold');
    expect((await world.server.deps.rooms.latest(`heist:${heist.id}`))?.state).toMatchObject({
      status: 'on_hold',
      left: 0,
    });
    const late = await world.server.signIn({ coins: 100 });
    expect((await world.buy(late, heist.id)).body.code).toBe('HEIST_FULL');
    const { body } = await late.get('/hurt/heists-on-hold');
    expect(body.map(({ id }: { id: number }) => id)).toContain(heist.id);
    // The time decides, not the status that a late sweep has yet to change.
    const due = await world.create({ minimum_users: 1 });
    await world.player(due);
    await world.pass(due.id, 'starts_at');
    expect((await world.buy(late, due.id)).body.code).toBe('HEIST_NOT_OPEN');
    expect((await world.read(due.id)).status).toBe('started');
    await world.passAndSweep(due.id, 'end_date');
    expect((await world.buy(late, due.id)).body.code).toBe('HEIST_NOT_OPEN');
    expect(await world.wallet(late)).toEqual({ available: 100, bonus: 0 });
  });
});

describe('H2 capacity', () => {
  it('many players on two servers buy exactly 100 tickets, numbered 1 to 100, and each pays once', async () => {
    const second = await world.start();
    try {
      const heist = await world.create({ capacity: 100, minimum_users: 100, prize: 1_000 });
      const players: SignedInClient[] = [];
      for (let nth = 0; nth < (isFull ? 50 : 7); nth += 1) {
        players.push(
          ...(await Promise.all(Array.from({ length: 20 }, () => world.server.signIn({ coins: 10 })))),
        );
      }
      const replies = await Promise.all(
        players.map((player, nth) =>
          untilDecided(() =>
            world.buy(nth % 2 === 0 ? player : second.client.withToken(player.token), heist.id),
          ),
        ),
      );
      const bought = replies.filter(({ status }) => status === 200);
      expect(bought.map(({ body }) => body.ticket_no).sort((a, b) => a - b)).toEqual(
        Array.from({ length: 100 }, (_, nth) => nth + 1),
      );
      const refused = new Set(replies.filter(({ status }) => status !== 200).map(({ body }) => body.code));
      expect([...refused]).toEqual(['HEIST_FULL']);
      expect((await ticketsOf(heist.id)).map(({ no }) => no)).toEqual(
        Array.from({ length: 100 }, (_, nth) => nth + 1),
      );
      expect(await world.pot(heist.id)).toBe(1_000);
      const [{ spent } = { spent: -1 }] = await world.query<{ spent: number }>(
        `SELECT count(*)::int AS spent FROM wallets WHERE user_id = ANY($1::uuid[]) AND available = 0`,
        [players.map(({ user }) => user.id)],
      );
      expect(spent).toBe(100);
      expect(await world.read(heist.id)).toMatchObject({ participants: 100, status: 'on_hold' });
    } finally {
      await second.close();
    }
  });
});
