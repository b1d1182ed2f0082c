import { BetsState } from '@copup/shared/bets.ts';
import { limitRules } from '@copup/shared/limit-rules.ts';
import { startApp, type TestApp } from '@copup/testkit/app.ts';
import type { ApiClient } from '@copup/testkit/client.ts';
import { createTestDatabase, type TestDatabase, testRedis } from '@copup/testkit/databases.ts';
import { isFull } from '@copup/testkit/is-full.ts';
import { noLimits } from '@copup/testkit/no-limits.ts';
import { until } from '@copup/testkit/until.ts';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BetWorld, PASSWORD, type TestFixture } from '../../../test/bet-world.ts';
import { untilBlocked } from '../../../test/lock-waits.ts';
import { auditLedger } from '../../audit.ts';
import { endDueBets } from './bets.jobs.ts';
import { betsRoomKind } from './bets.room.ts';

/** Two servers on one database. */
let database: TestDatabase;
let apps: [TestApp, TestApp];
let world: BetWorld;
let fixture: TestFixture;
const { betPassword, betPasswordOfBet, betPasswordSlowed } = limitRules;
beforeAll(async () => {
  database = await createTestDatabase();
  const overrides = { limitRules: { ...noLimits, betPassword, betPasswordOfBet, betPasswordSlowed } };
  const options = { database, redis: testRedis(), overrides };
  apps = [await startApp(options), await startApp(options)];
  world = new BetWorld(apps[0], await apps[0].signIn({ role: 1 }));
  fixture = await world.fixture();
});
afterAll(async () => {
  expect((await auditLedger(apps[0].deps.db)).errors).toEqual([]);
  for (const app of apps) await app.close();
  await database.drop();
});

const onOther = (client: ApiClient) => apps[1].client.withToken(client.token);
/** Calls again while the server refuses because it is busy. */
async function patient(call: () => Promise<Awaited<ReturnType<ApiClient['post']>>>) {
  for (;;) {
    const reply = await call();
    if (reply.status !== 503) return reply;
  }
}

describe('B2 races on two servers', () => {
  it('of many joins at once exactly one succeeds, and the others keep their coins', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 2, max: 6 }), async (count) => {
        const { id } = await world.pending(fixture);
        const players = await Promise.all(Array.from({ length: count }, () => world.player()));
        const replies = await Promise.all(
          players.map((player, nth) =>
            patient(() => world.join(nth % 2 === 0 ? player : onOther(player), id)),
          ),
        );
        expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
        for (const { status, body } of replies)
          if (status !== 200) expect([status, body.code]).toEqual([409, 'BET_TAKEN']);
        const coins = await Promise.all(players.map((player) => world.availableOf(player)));
        expect(coins.map((left) => 100 - left)).toEqual(
          replies.map(({ status }) => (status === 200 ? 100 : 0)),
        );
        expect(await world.bet(id)).toMatchObject({ status: 'active', escrow: 200 });
      }),
      { numRuns: isFull ? 5 : 3 },
    );
  });

  it('O3a of results that two operators enter at once for one winner, no sum is passed', async () => {
    const winner = await apps[0].signIn({ coins: 20_000 });
    const fixtures = [await world.fixture(), await world.fixture()];
    for (const own of fixtures) {
      const { body } = await world.create(winner, own, { stake_points: 4_000 });
      await world.join(await world.player(4_000), body.bet.bet_id);
      await world.kickOff(own);
    }
    const operators = [await world.anOperator(), onOther(await world.anOperator())];
    // Both have read their sums before either has written them.
    const holder = new pg.Client(database.ownerUrl);
    await holder.connect();
    await holder.query('BEGIN; LOCK TABLE operator_moves IN SHARE ROW EXCLUSIVE MODE');
    const entered = fixtures.map(({ id }, nth) =>
      operators[nth]?.post(`/admin/fixtures/${id}/result`, { result: 'team_a' }),
    );
    await untilBlocked(apps[0].deps.db, 2);
    await holder.end();
    const statuses = (await Promise.all(entered)).map((reply) => reply?.status).sort();
    expect(statuses).toEqual([200, 202]);
    await world.endDue();
  });

  it('a join, a cancellation and the kickoff at once leave one outcome, and all coins', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('cancel', 'kickoff', 'abandon'),
        fc.boolean(),
        async (action, isFirst) => {
          const own = await world.fixture();
          const { id, creator } = await world.pending(own);
          const player = await world.player();
          const join = () => patient(() => world.join(onOther(player), id));
          const act = async () => {
            if (action === 'cancel') return patient(() => creator.post(`/bet/cancel/${id}`));
            if (action === 'kickoff') return world.kickOff(own);
            const operator = await world.anOperator();
            return patient(() => world.result(own, 'abandoned', operator));
          };
          const order = isFirst ? [join, act] : [act, join];
          await Promise.all(order.map((one) => one()));
          // A pass leaves bets that are locked to the next one.
          await until(async () => {
            await Promise.all(apps.map(({ deps }) => endDueBets(deps)));
            expect((await world.bet(id)).status).not.toBe('pending');
          });
          const { status, escrow } = await world.bet(id);
          const coins = [await world.availableOf(creator), await world.availableOf(player)];
          if (status === 'active') expect([...coins, escrow]).toEqual([0, 0, 200]);
          else expect([...coins, escrow]).toEqual([100, 100, 0]);
        },
      ),
      { numRuns: isFull ? 9 : 5 },
    );
  });

  it('two results at once: one is entered, and every bet settles once', async () => {
    const own = await world.fixture();
    const bets = [await world.active(own), await world.active(own), await world.active(own)];
    await world.kickOff(own);
    const operators = [await world.anOperator(), onOther(await world.anOperator())];
    const results = ['team_a', 'team_b'];
    const replies = await Promise.all(
      operators.map((by, nth) =>
        patient(() => by.post(`/admin/fixtures/${own.id}/result`, { result: results[nth] })),
      ),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(replies.find(({ status }) => status === 409)?.body.code).toBe('RESULT_EXISTS');
    await Promise.all(apps.map(({ deps }) => endDueBets(deps)));
    const isFirst = replies[0]?.status === 200;
    for (const { creator, opponent } of bets) {
      expect([await world.availableOf(creator), await world.availableOf(opponent)]).toEqual(
        isFirst ? [190, 0] : [0, 190],
      );
    }
  });

  it('one player spends the same coins on two bets at once: one stake is taken', async () => {
    const [one, other] = [await world.pending(fixture), await world.pending(fixture)];
    const player = await world.player();
    const replies = await Promise.all([
      patient(() => world.join(player, one.id)),
      patient(() => world.join(onOther(player), other.id)),
    ]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(replies.find(({ status }) => status === 409)?.body.code).toBe('NOT_ENOUGH_COINS');
    expect(await world.availableOf(player)).toBe(0);
  });
});

