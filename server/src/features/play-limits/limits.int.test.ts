import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPlayWorld, type PlayWorld, refusalOf } from '../../../test/play-world.ts';
import { untilDecided } from '../../../test/until-decided.ts';

let world: PlayWorld;
beforeAll(async () => {
  world = await openPlayWorld();
});
afterAll(() => world?.close());

const HOUR_MS = 3_600_000;

describe('G1 a limit of the day', () => {
  it('refuses an entry, a contest, a ticket and a bid that would exceed it, and nothing below it', async () => {
    const ada = await world.player();
    await world.limit(ada, { day: 20 });
    const [auction, contest] = [
      await world.auction({ entry_bid_points: 21 }),
      await world.contest({ entry_fee: 21 }),
    ];
    const { id: heist } = await world.create({ ticket_price: 21 });
    const bidding = await world.entered(ada, { bid_increment: 21 });
    for (const reply of [
      await world.enter(ada, auction),
      await world.join(ada, contest),
      await world.buy(ada, heist),
      await world.bid(ada, bidding),
    ]) {
      expect(refusalOf(reply)).toEqual({
        status: 409,
        code: 'LIMIT_REACHED',
        details: { period: 'day', limit: 20, left: 20, until: expect.any(String) },
      });
    }
    expect(await world.wallet(ada)).toEqual({ available: 1_000, bonus: 0 });
    expect((await world.enter(ada, await world.auction({ entry_bid_points: 20 }))).status).toBe(200);
    const { body } = await world.join(ada, await world.contest({ entry_fee: 1 }));
    expect(body).toMatchObject({ code: 'LIMIT_REACHED', details: { left: 0 } });
    expect(body.message).toMatch(
      /^Your limit is 20 coins a day, and nothing is left\. You can spend more from /,
    );
  });

  it('X3 ends at midnight in Lagos', async () => {
    const ada = await world.player();
    await world.limit(ada, { day: 20 });
    const { body } = await world.enter(ada, await world.auction({ entry_bid_points: 21 }));
    const until = new Date(body.details.until);
    expect(until.toISOString()).toMatch(/T23:00:00\.000Z$/);
    expect(until.getTime() - Date.now()).toBeLessThanOrEqual(24 * HOUR_MS);
    await world.enter(ada, await world.auction({ entry_bid_points: 20 }));
    await world.moveDays(ada, 'today - 1');
    expect((await world.enter(ada, await world.auction({ entry_bid_points: 20 }))).status).toBe(200);
  });

  it('counts an open hold on every day, and a captured bid as spent', async () => {
    const ada = await world.player();
    const id = await world.entered(ada, { bid_increment: 15 });
    await world.bid(ada, id);
    await world.limit(ada, { day: 20 });
    await world.moveDays(ada, 'today - 1');
    const entry = () => world.auction({ entry_bid_points: 6 });
    expect(refusalOf(await world.enter(ada, await entry()))).toMatchObject({
      code: 'LIMIT_REACHED',
      details: { left: 5 },
    });
    await world.closeAuction(id);
    expect((await ada.get('/user/limits')).body.day).toMatchObject({ used: 15, left: 5 });
    expect((await world.enter(ada, await entry())).body.code).toBe('LIMIT_REACHED');
    expect(await world.days(ada)).toMatchObject([{ spent: 15, refunded: 0, won: 0 }]);
  });

  it('a hold that is released and a refund give their room back', async () => {
    const [ada, ben] = [await world.player(), await world.player()];
    await world.limit(ada, { day: 10 });
    const id = await world.entered(ada, { bid_increment: 10 });
    await world.enter(ben, id);
    expect((await world.bid(ada, id)).status).toBe(200);
    const contest = await world.contest({ entry_fee: 10 });
    expect((await world.join(ada, contest)).body.code).toBe('LIMIT_REACHED');
    expect((await world.bid(ben, id)).status).toBe(200);
    expect((await world.join(ada, contest)).status).toBe(200);
    const cyd = await world.player();
    await world.limit(cyd, { day: 10, week: 10 });
    const joined = await world.auction({ entry_bid_points: 10 });
    await world.enter(cyd, joined);
    const next = await world.contest({ entry_fee: 10 });
    expect((await world.join(cyd, next)).body.code).toBe('LIMIT_REACHED');
    const cancelled = await world.operator.post(`/admin/auctions/${joined}/cancel`, {
      reason: 'The item is damaged.',
    });
    expect(cancelled.status).toBeLessThan(300);
    expect(await world.days(cyd)).toMatchObject([{ spent: 10, refunded: 10 }]);
    expect((await world.join(cyd, next)).status).toBe(200);
  });

  it('a bid replaces the hold of the own former bid, which does not count twice', async () => {
    const [ada, ben] = [await world.player(), await world.player()];
    await world.limit(ada, { day: 5 });
    const id = await world.entered(ada, { bid_increment: 1 });
    await world.enter(ben, id);
    for (const one of [ada, ben, ada, ben, ada]) expect((await world.bid(one, id)).status).toBe(200);
    expect((await world.bid(ben, id)).status).toBe(200);
    expect(refusalOf(await world.bid(ada, id))).toMatchObject({
      code: 'LIMIT_REACHED',
      details: { left: 5 },
    });
  });

  it('A6 of many bids in one batch, those above a limit are refused and the others decided', async () => {
    const players = await Promise.all([1, 2, 3, 4, 5].map(() => world.player()));
    const id = await world.auction({ entry_bid_points: 0 });
    for (const player of players) await world.enter(player, id);
    const [limited] = players;
    if (!limited) throw new Error('no player');
    await world.limit(limited, { day: 2 });
    const bids = Array.from({ length: 40 }, (_, nth) => players[nth % 5] ?? limited);
    const replies = await Promise.all(bids.map((player) => untilDecided(() => world.bid(player, id))));
    const ofLimited = replies.filter((_, nth) => bids[nth] === limited);
    for (const { status, body } of ofLimited) {
      if (status === 200) expect(body.price).toBeLessThanOrEqual(2);
      else expect(['LIMIT_REACHED', 'ALREADY_LEADING']).toContain(body.code);
    }
    expect((await world.bid(limited, id)).body.code).toBe('LIMIT_REACHED');
    expect(await world.audit()).toEqual([]);
  });

  it('parallel spends on two servers never exceed it', async () => {
    const ada = await world.player();
    await world.limit(ada, { day: 25 });
    const ids = await Promise.all(Array.from({ length: 6 }, () => world.auction({ entry_bid_points: 10 })));
    const [here, there] = [ada, world.onOther(ada)];
    const replies = await Promise.all(
      ids.map((id, nth) => untilDecided(() => world.enter(nth % 2 ? here : there, id))),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(2);
    expect(await world.days(ada)).toMatchObject([{ spent: 20 }]);
  });
});

describe('G1 a limit of the week', () => {
  it('X3 begins on Monday in Lagos', async () => {
    const ada = await world.player();
    await world.limit(ada, { week: 30 });
    await world.enter(ada, await world.auction({ entry_bid_points: 20 }));
    await world.moveDays(ada, 'week');
    const next = () => world.auction({ entry_bid_points: 11 });
    const { body } = await world.enter(ada, await next());
    expect(body).toMatchObject({ code: 'LIMIT_REACHED', details: { period: 'week', limit: 30, left: 10 } });
    const until = new Date(body.details.until);
    // Monday 00:00 in Lagos is Sunday 23:00 UTC.
    expect([until.getUTCDay(), until.getUTCHours()]).toEqual([0, 23]);
    await world.moveDays(ada, 'week - 1');
    expect((await world.enter(ada, await next())).status).toBe(200);
  });

  it('X3 a posting counts on the day of Lagos, not of UTC', async () => {
    const ada = await world.player();
    const moves = ['2026-11-22T22:59:59.999Z', '2026-11-22T23:00:00Z'].map((at, nth) => {
      const id = world.server.deps.newId();
      return `INSERT INTO transfers (id, kind, realm, subject_kind, subject_id, key, input_hash, created_at)
          VALUES ('${id}', 'ticket', 0, 'heist', '1', '${id}', '\\x00', '${at}');
        INSERT INTO postings (transfer_id, no, realm, unit, amount, source, source_id, destination)
          VALUES ('${id}', 0, 0, 'coin', ${nth + 1}, 'available', '${ada.user.id}', 'revenue');`;
    });
    await world.database.asOwner(moves.join('\n'));
    expect(await world.days(ada)).toMatchObject([
      { day: '2026-11-22', spent: 1 },
      { day: '2026-11-23', spent: 2 },
    ]);
  });
});

describe('G1 changes of a limit', () => {
  it('a lower one applies at once, on every server; a higher one or none after 24 hours, which the current one cancels', async () => {
    const ada = await world.player();
    expect((await world.limit(ada, { day: 100 })).body.day).toMatchObject({ coins: 100, next: null });
    expect((await world.limit(ada, { day: 40 })).body.day).toMatchObject({ coins: 40, next: null });
    for (const higher of [60, null]) {
      const { day } = (await world.limit(ada, { day: higher })).body;
      expect(day).toMatchObject({ coins: 40, next: { coins: higher } });
      const inMs = new Date(day.next.at).getTime() - Date.now();
      expect(Math.abs(inMs - 24 * HOUR_MS)).toBeLessThan(HOUR_MS);
    }
    const entry = await world.auction({ entry_bid_points: 50 });
    expect((await world.enter(ada, entry)).body.code).toBe('LIMIT_REACHED');
    await world.query(
      "UPDATE play_limits SET day_changes_at = now() - interval '1 second' WHERE user_id = $1",
      [ada.user.id],
    );
    expect((await ada.get('/user/limits')).body.day).toMatchObject({ coins: null, left: null, next: null });
    expect((await world.enter(ada, entry)).status).toBe(200);
    const ben = await world.player();
    await world.limit(ben, { week: 10 });
    const first = (await world.limit(ben, { week: 20 })).body.week.next;
    expect((await world.limit(ben, { week: 20 })).body.week.next).toEqual(first);
    expect((await world.limit(ben, { week: 10 })).body.week).toMatchObject({ coins: 10, next: null });
    const cyd = await world.player();
    const id = await world.entered(cyd, { bid_increment: 10 });
    await world.limit(cyd, { day: 9 });
    // A missing field stays.
    expect((await world.limit(cyd, { week: 90 })).body).toMatchObject({
      day: { coins: 9 },
      week: { coins: 90 },
    });
    expect((await world.bid(world.onOther(cyd), id)).body.code).toBe('LIMIT_REACHED');
  });
});

it('P2 the sums of the days equal the postings, and the audit names a day that does not', async () => {
  const ada = await world.player();
  await world.enter(ada, await world.auction());
  expect(await world.audit()).toEqual([]);
  // The sums are written by the database alone.
  for (const statement of ['UPDATE play_days SET spent = 0', 'DELETE FROM play_days'])
    await expect(world.query(statement)).rejects.toThrow('permission denied');
  await world.database.asOwner(`UPDATE play_days SET spent = spent - 1 WHERE user_id = '${ada.user.id}'`);
  const errors = await world.audit();
  expect(errors).toMatchObject([{ check: 'play', table: 'play_days' }]);
  expect(errors[0]?.row).toContain(ada.user.id);
  await world.database.asOwner(`UPDATE play_days SET spent = spent + 1 WHERE user_id = '${ada.user.id}'`);
  expect(await world.audit()).toEqual([]);
});
