import { userRoom } from '@copup/shared/room-names.ts';
import { startApp, type TestApp } from '@copup/testkit/app.ts';
import { noLimits } from '@copup/testkit/no-limits.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createExplainingDatabase, recordQueries } from '../../test/query-cost.ts';
import type { Database } from '../db/database.ts';
import { inTransaction } from '../db/in-transaction.ts';
import { userRoomKind } from '../features/profile/user.room.ts';
import type { Viewer } from '../sessions/sessions.ts';
import type { NewNotice } from './notices.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ redis: null, overrides: { limitRules: noLimits } });
});
afterAll(() => app?.close());

const write = (...notices: NewNotice[]) => writeTo(app.deps.db, ...notices);
const writeTo = (db: Database, ...notices: NewNotice[]) =>
  inTransaction(db, (tx) => app.deps.notices.write(tx, notices));
const notice = (userId: string, kind: NewNotice['kind'], id: string): NewNotice => ({
  userId,
  kind,
  subject: { kind: 'auction', id },
  details: { name: 'Fan' },
});

describe('W6 notices', () => {
  it('count as unread once each, and invalidate the rooms of their recipients', async () => {
    const [ada, tunde] = [await app.signIn(), await app.signIn()];
    const invalidated = vi.fn<(rooms: ReadonlySet<string>) => void>();
    const db = { ...app.deps.db, onCommit: invalidated };
    await writeTo(db, notice(ada.user.id, 'lost', '7'), notice(tunde.user.id, 'won', '7'));
    expect([...(invalidated.mock.calls[0]?.[0] ?? [])].sort()).toEqual(
      [userRoom(ada.user.id), userRoom(tunde.user.id)].sort(),
    );
    // The notice exists: nothing is new, and no room is invalidated.
    await writeTo(db, notice(ada.user.id, 'lost', '7'));
    expect(invalidated).toHaveBeenCalledTimes(1);
    expect((await ada.get('/user/notifications')).body).toMatchObject({
      unread: 1,
      items: [{ kind: 'lost' }],
    });
  });

  it('keep one unread outbid notice for each auction, and add another after it was read', async () => {
    const ada = await app.signIn();
    const { id } = ada.user;
    await write(notice(id, 'outbid', '1'), notice(id, 'outbid', '1'), notice(id, 'outbid', '2'));
    await write(notice(id, 'outbid', '1'));
    expect((await ada.get('/user/notifications')).body.unread).toBe(2);
    await ada.post('/user/notifications/read');
    await write(notice(id, 'outbid', '1'));
    const { body } = await ada.get('/user/notifications');
    expect([body.unread, body.items.map(({ read }: { read: boolean }) => read)]).toEqual([
      1,
      [false, true, true],
    ]);
  });

  it('are read one by one: once each, only by their user, and counted for every tab', async () => {
    const [ada, tunde] = [await app.signIn(), await app.signIn()];
    for (const id of ['1', '2', '3']) await write(notice(ada.user.id, 'credited', id));
    const { items } = (await ada.get('/user/notifications')).body;
    const read = (who: typeof ada, nth: number) => who.post(`/user/notifications/${items[nth].id}/read`);
    expect((await read(tunde, 0)).status).toBe(200);
    await tunde.post('/user/notifications/read');
    expect((await ada.get('/user/notifications')).body.unread).toBe(3);
    const before = (await ada.get('/user/profile')).body.version;
    await Promise.all([read(ada, 1), read(ada, 1), read(ada, 1)]);
    const { body } = await ada.get('/user/notifications');
    expect([body.unread, body.items.map(({ read: isRead }: { read: boolean }) => isRead)]).toEqual([
      2,
      [false, true, false],
    ]);
    expect((await ada.get('/user/profile')).body.version).toBe(before + 1);
    const unread = await ada.get('/user/notifications?unread=true&limit=1');
    expect(unread.body.items.map(({ id }: { id: string }) => id)).toEqual([items[0].id]);
    const rest = await ada.get(`/user/notifications?unread=true&before=${unread.body.next}`);
    expect(rest.body.items.map(({ id }: { id: string }) => id)).toEqual([items[2].id]);
  });

  it('say which ones wait for their user, and are listed by that', async () => {
    const ada = await app.signIn();
    const of = (nth: number, kind: NewNotice['kind'], subjectKind: string, details: object) => ({
      ...notice(ada.user.id, kind, String(nth)),
      subject: { kind: subjectKind, id: String(nth) },
      details: { name: 'Fan', ...details },
    });
    const waiting = [
      of(1, 'outbid', 'auction', {}),
      of(2, 'won', 'auction', {}),
      of(3, 'payout', 'payout', { status: 'returned' }),
      of(4, 'task', 'task', { status: 'rejected' }),
      of(5, 'won', 'heist', { category: 'product' }),
    ];
    const others = [
      of(6, 'won', 'contest', { prize: 10 }),
      of(7, 'won', 'heist', { category: 'cash', prize: 10 }),
      of(8, 'payout', 'payout', { status: 'paid' }),
      of(9, 'payment', 'payment', { status: 'returned' }),
      of(10, 'lost', 'auction', {}),
    ];
    await write(...waiting, ...others);
    type Item = { id: string; subject_id: string; needs_you: boolean };
    const list = async (query: string): Promise<Item[]> =>
      (await ada.get(`/user/notifications?${query}`)).body.items;
    const ids = (items: Item[]) => items.map(({ subject_id: id }) => Number(id)).sort((a, b) => a - b);
    expect(ids((await list('limit=50')).filter(({ needs_you: needs }) => needs))).toEqual([1, 2, 3, 4, 5]);
    const needing = await list('needs=true');
    expect(ids(needing)).toEqual([1, 2, 3, 4, 5]);
    // One that was read waits no longer.
    await ada.post(`/user/notifications/${needing[0]?.id}/read`);
    expect(await list('needs=true')).toEqual(needing.slice(1));
    expect(await list(`needs=true&before=${needing[1]?.id}`)).toEqual(needing.slice(2));
  });

  it('are not written for kinds that the user switched off; coins and security are always on', async () => {
    const [ada, tunde] = [await app.signIn(), await app.signIn()];
    const set = (kind: string, enabled: boolean) =>
      ada.put('/user/notification-preferences', { preferences: [{ kind, enabled }] });
    const stateOf = (body: { preferences: { kind: string; enabled: boolean; locked: boolean }[] }) =>
      Object.fromEntries(body.preferences.map(({ kind, enabled, locked }) => [kind, [enabled, locked]]));
    const initial = stateOf((await ada.get('/user/notification-preferences')).body);
    expect(initial).toMatchObject({ outbid: [true, false], payout: [true, true], security: [true, true] });
    for (const kind of [
      'refunded',
      'credited',
      'received',
      'payment',
      'payout',
      'trade',
      'security',
      'other',
    ]) {
      expect((await set(kind, false)).body.code).toBe('VALIDATION_FAILED');
    }
    const replies = await Promise.all([set('outbid', false), set('lost', false), set('won', false)]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(stateOf((await set('won', true)).body)).toMatchObject({
      outbid: [false, false],
      lost: [false, false],
      won: [true, false],
    });
    for (const kind of ['outbid', 'lost', 'won', 'credited'] as const) {
      await write(notice(ada.user.id, kind, '5'), notice(tunde.user.id, kind, '5'));
    }
    const kinds = (body: { items: { kind: string }[] }) => body.items.map(({ kind }) => kind);
    const { body } = await ada.get('/user/notifications');
    expect([kinds(body), body.unread]).toEqual([['credited', 'won'], 2]);
    expect((await tunde.get('/user/notifications')).body.unread).toBe(4);
  });

  it('of many users written concurrently never deadlock', async () => {
    const ids: string[] = [];
    for (let nth = 0; nth < 20; nth += 1) ids.push((await app.signIn()).user.id);
    const shuffled = (seed: number) =>
      [...ids].sort((a, b) => ((a.charCodeAt(35) * seed) % 7) - ((b.charCodeAt(35) * seed) % 7));
    await Promise.all(
      Array.from({ length: 12 }, (_, nth) =>
        write(...shuffled(nth + 1).map((id) => notice(id, 'credited', String(nth)))),
      ),
    );
    const { rows } = await app.deps.db.pool.query(
      'SELECT DISTINCT unread, version FROM inboxes WHERE user_id = ANY($1::uuid[])',
      [ids],
    );
    expect(rows).toEqual([{ unread: 12, version: 12 }]);
  });
});

describe('L9 room user:{id}', () => {
  it('is readable by the user only, and its version rises with wallet and inbox', async () => {
    const ada = await app.signIn({ coins: 50 });
    const kind = userRoomKind(app.deps);
    const viewer = { userId: ada.user.id } as Viewer;
    expect(await kind.authorize(viewer, ada.user.id)).toBe(true);
    expect(await kind.authorize(viewer, (await app.signIn()).user.id)).toBe(false);
    const first = (await kind.snapshot([ada.user.id])).get(ada.user.id);
    expect(first).toEqual({ version: 1, state: { available: 50, held: 0, bonus: 0, task: 0, unread: 0 } });
    await write(notice(ada.user.id, 'won', '9'));
    const changed = await kind.snapshot([ada.user.id]);
    expect(changed.get(ada.user.id)).toMatchObject({ version: 2, state: { unread: 1 } });
    expect((await ada.get('/user/profile')).body.version).toBe(2);
  });
});

it('W6 a later page of many notices costs what the first one costs', async () => {
  const database = await createExplainingDatabase({ genericPlans: true });
  const own = await startApp({ redis: null, database });
  const ada = await own.signIn();
  await own.deps.db.pool.query(
    `INSERT INTO notifications (id, user_id, kind, subject_kind, subject_id)
     SELECT (lpad(to_hex(n), 12, '0') || '70008' || repeat('0', 15))::uuid, $1, 'credited', 'user', n::text FROM generate_series(1, 10000) AS n`,
    [ada.user.id],
  );
  await own.asOwner('VACUUM ANALYZE notifications');
  const costs = async (path: string) => {
    const done = await recordQueries(own.deps.db).during(async () => {
      expect((await ada.get(path)).body.items).toHaveLength(50);
    });
    return done.filter(({ text }) => text.includes('FROM notifications')).map(({ buffers }) => buffers);
  };
  const [first = 0] = await costs('/user/notifications?limit=50');
  const [late = 0] = await costs(`/user/notifications?limit=50&before=00000000-0100-7000-8000-000000000000`);
  expect(first).toBeGreaterThan(0);
  expect(late).toBeLessThanOrEqual(first + 5);
  await own.close();
  await database.drop();
});
