import type { SignedInClient } from '@copup/testkit/app.ts';
import { isTooSlow } from '@copup/testkit/is-too-slow.ts';
import { withoutAudit } from '@copup/testkit/without-audit.ts';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { type ContestWorld, openContestWorld } from '../../../test/contest-world.ts';
import { type FaultyDatabase, faultyDatabase } from '../../../test/faulty-database.ts';
import { Refusal } from '../../errors.ts';
import { createLanes } from '../../lanes/create-lanes.ts';
import type { Lanes } from '../../lanes/lane-kind.ts';
import { definePlayLane, type PlayLane } from './play-lane.ts';
import { tapPlay } from './tap/tap.play.ts';
import type { TapInput, TapResult } from './tap/tap-rules.ts';

withoutAudit();

let world: ContestWorld;
beforeAll(async () => {
  world = await openContestWorld();
});
const opened: Lanes[] = [];
afterAll(async () => {
  for (const lanes of opened) await lanes.drain();
  await world?.close();
});

interface Server {
  db: FaultyDatabase;
  tap(
    player: SignedInClient,
    contestId: number,
    batch: number,
    count?: number,
  ): ReturnType<PlayLane<TapInput, TapResult>['submit']>;
}

/** Creates a lane with its own cache, like another server. */
function startServer(): Server {
  const db = faultyDatabase(world.db);
  const { deps } = world.server;
  const log = { warn: () => {}, error: () => {} };
  const lanes = createLanes({ db, clock: deps.clock, log });
  opened.push(lanes);
  const lane = definePlayLane({ ...deps, lanes }, tapPlay, world.subject);
  return {
    db,
    tap: ({ user }, contestId, batch, count = 1) =>
      lane.submit(String(contestId), {
        player: { userId: user.id, username: user.username, profile: null, realm: 0 },
        input: { count, batch: { stream: 1, batch } },
      }),
  };
}

const reads = ({ db }: Server) => db.statements.filter((name) => name === 'contest-scores-read').length;
const scoresOf = async (id: number) =>
  (
    await world.query<{ score: number }>(
      'SELECT score FROM contest_scores WHERE contest_id = $1 ORDER BY score',
      [id],
    )
  ).map(({ score }) => score);

it('C2 a server that is the only writer of a contest reads each player once', async () => {
  const contest = await world.create('tap');
  const players = [await world.player(contest), await world.player(contest)];
  const server = startServer();
  for (let batch = 1; batch <= 4; batch += 1)
    await Promise.all(players.map((player) => server.tap(player, contest.id, batch)));
  expect(reads(server)).toBe(1);
  const late = await world.player(contest);
  expect(await server.tap(late, contest.id, 1)).toMatchObject({ score: 1 });
  expect(reads(server)).toBe(2);
  expect(await scoresOf(contest.id)).toEqual([1, 4, 4]);
});

it('P1 two servers that write a contest in turns count every tap once, and cap each player once', async () => {
  const contest = await world.create('tap');
  const [ada, bola] = [await world.player(contest), await world.player(contest)];
  const [here, there] = [startServer(), startServer()];
  for (let batch = 1; batch <= 4; batch += 1) {
    const server = batch % 2 === 1 ? here : there;
    const played = await Promise.all([ada, bola].map((player) => server.tap(player, contest.id, batch)));
    expect(played.map(({ score }) => score)).toEqual([batch, batch]);
  }
  // Sends the same batch again, to the server that did not count it.
  expect((await here.tap(ada, contest.id, 4)).result).toMatchObject({ repeated: true, accepted: 1 });
  expect(await scoresOf(contest.id)).toEqual([4, 4]);

  const startedAtMs = performance.now();
  let accepted = 0;
  for (let batch = 5; batch <= 10; batch += 1)
    accepted += (await (batch % 2 === 1 ? here : there).tap(ada, contest.id, batch, 15)).result.accepted;
  const filled = ((performance.now() - startedAtMs) * 15) / 1_000;
  expect(accepted).toBeLessThanOrEqual(Math.ceil(15 + filled));
  expect(await scoresOf(contest.id)).toEqual([4, 4 + accepted]);
});

