import { contestRoom, contestsRoom, TAP } from '@copup/shared/room-names.ts';
import { TapAck, type TapBatch, type TapCounted } from '@copup/shared/tap-contests.ts';
import type { SignedInClient, TestApp } from '@copup/testkit/app.ts';
import { RoomClient } from '@copup/testkit/room-servers.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ContestWorld, openContestWorld } from '../../../../test/contest-world.ts';
import { faultyDatabase } from '../../../../test/faulty-database.ts';
import type { Refusal } from '../../../errors.ts';
import { createLanes } from '../../../lanes/create-lanes.ts';
import { definePlayLane } from '../play-lane.ts';
import { tapPlay } from './tap.play.ts';

let world: ContestWorld;
let second: TestApp;
const sockets: RoomClient[] = [];
beforeAll(async () => {
  world = await openContestWorld();
  second = await world.start();
});
afterAll(async () => {
  for (const socket of sockets) socket.close();
  await second?.close();
  await world?.close();
});

async function connect({ url }: Pick<TestApp, 'url'>, { token }: { token: string }): Promise<RoomClient> {
  const socket = new RoomClient(url, token);
  sockets.push(socket);
  await socket.connected();
  return socket;
}
async function send(socket: RoomClient, batch: Partial<TapBatch> & { contest: number }): Promise<TapAck> {
  const whole = { stream: 1, batch: 1, count: 1, ...batch };
  return TapAck.parse(await socket.socket.timeout(60_000).emitWithAck(TAP, whole));
}
function counted(ack: TapAck): TapCounted {
  if (!ack.ok) throw new Error(`${ack.code}: ${ack.message}`);
  return ack;
}
const scoreOf = async (id: number, { user }: SignedInClient) =>
  (
    await world.query<{ score: number }>(
      'SELECT score FROM contest_scores WHERE contest_id = $1 AND user_id = $2',
      [id, user.id],
    )
  )[0]?.score;

describe('taps over the socket', () => {
  it('C2, C5 are acknowledged with score and rank, and watchers of its one room on two servers receive the top', async () => {
    const contest = await world.create('tap');
    const [ada, bola] = [await world.player(contest), await world.player(contest)];
    const room = contestRoom('tap', contest.id);
    const watcher = await connect(second, bola);
    const [joined, wrong] = await watcher.join(room, contestRoom('card', contest.id));
    expect(wrong).toMatchObject({ ok: false });
    expect(joined).toMatchObject({ ok: true, state: { status: 'active', players: 2, top: [] } });
    const socket = await connect(world.server, ada);
    expect(counted(await send(socket, { contest: contest.id, count: 4 }))).toEqual({
      ok: true,
      contest: contest.id,
      batch: 1,
      accepted: 4,
      dropped: 0,
      repeated: false,
      score: 4,
      rank: 1,
    });
    const row = [ada.user.username, 4];
    const frame = await watcher.frame(({ state }) => (state as { top?: unknown[] }).top?.length === 1);
    expect(frame.state).toMatchObject({ top: [row], players: 2 });
    const [snapshot] = await watcher.join(`${room}@card`);
    expect(snapshot).toMatchObject({ ok: true, version: frame.version });
  });

  it('C5 the room contains the number of players after each join, and the end', async () => {
    const contest = await world.create('tap');
    const ada = await world.server.signIn({ coins: 100 });
    const watcher = await connect(second, ada);
    const room = contestRoom('tap', contest.id);
    await watcher.join(room, contestsRoom());
    await world.join(ada, contest);
    await watcher.frame(
      ({ state, ...frame }) => frame.room === room && (state as { players: number }).players === 1,
    );
    await world.end(contest.id);
    await watcher.frame(
      ({ state, ...frame }) => frame.room === room && (state as { status: string }).status === 'void',
    );
    const list = await watcher.frame(
      ({ state, ...frame }) =>
        frame.room === 'contests' &&
        (state as { changes: { id: number; status: string }[] }).changes.some(
          ({ id, status }) => id === contest.id && status === 'void',
        ),
    );
    const [latest] = (list.state as { changes: unknown[] }).changes;
    expect(latest).toMatchObject({ id: contest.id, kind: 'tap', status: 'void' });
  });

  it('refuse operators, users who did not join, invalid payloads and unknown contests', async () => {
    const contest = await world.create('tap');
    const operator = await connect(world.server, world.operator);
    const ada = await connect(world.server, await world.server.signIn({ coins: 9 }));
    const code = async (socket: RoomClient, batch: Partial<TapBatch> & { contest: number }) => {
      const ack = await send(socket, batch);
      return ack.ok || ack.code;
    };
    expect(await code(operator, { contest: contest.id })).toBe('OPERATORS_CANNOT_PLAY');
    expect(await code(ada, { contest: contest.id })).toBe('NOT_JOINED');
    for (const change of [{ count: 0 }, { count: 1_001 }, { batch: 0 }, { stream: 1.5 }])
      expect(await code(ada, { contest: contest.id, ...change })).toBe('VALIDATION_FAILED');
    expect(await code(ada, { contest: 999_999 })).toBe('CONTEST_NOT_FOUND');
  });
});

