import type { SignedInClient } from '@copup/testkit/app.ts';
import type { ApiClient } from '@copup/testkit/client.ts';
import { RoomClient } from '@copup/testkit/room-servers.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type HeistWorld, openHeistWorld } from '../../../test/heist-world.ts';
import type { Viewer } from '../../sessions/sessions.ts';
import { subjectRealms } from '../../subjects/realms.ts';
import { vaultRoomKind } from './heists.room.ts';
import { heistKind } from './heists.subject.ts';

let world: HeistWorld;
let paths: string[];
beforeAll(async () => {
  world = await openHeistWorld();
  await world.setUnlockCode('sesame');
  const { body } = await world.server.client.get('/:docs/json');
  paths = Object.entries<object>(body.paths)
    .filter(([path, calls]) => path.startsWith('/api/hurt/') && 'get' in calls)
    .map(([path]) => path.slice('/api'.length));
});
afterAll(() => world?.close());

const QUESTION = 'Which secret word is asked?';
const ANSWER = 'The secret answer';
const secret = { question: QUESTION, answers: [ANSWER, 'Another secret answer'] };
const sees = (text: string) => ({ question: text.includes(QUESTION), answer: text.includes(ANSWER) });

/** Returns what a client reads of the secrets by any GET call about heists. */
async function readAll(client: ApiClient, id: number) {
  const replies = await Promise.all(paths.map((path) => client.get(path.replace('{id}', String(id)))));
  const text = replies.map((reply) => reply.text).join('\n');
  expect(text).not.toContain('Another secret answer');
  return sees(text);
}

async function readRooms(id: number) {
  const read = async (room: string) => sees(JSON.stringify(await world.server.deps.rooms.latest(room)));
  return {
    heist: await read(`heist:${id}`),
    heists: await read('heists'),
    vault: await read(`vault:${id}`),
  };
}

const nothing = { question: false, answer: false };
const question = { question: true, answer: false };

describe('H3, H9 question and answer', () => {
  it('are in no reply and no room before their time, for any viewer', async () => {
    const heist = await world.create({
      ...secret,
      minimum_users: 1,
      opens_at: world.iso(1_800_000),
      starts_at: world.iso(3_600_000),
    });
    const holder = await world.server.signIn({ coins: 100 });
    const stranger = await world.server.signIn({ coins: 100 });
    const viewers = { holder, stranger, operator: world.operator };
    for (const client of Object.values(viewers))
      expect((await client.post('/hurt/heists/unlock', { code: 'sesame' })).status).toBe(200);
    const read = async () => ({
      holder: await readAll(holder, heist.id),
      stranger: await readAll(stranger, heist.id),
      operator: await readAll(world.operator, heist.id),
    });
    const hidden = {
      replies: { holder: nothing, stranger: nothing, operator: nothing },
      rooms: { heist: nothing, heists: nothing, vault: nothing },
    };
    const now = async () => ({ replies: await read(), rooms: await readRooms(heist.id) });
    const bought = await world.buy(holder, heist.id);
    expect(bought.status, bought.text).toBe(200);
    expect(sees(bought.text)).toEqual(nothing);

    for (const [time, status] of [
      ['opens_at', 'available'],
      ['holds_at', 'on_hold'],
    ] as const) {
      expect(await now()).toEqual(hidden);
      await world.passAndSweep(heist.id, time);
      expect((await world.read(heist.id)).status).toBe(status);
    }
    // Past the start, with a status that is yet to change: still nothing.
    await world.pass(heist.id, 'starts_at');
    expect(await now()).toEqual(hidden);
    await world.sweep();
    // A room's cached state may be 250 ms old.
    await vi.waitFor(
      async () =>
        expect(await now()).toEqual({
          replies: { holder: question, stranger: nothing, operator: nothing },
          rooms: { heist: nothing, heists: nothing, vault: question },
        }),
      { timeout: 20_000 },
    );
    expect((await world.buy(stranger, heist.id)).text).not.toContain(QUESTION);

    await world.passAndSweep(heist.id, 'end_date');
    const all = { question: true, answer: true };
    expect(await now()).toEqual({
      replies: { holder: all, stranger: all, operator: all },
      rooms: { heist: nothing, heists: nothing, vault: question },
    });
  });

  it('of a cancelled heist are never shown', async () => {
    const heist = await world.create({ ...secret, minimum_users: 2 });
    const holder = await world.player(heist);
    await world.passAndSweep(heist.id, 'starts_at');
    await world.sweep();
    expect((await world.read(heist.id)).status).toBe('cancelled');
    const reply = await holder.get(`/hurt/heist/${heist.id}`);
    expect(reply.body).toMatchObject({ status: 'cancelled', question: null, answer: null, joined: true });
    expect((await readRooms(heist.id)).vault).toEqual(nothing);
  });
});

