import { available, move, post } from '@copup/testkit/ledger.ts';
import { withoutAudit } from '@copup/testkit/without-audit.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { untilEarlierEnded } from '../../test/earlier-transactions.ts';
import { openPlayWorld, type PlayWorld } from '../../test/play-world.ts';
import { RoomChanges, roomChangesPurge } from './room-changes.ts';

// Counts are changed without the entries that they count.
withoutAudit();

let world: PlayWorld;
beforeAll(async () => {
  world = await openPlayWorld();
});
afterAll(() => world?.close());

/** Returns the changes from now on, of the rooms whose names match. */
async function changesOf(pattern: RegExp) {
  const changes = new RoomChanges(world.server.deps.db);
  expect(await changes.read()).toBeUndefined();
  return async () => [...((await changes.read())?.keys() ?? [])].filter((room) => pattern.test(room)).sort();
}

const raiseVersion = (table: string, id: number) =>
  world.query(`UPDATE ${table} SET version = version + 1 WHERE id = $1`, [id]);

describe('P4 the changes of rooms', () => {
  it('have every room whose version changed, once, and no other', async () => {
    const { db } = world.server.deps;
    const [auction, contest, heist] = [
      await world.auction(),
      await world.contest(),
      (await world.create()).id,
    ];
    const [ada, ben] = [(await world.player()).user, (await world.player()).user];
    const read = await changesOf(/./);
    const cases: [what: () => Promise<unknown>, rooms: string[]][] = [
      [() => raiseVersion('auctions', auction), [`auction:${auction}`]],
      [() => world.query('UPDATE auctions SET name = name WHERE id = $1', [auction]), []],
      [() => raiseVersion('contests', contest), [`tap:${contest}`]],
      [
        () =>
          world.query('UPDATE contest_player_counts SET players = players + 1 WHERE contest_id = $1', [
            contest,
          ]),
        [`tap:${contest}`],
      ],
      [() => raiseVersion('heists', heist), [`heist:${heist}`, `vault:${heist}`]],
      [
        () => world.query('UPDATE heists SET participants = participants + 1 WHERE id = $1', [heist]),
        [`heist:${heist}`],
      ],
      [
        () => world.query(`INSERT INTO list_rooms (room, version) VALUES ('auctions:77', 1)`),
        ['auctions:77'],
      ],
      [() => world.query(`UPDATE list_rooms SET version = 2 WHERE room = 'auctions:77'`), ['auctions:77']],
      [
        () => world.query('UPDATE inboxes SET version = version + 1 WHERE user_id = $1', [ada.id]),
        [`user:${ada.id}`],
      ],
      [
        () => post(db, move(available(ada), available(ben), 5), move(available(ben), available(ada), 1)),
        [`user:${ada.id}`, `user:${ben.id}`].sort(),
      ],
    ];
    for (const [change, rooms] of cases) {
      await change();
      expect(await read()).toEqual(rooms);
    }
  });

  it('are read once each, in the order of commits, while a transaction that began before runs on', async () => {
    const [first, second] = [await world.auction(), await world.auction()];
    const long = await world.server.deps.db.pool.connect();
    try {
      await long.query('BEGIN');
      await long.query('UPDATE auctions SET version = version + 1 WHERE id = $1', [first]);
      const read = await changesOf(/^auction:/);
      await raiseVersion('auctions', second);
      expect(await read()).toEqual([`auction:${second}`]);
      expect(await read()).toEqual([]);
      await long.query('COMMIT');
      expect(await read()).toEqual([`auction:${first}`]);
      expect(await read()).toEqual([]);
    } finally {
      long.release();
    }
  });

  it('have the version of the last of several, and none when the row was set back after a higher one', async () => {
    const id = await world.auction();
    const changes = new RoomChanges(world.server.deps.db);
    await changes.read();
    for (let nth = 0; nth < 3; nth += 1) await raiseVersion('auctions', id);
    const [{ version } = { version: 0 }] = await world.query<{ version: number }>(
      'SELECT version FROM auctions WHERE id = $1',
      [id],
    );
    expect((await changes.read())?.get(`auction:${id}`)).toBe(version);
    await raiseVersion('auctions', id);
    await world.query('UPDATE auctions SET version = 1 WHERE id = $1', [id]);
    const noted = await changes.read();
    expect([noted?.has(`auction:${id}`), noted?.get(`auction:${id}`)]).toEqual([true, undefined]);
  });

  it('are kept from one purge until the next, counted from the end of their transaction', async () => {
    const { db } = world.server.deps;
    const id = await world.auction();
    const purge = roomChangesPurge(db);
    const count = async () =>
      (await db.pool.query('SELECT FROM room_changes WHERE room = $1', [`auction:${id}`])).rowCount;
    const long = await db.pool.connect();
    try {
      await long.query('BEGIN');
      await long.query('UPDATE auctions SET version = version + 1 WHERE id = $1', [id]);
      await purge();
      await purge();
      await long.query('COMMIT');
    } finally {
      long.release();
    }
    await untilEarlierEnded(db);
    await purge();
    expect(await count()).toBe(1);
    await purge();
    expect(await count()).toBe(0);
  });
});