describe('B3 wrong passwords', () => {
  it('are limited to 5 a minute per user and bet; the right one is refused meanwhile', async () => {
    const { id } = await world.pending(fixture);
    const [player, other] = [await world.player(), await world.player()];
    for (let nth = 0; nth < 5; nth += 1)
      expect((await world.join(player, id, `wrong-${nth}`)).body.code).toBe('WRONG_BET_PASSWORD');
    const limited = await world.join(player, id);
    expect([limited.status, limited.body.code]).toEqual([429, 'RATE_LIMITED']);
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
    const second = await world.pending(fixture);
    expect((await world.join(player, second.id)).status).toBe(200);
    // The right password is not counted.
    const poor = await world.player(0);
    for (let nth = 0; nth < 7; nth += 1)
      expect((await world.join(poor, id)).body.code).toBe('NOT_ENOUGH_COINS');
    expect((await world.join(other, id)).status).toBe(200);
  });

  it('B3 above 20 a minute per bet, on all servers together, are slowed down and never keep the opponent out', async () => {
    const { id } = await world.pending(fixture);
    const players = await Promise.all(Array.from({ length: 8 }, () => world.player()));
    let refused = 0;
    for (let nth = 0; nth < 40; nth += 1) {
      const player = players[nth % 8] as ApiClient;
      const { body } = await world.join(nth % 2 === 0 ? player : onOther(player), id, 'wrong');
      await Promise.all(apps.map(({ deps }) => deps.limits.share()));
      if (body.code === 'RATE_LIMITED') refused += 1;
    }
    // After 20 each of the 8 has one more. A server learns the other's last attempt with its own next one, so that one
    // more may be accepted.
    expect([11, 12]).toContain(refused);
    const mistyped = await world.player();
    expect((await world.join(mistyped, id, 'wrong')).body.code).toBe('WRONG_BET_PASSWORD');
    expect((await world.join(mistyped, id)).body.code).toBe('RATE_LIMITED');
    expect((await world.join(await world.player(), id, PASSWORD)).status).toBe(200);
  });
});

describe('B3 room bets', () => {
  const room = () => betsRoomKind(apps[0].deps);
  const read = async (realm = '') => {
    const found = (await room().snapshot([realm])).get(realm);
    return { version: found?.version ?? 0, changes: BetsState.parse(found?.state).changes };
  };

  it('announces new, joined and settled bets once each, and nothing else', async () => {
    const own = await world.fixture();
    const before = await read();
    const { id, creator } = await world.pending(own);
    const player = await world.player();
    expect((await read()).version).toBe(before.version + 1);
    await world.join(player, id, 'wrong');
    await creator.get('/bet/my-bets');
    expect((await read()).version).toBe(before.version + 1);
    await world.join(player, id);
    expect((await read()).changes[0]).toMatchObject({ id, status: 'active' });
    await world.kickOff(own);
    await world.result(own, 'team_a', await world.anOperator());
    const after = await read();
    expect([after.changes[0], after.version]).toMatchObject([{ id, status: 'settled' }, before.version + 3]);
    // A correction changes no status.
    await world.correct(own, 'team_b', await world.anOperator());
    expect((await read()).version).toBe(after.version);
  });

  it('has at most 20 changes and is one of each realm (L8)', async () => {
    const realm = 9;
    const player = await world.player(100, realm);
    const theirs = await world.fixture({ realm });
    const first = await read('9');
    const { id } = await world.pending(theirs, {}, realm);
    const { changes } = await read('9');
    expect(changes.map((change) => change.id)).toEqual([id]);
    expect(first.changes).toEqual([]);
    expect((await read()).changes.length).toBeLessThanOrEqual(20);
    const viewer = (role: 0 | 1, of: number) => ({ role, realm: of }) as never;
    expect(room().authorize(viewer(0, 9), '9')).toBe(true);
    expect([room().authorize(viewer(0, 9), ''), room().authorize(viewer(0, 0), '9')]).toEqual([false, false]);
    expect(room().authorize(viewer(1, 0), '9')).toBe(true);
    const outsider = await world.player();
    expect((await world.join(outsider, id)).body.code).toBe('BET_NOT_FOUND');
    expect((await world.create(outsider, theirs)).body.code).toBe('NO_FIXTURE');
    expect((await outsider.get('/bet/bets')).body.some((bet: { bet_id: number }) => bet.bet_id === id)).toBe(
      false,
    );
    expect((await player.get('/bet/bets')).body.map((bet: { bet_id: number }) => bet.bet_id)).toEqual([id]);
    expect((await world.join(player, id)).status).toBe(200);
  });
});