describe('H5 room vault:{id}', () => {
  const open = async (client: SignedInClient, url = world.server.url) => {
    const socket = new RoomClient(url, client.token);
    await socket.connected();
    return socket;
  };

  it('admits ticket holders and operators, and refuses others', async () => {
    const heist = await world.create();
    const stranger = await world.server.signIn({ coins: 100 });
    const socket = await open(stranger);
    try {
      const room = `vault:${heist.id}`;
      expect(await socket.join(room)).toMatchObject([{ room, ok: false, code: 'FORBIDDEN' }]);
      // At once after the purchase: a refusal is not remembered.
      await world.buy(stranger, heist.id);
      expect(await socket.join(room)).toMatchObject([{ room, ok: true }]);
    } finally {
      socket.close();
    }
    const operator = await open(world.operator);
    expect(await operator.join(`vault:${heist.id}`)).toMatchObject([{ ok: true }]);
    operator.close();
  });

  it('pushes the question to holders on every server when the heist starts, and no frame before has it', async () => {
    const second = await world.start();
    const sockets: RoomClient[] = [];
    try {
      const heist = await world.create({ ...secret, capacity: 4, minimum_users: 1 });
      const rooms = ['heists', `heist:${heist.id}`, `heist:${heist.id}@card`];
      for (const url of [world.server.url, second.url]) {
        const holder = await world.player(heist);
        const socket = await open(holder, url);
        sockets.push(socket);
        const joined = await socket.join(...rooms, `vault:${heist.id}`);
        expect(joined.map(({ ok }) => ok)).toEqual([true, true, true, true]);
        expect(sees(JSON.stringify(joined))).toEqual(nothing);
      }
      await world.player(heist);
      await world.pass(heist.id, 'starts_at');
      await world.sweep();
      for (const socket of sockets) {
        await socket.frame(
          ({ room, state }) => room === `vault:${heist.id}` && JSON.stringify(state).includes(QUESTION),
        );
        const early = socket.frames.filter(
          ({ state }) => (state as { status?: string }).status !== 'started',
        );
        const elsewhere = socket.frames.filter(({ room }) => room !== `vault:${heist.id}`);
        expect(sees(JSON.stringify([early, elsewhere]))).toEqual(nothing);
      }
    } finally {
      for (const socket of sockets) socket.close();
      await second.close();
    }
  });

  it('P7 stays closed on a server whose clock is an hour fast: the database’s clock decides', async () => {
    const { clock } = world;
    const fast = await world.start({
      overrides: {
        clock: {
          wallMs: () => clock.wallMs() + 7_200_000,
          monotonicMs: () => clock.monotonicMs() + 7_200_000,
        },
      },
    });
    try {
      const heist = await world.create({ ...secret, minimum_users: 1 });
      const holder = await world.player(heist);
      await world.sweep(fast);
      expect((await world.read(heist.id)).status).toBe('available');
      const seen = await fast.client.withToken(holder.token).get(`/hurt/heist/${heist.id}`);
      expect(seen.body.question ?? null).toBeNull();
      expect(sees(JSON.stringify(await fast.deps.rooms.latest(`vault:${heist.id}`)))).toEqual(nothing);
    } finally {
      await fast.close();
    }
  });

  it('is authorized with one query for the joins of one turn', async () => {
    const heist = await world.create();
    const holder = await world.player(heist);
    const { db, clock } = world.server.deps;
    let queries = 0;
    const counted = {
      pool: {
        query: (...given: Parameters<typeof db.pool.query>) => {
          queries += 1;
          return db.pool.query(...given);
        },
      },
    } as unknown as typeof db;
    const room = vaultRoomKind({ db: counted }, subjectRealms({ db, clock }, heistKind));
    const viewer = (userId: string) => ({ userId, realm: 0, role: 0 }) as Viewer;
    const ids = Array.from({ length: 199 }, () => world.server.deps.newId());
    await room.authorize(viewer(holder.user.id), String(heist.id));
    queries = 0;
    const allowed = await Promise.all(
      [...ids, holder.user.id].map((id) => room.authorize(viewer(id), String(heist.id))),
    );
    expect(allowed.filter(Boolean)).toHaveLength(1);
    expect(allowed.at(-1)).toBe(true);
    expect(queries).toBe(1);
    for (const name of ['1', 'x', '', '1e3'])
      expect(await room.authorize(viewer(holder.user.id), name)).toBe(false);
  });
});