/** Sends it again while the lost transaction still has its locks. */
async function untilAnswered<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof Refusal && isTooSlow(error.code))) throw error;
    }
  }
}

it('P1 a server whose transaction was rolled back drops its cached decision', async () => {
  const contest = await world.create('tap');
  const ada = await world.player(contest);
  const [here, there] = [startServer(), startServer()];
  await here.tap(ada, contest.id, 1);
  let cuts = 0;
  here.db.fault = (_, statement) => {
    if (statement !== 'COMMIT') return undefined;
    cuts += 1;
    return 'cut-before';
  };
  const refusal = await here.tap(ada, contest.id, 2).catch((error: Refusal) => error);
  // On a busy machine PostgreSQL may end the lost transaction only after a further attempt has waited for its locks.
  if (!(refusal instanceof Refusal)) throw new Error('the tap was accepted');
  if (!isTooSlow(refusal.code)) expect(refusal.code).toBe('UNAVAILABLE');
  expect(cuts, String(refusal.cause)).toBeGreaterThan(0);
  here.db.fault = () => undefined;
  const second = await untilAnswered(() => there.tap(ada, contest.id, 2));
  expect(second.result).toMatchObject({ accepted: 1, repeated: false });
  expect(await untilAnswered(() => here.tap(ada, contest.id, 3))).toMatchObject({ score: 3 });
  expect(await scoresOf(contest.id)).toEqual([3]);
});

it('A12 a server that loses the reply to its COMMIT reads the rows again', async () => {
  const contest = await world.create('tap');
  const ada = await world.player(contest);
  const server = startServer();
  await server.tap(ada, contest.id, 1);
  let isAway = false;
  const { query } = server.db.pool;
  // Each unanswered question about the COMMIT takes a second, so that the server soon gives up.
  const now = performance.now.bind(performance);
  let passedMs = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + passedMs);
  onTestFinished(() => clock.mockRestore());
  Object.assign(server.db.pool, {
    query: (...args: unknown[]) => {
      if (!isAway) return (query as (...all: unknown[]) => unknown)(...args);
      passedMs += 1_000;
      return Promise.reject(new Error('away'));
    },
  });
  server.db.fault = (_, statement) => {
    isAway ||= statement === 'COMMIT';
    return statement === 'COMMIT' ? 'cut-after' : undefined;
  };
  await expect(server.tap(ada, contest.id, 2)).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' });
  server.db.fault = () => undefined;
  isAway = false;
  expect(await server.tap(ada, contest.id, 2)).toMatchObject({ score: 2, result: { repeated: true } });
  expect(await server.tap(ada, contest.id, 3)).toMatchObject({ score: 3 });
  expect(await scoresOf(contest.id)).toEqual([3]);
});

it('R5 a database that was restored to an earlier batch is read again', async () => {
  const contest = await world.create('tap');
  const ada = await world.player(contest);
  const server = startServer();
  await server.tap(ada, contest.id, 1);
  const [saved] = await world.query<{ seq: number; batch_id: string }>(
    'SELECT seq, batch_id FROM contests WHERE id = $1',
    [contest.id],
  );
  const [score] = await world.query<{ state: unknown; batch_id: string }>(
    'SELECT state, batch_id FROM contest_scores WHERE contest_id = $1',
    [contest.id],
  );
  await server.tap(ada, contest.id, 2, 3);
  await world.query('UPDATE contests SET seq = $2, batch_id = $3 WHERE id = $1', [
    contest.id,
    saved?.seq,
    saved?.batch_id,
  ]);
  await world.query(
    'UPDATE contest_scores SET score = 1, reached_seq = 1, state = $2, batch_id = $3 WHERE contest_id = $1',
    [contest.id, JSON.stringify(score?.state), score?.batch_id],
  );
  // The taps lost by the restore are sent again and count.
  expect(await server.tap(ada, contest.id, 2, 3)).toMatchObject({
    score: 4,
    result: { accepted: 3, repeated: false },
  });
});