describe('counting once', () => {
  it('C2 a batch sent many times to two servers counts once', async () => {
    const contest = await world.create('tap');
    const ada = await world.player(contest);
    const here = await connect(world.server, ada);
    const there = await connect(second, ada);
    const acks = await Promise.all(
      [here, there, here, there, here, there].map((socket) =>
        send(socket, { contest: contest.id, count: 7 }),
      ),
    );
    expect(acks.map(counted).filter(({ repeated }) => !repeated)).toHaveLength(1);
    for (const ack of acks) expect(counted(ack)).toMatchObject({ accepted: 7, dropped: 0, score: 7 });
    expect(await scoreOf(contest.id, ada)).toBe(7);
  });

  it('C2 the cap is one for all sockets of a player, and for REST', async () => {
    const contest = await world.create('tap');
    const ada = await world.player(contest);
    const startedAtMs = performance.now();
    const own = [await connect(world.server, ada), await connect(second, ada), await connect(second, ada)];
    const acks = await Promise.all(
      own.flatMap((socket, nth) =>
        [1, 2].map((batch) => send(socket, { contest: contest.id, stream: nth + 1, batch, count: 50 })),
      ),
    );
    const { body } = await ada.post('/tap/tap', { tap_contest_id: contest.id });
    const filled = ((performance.now() - startedAtMs) * 15) / 1_000;
    const accepted = acks.map(counted).reduce((sum, ack) => sum + ack.accepted, 0) + body.accepted;
    const dropped = acks.map(counted).reduce((sum, ack) => sum + ack.dropped, 0) + body.dropped;
    expect(accepted + dropped).toBe(301);
    expect(accepted).toBeGreaterThanOrEqual(15);
    expect(accepted).toBeLessThanOrEqual(Math.ceil(15 + filled));
    expect(await scoreOf(contest.id, ada)).toBe(accepted);
  });

  it('C2 taps that arrive after the end are refused, also those of a batch that was counted before', async () => {
    const contest = await world.create('tap');
    const ada = await world.player(contest);
    const socket = await connect(world.server, ada);
    await send(socket, { contest: contest.id, count: 3 });
    await world.end(contest.id);
    expect(await send(socket, { contest: contest.id, batch: 2, count: 3 })).toMatchObject({
      ok: false,
      code: 'CONTEST_ENDED',
    });
    expect(await scoreOf(contest.id, ada)).toBe(3);
  });
});

describe('faults', () => {
  it('A12 a batch whose COMMIT reply is lost is answered from rows, and counts once', async () => {
    const contest = await world.create('tap');
    const [ada, bola] = [await world.player(contest), await world.player(contest)];
    const faulty = faultyDatabase(world.db);
    const { deps } = world.server;
    const log = { warn: () => {}, error: () => {} };
    const lanes = createLanes({ db: faulty, clock: deps.clock, log });
    const lane = definePlayLane({ ...deps, lanes }, tapPlay, world.subject);
    let cuts = 0;
    faulty.fault = (_, statement) => (statement === 'COMMIT' && ++cuts === 1 ? 'cut-after' : undefined);
    const tapAs = ({ user }: SignedInClient) =>
      lane.submit(String(contest.id), {
        player: { userId: user.id, username: user.username, profile: null, realm: 0 },
        input: { count: 2, batch: { stream: 1, batch: 1 } },
      });
    // The first command of the batch is refused.
    const refused = tapAs(await world.server.signIn()).catch((error: Refusal) => error.code);
    const played = await Promise.all([tapAs(ada), tapAs(bola)]);
    expect(await refused).toBe('NOT_JOINED');
    expect(cuts).toBeGreaterThanOrEqual(1);
    expect(played.map(({ score, result }) => [score, result.accepted])).toEqual([
      [2, 2],
      [2, 2],
    ]);
    expect((await tapAs(ada)).result).toMatchObject({ repeated: true, accepted: 2 });
    expect([await scoreOf(contest.id, ada), await scoreOf(contest.id, bola)]).toEqual([2, 2]);
    await lanes.drain();
  });

  it('P1 a server that stops during a contest loses no acknowledged tap', async () => {
    const contest = await world.create('tap');
    const ada = await world.player(contest);
    const third = await world.start();
    const socket = await connect(third, ada);
    const acked = counted(await send(socket, { contest: contest.id, stream: 3, batch: 1, count: 5 }));
    // In flight while the server stops: counted or not, the client sends it again to another server.
    const inFlight = send(socket, { contest: contest.id, stream: 3, batch: 2, count: 5 }).catch(
      () => undefined,
    );
    await third.close();
    await inFlight;
    const back = await connect(world.server, ada);
    const again = counted(await send(back, { contest: contest.id, stream: 3, batch: 2, count: 5 }));
    expect(acked.accepted + again.accepted).toBe(again.score);
    expect(await scoreOf(contest.id, ada)).toBe(again.score);
  });

  it('P1 without Redis taps count and watchers on another server receive them', async () => {
    const alone = await openContestWorld({ redis: null });
    const other = await alone.start();
    try {
      const contest = await alone.create('tap');
      const ada = await alone.player(contest);
      const watcher = await connect(other, ada);
      await watcher.join(contestRoom('tap', contest.id));
      const socket = await connect(alone.server, ada);
      expect(counted(await send(socket, { contest: contest.id, count: 3 })).score).toBe(3);
      await watcher.frame(({ state }) => (state as { top?: unknown[] }).top?.length === 1);
      watcher.close();
      socket.close();
    } finally {
      await other.close();
      await alone.close();
    }
  });
});
