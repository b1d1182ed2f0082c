import type { RoomServer } from '@copup/testkit/room-servers.ts';
import { describe, expect, it } from 'vitest';
import { CounterRooms } from '../../test/counter-room.ts';
import { useRoomWorld } from '../../test/room-world.ts';
import { Epochs } from '../restore/epochs.ts';
import { Delivery } from './delivery.ts';
import { Reconciliation } from './reconciliation.ts';
import { RoomChanges } from './room-changes.ts';

const world = useRoomWorld();
const { start, connect } = world;

async function join(server: RoomServer, ...rooms: string[]) {
  const client = await connect(server);
  return { client, joined: await client.join(...rooms) };
}

const epochOf = (joined: { ok: boolean; epoch?: number } | undefined) => joined?.epoch ?? 0;

async function countEpochs(): Promise<number> {
  const { rows } = await world.db.pool.query('SELECT count(*)::integer AS count FROM database_epochs');
  return rows[0].count;
}

describe('R5 P4 rows that were set back without a change of the cluster’s identity', () => {
  it('open one new epoch, in which all watchers and new pages receive the restored state, and a deleted room is unknown', async () => {
    const [one, two] = [await start(), await start()];
    for (let nth = 0; nth < 9; nth += 1) await CounterRooms.write(world.db, 'back', 'before');
    await CounterRooms.write(world.db, 'same', 'as before');
    await CounterRooms.write(world.db, 'gone');
    const closed = (await join(one, 'counter:gone')).client.event('disconnect');
    const rooms = ['counter:back', 'counter:same'] as const;
    const [ada, ben] = [await join(one, ...rooms), await join(two, ...rooms)];
    const before = epochOf(ada.joined[0]);
    const epochs = await countEpochs();
    await world.db.pool.query(`DELETE FROM counters WHERE id = 'gone'`);
    await world.db.pool.query(`UPDATE counters SET version = 4, text = 'restored' WHERE id = 'back'`);
    const isNew = (room: string) => (frame: { room: string; epoch: number }) =>
      frame.room === room && frame.epoch > before;
    const frames = await Promise.all([
      ada.client.frame(isNew('counter:back')),
      ben.client.frame(isNew('counter:back')),
    ]);
    for (const frame of frames) expect(frame).toMatchObject({ version: 4, state: { text: 'restored' } });
    expect(await ada.client.frame(isNew('counter:same'))).toMatchObject({ version: 1 });
    expect(frames[0].epoch).toBe(frames[1].epoch);
    expect(await countEpochs()).toBe(epochs + 1);
    for (const server of [one, two]) {
      const { joined } = await join(server, 'counter:back');
      expect(joined).toMatchObject([{ ok: true, epoch: frames[0].epoch, version: 4 }]);
    }
    await closed;
    expect((await join(one, 'counter:gone')).joined).toMatchObject([{ ok: false, code: 'UNKNOWN_ROOM' }]);
  });

  it('do not count as a restore when only one run found them', async () => {
    const epochs = new Epochs({ db: world.db, log: { warn: () => {} } });
    const epoch = await epochs.refresh();
    const { reconciliation, known } = reconciliationOf('once', epochs);
    await world.db.pool.query(`INSERT INTO counters VALUES ('once', 5, 'x')`);
    known(epoch, 7);
    await reconciliation.run();
    await world.db.pool.query(`UPDATE counters SET version = 7 WHERE id = 'once'`);
    await reconciliation.run();
    await world.db.pool.query(`UPDATE counters SET version = 6 WHERE id = 'once'`);
    await reconciliation.run();
    expect(await epochs.refresh()).toBe(epoch);
    await reconciliation.run();
    expect(epochs.current).toBeGreaterThan(epoch);
  });
});

/** Runs what a server does each second, as often as the test calls it. */
function reconciliationOf(id: string, epochs: Epochs) {
  const errors: unknown[] = [];
  const delivery = new Delivery({
    nowMs: () => performance.now(),
    defaultIntervalMs: () => 0,
    size: () => 1,
    watchers: () => 0,
    emit: () => {},
  });
  const room = `counter:${id}`;
  const { localRoom } = delivery.open(
    { room, kind: 'counter', id, view: '' },
    new CounterRooms(world.db).kind(),
  );
  const reconciliation = new Reconciliation({
    delivery,
    epochs,
    changes: new RoomChanges(world.db),
    onGone: () => {},
    onError: (error) => errors.push(error),
  });
  const known = (epoch: number, version: number) => {
    if (localRoom.known === undefined) delivery.learn(room, { epoch, version, state: {} });
    else delivery.deliver(room, { epoch, version, state: {} });
  };
  return { reconciliation, known, errors };
}

describe('R5 without a restore', () => {
  it('no read is older than the state known before it started, so no epoch opens during a thousand concurrent commits', async () => {
    const epochs = new Epochs({ db: world.db, log: { warn: () => {} } });
    const epoch = await epochs.refresh();
    await CounterRooms.write(world.db, 'busy');
    const { reconciliation, known, errors } = reconciliationOf('busy', epochs);
    let isOver = false;
    let runs = 0;
    const reconciling = (async () => {
      while (!isOver) {
        await reconciliation.run();
        runs += 1;
      }
    })();
    const writer = async () => {
      for (let nth = 0; nth < 400; nth += 1) known(epoch, await CounterRooms.write(world.db, 'busy'));
    };
    await Promise.all([writer(), writer(), writer()]);
    isOver = true;
    await reconciling;
    expect(errors).toEqual([]);
    expect(runs).toBeGreaterThan(20);
    expect(await epochs.refresh()).toBe(epoch);
  });
});
