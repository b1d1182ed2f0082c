import type { SignedInClient } from '@copup/testkit/app.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type ContestWorld, openContestWorld } from '../../../test/contest-world.ts';
import { cancelSubject } from '../../subjects/cancel-subject.ts';
import { closeOverdue, closeSubjects } from '../../subjects/due-subjects.ts';
import { notifySettled } from '../../subjects/notify-settled.ts';
import { refundAll } from '../../subjects/refund-entries.ts';
import { encodeTapState } from './tap/tap.play.ts';

let world: ContestWorld;
beforeAll(async () => {
  world = await openContestWorld();
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

const tap = (client: SignedInClient, id: number) => client.post('/tap/tap', { tap_contest_id: id });
const transfersOf = (id: number) =>
  world.query<{ kind: string; amount: number; source: string; destination: string }>(
    `SELECT t.kind, p.amount, p.source, p.destination FROM transfers t JOIN postings p ON p.transfer_id = t.id
      WHERE t.subject_kind = 'contest' AND t.subject_id = $1 AND t.kind <> 'entry_fee' ORDER BY t.kind, p.no`,
    [String(id)],
  );

describe('a contest that is won', () => {
  it('L7, X6, X7 pays from the pot, a part as bonus, and empties the pot', async () => {
    const before = await world.rewards();
    const contest = await world.create('tap', { prize: 50, entry_fee: 10, minimum_users: 2 });
    expect(await world.rewards()).toBe(before - 30);
    const [ada, bola, chidi] = [
      await world.player(contest),
      await world.player(contest),
      await world.player(contest),
    ];
    await tap(bola, contest.id);
    await tap(ada, contest.id);
    await tap(ada, contest.id);
    await world.end(contest.id);
    expect(await world.wallet(ada)).toEqual({ available: 90 + 30, bonus: 20 });
    expect(await world.wallet(bola)).toEqual({ available: 90, bonus: 0 });
    expect(await world.rewards()).toBe(before - 20);
    expect(await world.read(contest.id)).toMatchObject({
      status: 'ended',
      winner: ada.user.username,
      winner_score: 2,
      pot: 0,
      players: 3,
      flagged: false,
    });
    expect(await transfersOf(contest.id)).toEqual([
      { kind: 'prize', amount: 30, source: 'pot', destination: 'available' },
      { kind: 'prize', amount: 20, source: 'pot', destination: 'bonus' },
      { kind: 'subsidy', amount: 30, source: 'rewards', destination: 'pot' },
      { kind: 'subsidy_return', amount: 10, source: 'pot', destination: 'rewards' },
    ]);
    await notifySettled(world.server.deps, world.subject);
    expect((await world.notices(ada)).map(({ kind }) => kind)).toEqual(['won']);
    for (const loser of [bola, chidi])
      expect((await world.notices(loser)).map(({ kind }) => kind)).toEqual(['lost']);
  });

  it('X7, L6 pays friends who entered with bonus coins no available coins, and who paid in part, that part', async () => {
    const contest = await world.create('tap', { prize: 2_000, entry_fee: 1_000, minimum_users: 2 });
    const players = [
      await world.server.signIn({ bonus: 1_000 }),
      await world.server.signIn({ bonus: 1_000 }),
    ];
    for (const player of players) await world.join(player, contest);
    const mixed = await world.create('tap', { prize: 2_000, entry_fee: 1_000, minimum_users: 2 });
    const [bola, chidi] = [
      await world.server.signIn({ coins: 250, bonus: 750 }),
      await world.server.signIn({ coins: 100, bonus: 900 }),
    ];
    for (const player of [bola, chidi]) await world.join(player, mixed);
    await tap(players[0] as SignedInClient, contest.id);
    await tap(bola, mixed.id);
    await world.end(contest.id, mixed.id);
    expect(await world.wallet(players[0] as SignedInClient)).toEqual({ available: 0, bonus: 2_000 });
    // A quarter of 2,000 is more than the 350 available coins in the pot.
    expect(await world.wallet(bola)).toEqual({ available: 350, bonus: 1_650 });
  });

  it('C8 a tie goes to the player who reached the score first', async () => {
    const contest = await world.create('tap');
    const [ada, bola] = [await world.player(contest), await world.player(contest)];
    await tap(ada, contest.id);
    await tap(bola, contest.id);
    await tap(bola, contest.id);
    await tap(ada, contest.id);
    await world.end(contest.id);
    expect((await world.read(contest.id)).winner).toBe(bola.user.username);
    expect((await ada.get(`/tap/contest/${contest.id}`)).body).toMatchObject({ rank: 2, score: 2 });
  });

  it('P3 two servers, their sweeps and a play close it concurrently and pay one prize', async () => {
    const second = await world.start();
    try {
      const ids: number[] = [];
      const winners: SignedInClient[] = [];
      for (let nth = 0; nth < 5; nth += 1) {
        const contest = await world.create('tap');
        const ada = await world.player(contest);
        await tap(ada, contest.id);
        ids.push(contest.id);
        winners.push(ada);
      }
      await world.passEnd(...ids);
      const { subject } = world;
      await Promise.all([
        closeOverdue(world.server.deps, subject),
        closeOverdue(second.deps, subject),
        ...ids.map((id) => closeSubjects(second.deps, subject, [id])),
        ...winners.map((winner, nth) => tap(winner, ids[nth] as number)),
      ]);
      for (const [nth, id] of ids.entries()) {
        expect((await world.read(id)).status).toBe('ended');
        expect((await transfersOf(id)).filter(({ kind }) => kind === 'prize')).toHaveLength(2);
        expect(await world.wallet(winners[nth] as SignedInClient)).toEqual({ available: 100, bonus: 5 });
      }
    } finally {
      await second.close();
    }
  });

  it('C6 flags a winner who stayed above 90 % of the cap', async () => {
    const contest = await world.create('tap');
    const ada = await world.player(contest);
    await tap(ada, contest.id);
    const unplayed = await world.create('tap', { minimum_users: 2 });
    await world.join(ada, unplayed);
    await tap(ada, unplayed.id);
    const now = world.clock.wallMs();
    const rate = { fromMs: now - 2_000, taps: 74, windows: 4, wasSlow: false };
    await world.query('UPDATE contest_scores SET state = $2 WHERE contest_id = ANY($1::int[])', [
      [contest.id, unplayed.id],
      encodeTapState({ tokens: 0, atMs: now, streams: [], rate }),
    ]);
    await world.end(contest.id);
    await world.end(unplayed.id);
    expect((await world.read(contest.id)).flagged).toBe(true);
    const { body } = await world.operator.get('/admin/contests?flagged=true');
    expect(body.map(({ id }: { id: number }) => id)).toEqual([contest.id]);
  });
});

describe('a contest that is void', () => {
  it.each([
    ['too few players', { minimum_users: 2, prize: 20 }, true],
    ['no player with a point', { minimum_users: 1 }, false],
  ])('C8 with %s refunds every fee to the original parts of the wallet', async (_, over, scores) => {
    const before = await world.rewards();
    const contest = await world.create('tap', over);
    const ada = await world.server.signIn({ coins: 30, bonus: 4 });
    await world.join(ada, contest);
    if (scores) await tap(ada, contest.id);
    await world.end(contest.id);
    // Clients see it as void while fees are being refunded.
    expect((await ada.get(`/tap/contest/${contest.id}`)).body).toMatchObject({ status: 'void' });
    await refundAll(world.server.deps, world.subject);
    expect(await world.wallet(ada)).toEqual({ available: 30, bonus: 4 });
    expect(await world.rewards()).toBe(before);
    expect(await world.read(contest.id)).toMatchObject({ status: 'void', winner: null, pot: 0 });
    await notifySettled(world.server.deps, world.subject);
    expect(await world.notices(ada)).toMatchObject([{ kind: 'refunded', details: { bid_points: 10 } }]);
  });

  it('C8 resumes refunds that another server left unfinished', async () => {
    const contest = await world.create('card', { minimum_users: 9, prize: 90 });
    const players = [await world.player(contest), await world.player(contest), await world.player(contest)];
    await world.end(contest.id);
    const second = await world.start();
    try {
      await Promise.all([
        refundAll(world.server.deps, world.subject),
        refundAll(second.deps, world.subject),
        refundAll(second.deps, world.subject),
      ]);
    } finally {
      await second.close();
    }
    for (const player of players) expect(await world.wallet(player)).toMatchObject({ available: 100 });
  });

  it('C1 a cancelled contest becomes void, with the reason, and returns the subsidy; after its end it is settled instead', async () => {
    const before = await world.rewards();
    const contest = await world.create('math', { prize: 500 });
    const ada = await world.player(contest);
    const cancel = (reason: string) =>
      world.operator.post(`/admin/contests/${contest.id}/cancel`, { reason });
    const cancelled = { status: 'void', cancel_reason: 'The wrong prize.' };
    expect(await cancel('The wrong prize.')).toMatchObject({ status: 200, body: { ...cancelled, pot: 0 } });
    expect(await world.wallet(ada)).toMatchObject({ available: 100 });
    expect(await world.rewards()).toBe(before);
    expect((await ada.get(`/mathGame/game/${contest.id}`)).body).toMatchObject(cancelled);
    expect((await cancel('Twice.')).body).toMatchObject(cancelled);
    const over = await world.create('tap');
    const bola = await world.player(over);
    await tap(bola, over.id);
    await world.passEnd(over.id);
    const late = { id: over.id, operatorId: null, reason: 'Too late.' };
    await expect(cancelSubject(world.server.deps, world.subject, late)).rejects.toMatchObject({
      code: 'CONTEST_ENDED',
    });
    expect((await world.read(over.id)).winner).toBe(bola.user.username);
  });
});

describe('scheduled jobs and sweeps', () => {
  it('P1 without Redis contests start, are played, end and pay', async () => {
    const alone = await openContestWorld({ redis: null, runsJobs: true });
    try {
      const played = await alone.create('tap');
      const ada = await alone.player(played);
      await tap(ada, played.id);
      const times = { starts_at: alone.iso(60_000), end_date: alone.iso(120_000) };
      const pending = await alone.create('tap', times);
      // Sweeps compare with the time of their statements, which no test can move.
      await alone.query("UPDATE contests SET starts_at = now() - interval '1 second' WHERE id = $1", [
        pending.id,
      ]);
      await alone.passEnd(played.id);
      const statuses = async () => [
        (await alone.read(pending.id)).status,
        (await alone.read(played.id)).status,
        (await alone.notices(ada)).length,
      ];
      await vi.waitFor(async () => expect(await statuses()).toEqual(['active', 'ended', 1]), {
        timeout: 20_000,
        interval: 50,
      });
      expect(await alone.wallet(ada)).toEqual({ available: 100, bonus: 5 });
    } finally {
      await alone.close();
    }
  });

  it('O5 the end of a load test cancels its contests, whose subsidies were issued in its realm', async () => {
    const { body: realm } = await world.operator.post('/admin/load-tests', { users: 2, bid_points: 50 });
    const contest = await world.create('tap', { realm: realm.id, prize: 100 });
    expect(await world.rewards(realm.id)).toBe(0);
    const player = world.server.client.withToken(realm.users[0].token);
    expect((await world.join(player, contest)).status).toBe(200);
    expect((await world.operator.delete(`/admin/load-tests/${realm.id}`)).status).toBeLessThan(300);
    expect(await world.read(contest.id)).toMatchObject({ status: 'void', pot: 0 });
    expect(await world.rewards(realm.id)).toBe(90);
  });
});
