import { ListChanges, OperatorOverview } from '@copup/shared/console.ts';
import { consoleListRoom, consoleLists, OVERVIEW_ROOM } from '@copup/shared/room-names.ts';
import { startApp, type TestApp } from '@copup/testkit/app.ts';
import { createTestDatabase, type TestDatabase, testRedis } from '@copup/testkit/databases.ts';
import { noLimits } from '@copup/testkit/no-limits.ts';
import { RoomClient } from '@copup/testkit/room-servers.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { untilEarlierEnded } from '../../../test/earlier-transactions.ts';
import { openPayoutWorld } from '../../../test/payout-world.ts';
import { rollUpFlows } from '../../ledger/flows.ts';
import { countListChanges, foldListChanges } from '../../operators/list-changes.queries.ts';
import { keepMoneyDay } from './compose-overview.ts';

let database: TestDatabase;
let one: TestApp;
let two: TestApp;
const sockets: RoomClient[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  const redis = testRedis();
  const options = { database, redis, overrides: { limitRules: noLimits } };
  [one, two] = await Promise.all([startApp(options), startApp(options)]);
});
afterAll(async () => {
  for (const socket of sockets) socket.close();
  await one?.close();
  await two?.close();
  await database?.drop();
});

async function connect(app: TestApp, role: 0 | 1): Promise<RoomClient> {
  const { token } = await app.signIn({ role });
  const socket = new RoomClient(app.url, token);
  sockets.push(socket);
  await socket.connected();
  return socket;
}

const pay = async (app: TestApp) => {
  const buyer = await app.signIn({ coins: 0 });
  const body = { price: 9_900, bid_points: 100, sender_account_name: 'Ada Obi' };
  const { status } = await buyer.post('/manualPayment/manual-payment', body);
  expect(status).toBeLessThan(300);
  return buyer;
};
const waitingOf = (state: OperatorOverview, queue: string) =>
  state.queues.find((one) => one.queue === queue)?.waiting;

describe('O1 the room of the overview', () => {
  it('is for operators only', async () => {
    const player = await connect(one, 0);
    expect(await player.join(OVERVIEW_ROOM)).toMatchObject([{ ok: false, code: 'FORBIDDEN' }]);
    expect(await player.join(consoleListRoom('payments'))).toMatchObject([{ ok: false, code: 'FORBIDDEN' }]);
  });

  it('receives what another server changed, with the item that waits longest', async () => {
    const operator = await connect(one, 1);
    const [joined] = await operator.join(OVERVIEW_ROOM);
    expect(joined).toMatchObject({ ok: true });
    const buyer = await pay(two);
    // The state at the join may be older than the payments of the tests before.
    const { rows } = await one.deps.db.pool.query<{ wanted: number }>(
      `SELECT count(*)::int AS wanted FROM manual_payments WHERE status = 'pending'`,
    );
    const wanted = rows[0]?.wanted;
    const frame = await operator.frame(
      ({ room, state }) =>
        room === OVERVIEW_ROOM && waitingOf(state as OperatorOverview, 'payments') === wanted,
    );
    const { queues } = OperatorOverview.parse(frame.state);
    const payments = queues.find(({ queue }) => queue === 'payments');
    expect(payments).toMatchObject({ waiting: wanted, oldest: { coins: 100, naira: 9_900 } });
    expect(payments?.oldest?.name).toContain(wanted === 1 ? buyer.user.username : '');
  });

  it('has what was paid in since the beginning of the day, and what is owed', async () => {
    const { db } = one.deps;
    const sweep = async () => {
      await untilEarlierEnded(db);
      await rollUpFlows(db);
      await keepMoneyDay(db);
    };
    await sweep();
    const operator = await one.signIn({ role: 1 });
    const { money: before } = OperatorOverview.parse((await operator.get('/admin/overview')).body);
    expect(before.today?.paid_in).toBe(0);
    // A later run of the sweep keeps the totals of the beginning of the day.
    await one.signIn({ coins: 700 });
    await sweep();
    const { money: after } = OperatorOverview.parse((await operator.get('/admin/overview')).body);
    expect(after.today?.since).toBe(before.today?.since);
    expect(after.owed.available - before.owed.available).toBe(700);
    const { available, held, bonus, other, total } = after.owed;
    expect(available + held + bonus + other).toBe(total);
    expect(after.week).toEqual(after.today);
    // On its first day a ledger began with nothing, also when the sweep runs for the first time after a payment.
    const buyer = await pay(one);
    const [{ id }] = (await buyer.get('/manualPayment/payment-history')).body;
    const approved = await operator.post(`/admin/payments/${id.match(/\d+$/)}/approve`, {
      bank_reference: 'REF1234567',
    });
    expect(approved.status).toBe(200);
    await db.pool.query('DELETE FROM money_days');
    await sweep();
    const { money: first } = OperatorOverview.parse((await operator.get('/admin/overview')).body);
    expect(first.today).toMatchObject({ paid_in: 100, paid_out: before.today?.paid_out });
    expect(first.today?.since).toMatch(/T23:00:00.000Z$/);
  });
});

describe('O1 what was paid out and what is overdue', () => {
  it('counts a payout when it is marked as paid, at once and by day of Lagos, not when it is approved or returned', async () => {
    const { db } = one.deps;
    const world = await openPayoutWorld({ database });
    const operator = await one.signIn({ role: 1 });
    const moneyOf = async () => OperatorOverview.parse((await operator.get('/admin/overview')).body).money;
    await untilEarlierEnded(db);
    await rollUpFlows(db);
    await keepMoneyDay(db);
    const before = await moneyOf();
    const ids: number[] = [];
    for (const coins of [150, 250, 40]) ids.push(await world.requested(await world.player(500), coins));
    for (const id of ids) expect((await world.decide(operator, id, 'approve')).status).toBe(200);
    expect((await moneyOf()).today?.paid_out).toBe(before.today?.paid_out);
    const [first = 0, second = 0, third = 0] = ids;
    await world.decide(operator, third, 'return', { reason: 'Account closed' });
    await world.decide(operator, first, 'pay', { bank_reference: 'OUT-1' });
    await world.decide(operator, second, 'pay', { bank_reference: 'OUT-2' });
    const after = await moneyOf();
    for (const span of ['today', 'week', 'month'] as const)
      expect((after[span]?.paid_out ?? 0) - (before[span]?.paid_out ?? 0)).toBe(400);
    // What was paid yesterday is not of today.
    await db.pool.query('INSERT INTO payout_days SELECT min(day) - 1, 7 FROM payout_days');
    expect((await moneyOf()).today).toEqual(after.today);
    await world.app.close();
  });

  it('counts what waits and what is overdue by status; a disputed trade has a time of its own', async () => {
    const operator = await one.signIn({ role: 1 });
    const queueOf = async (queue: string) => {
      const { queues } = OperatorOverview.parse((await operator.get('/admin/overview')).body);
      return queues.find((each) => each.queue === queue);
    };
    const before = await queueOf('payments');
    await pay(one);
    await pay(one);
    await one.asOwner(`ALTER TABLE manual_payments DISABLE TRIGGER manual_payments_guard;
      UPDATE manual_payments SET created_at = created_at - interval '31 minutes' WHERE id = (SELECT max(id) FROM manual_payments);
      ALTER TABLE manual_payments ENABLE TRIGGER manual_payments_guard;`);
    const after = await queueOf('payments');
    expect([after?.waiting, after?.overdue]).toEqual([
      (before?.waiting ?? 0) + 2,
      (before?.overdue ?? 0) + 1,
    ]);
    const pending = after?.by_status.find(({ status }) => status === 'pending');
    expect(pending).toMatchObject({ waiting: after?.waiting, overdue: after?.overdue });
    expect((await queueOf('trades'))?.by_status).toEqual([
      { status: 'pending', waiting: 0, overdue: 0 },
      { status: 'disputed', waiting: 0, overdue: 0 },
    ]);
    expect((await queueOf('affiliates'))?.by_status).toEqual([]);
  });
});

describe('O1 the rooms of the lists', () => {
  it('count every change, before and after it is folded', async () => {
    const { db } = one.deps;
    const countOf = async () => (await countListChanges(db, ['payments'])).get('payments') ?? 0;
    const before = await countOf();
    await pay(one);
    const changed = await countOf();
    expect(changed).toBeGreaterThan(before);
    await Promise.all([foldListChanges(db), foldListChanges(db)]);
    expect(await countOf()).toBe(changed);
    const { rows } = await db.pool.query('SELECT FROM list_changes');
    expect(rows).toHaveLength(0);
    await pay(one);
    expect(await countOf()).toBeGreaterThan(changed);
    // A change that is rolled back is none.
    const banks = await countListChanges(db, ['banks']);
    await db.pool.query('BEGIN; UPDATE banks SET name = name; ROLLBACK');
    expect(await countListChanges(db, ['banks'])).toEqual(banks);
  });

  it('notify the operators of every server, once a change is committed', async () => {
    const operator = await connect(one, 1);
    const room = consoleListRoom('payments');
    const [joined] = await operator.join(room);
    const { changes } = ListChanges.parse((joined as { state: unknown }).state);
    await pay(two);
    const frame = await operator.frame(
      (found) => found.room === room && (found.state as ListChanges).changes > changes,
    );
    expect(ListChanges.parse(frame.state).changes).toBeGreaterThan(changes);
  });

  it('exist for each of the console’s lists, and for no other name', async () => {
    const operator = await connect(one, 1);
    const joined = await operator.join(...consoleLists.map(consoleListRoom));
    expect(joined.map(({ ok }) => ok)).toEqual(consoleLists.map(() => true));
    expect(await operator.join('list:sessions')).toMatchObject([{ ok: false }]);
    const { rows } = await one.deps.db.pool.query<{ list: string }>(
      `SELECT DISTINCT split_part(pg_get_triggerdef(oid), '''', 2) AS list FROM pg_trigger
       WHERE tgname LIKE '%\\_list' AND NOT tgisinternal ORDER BY list`,
    );
    expect(rows.map(({ list }) => list).filter((list) => list !== 'audit-reports')).toEqual(
      [...consoleLists].sort(),
    );
  });
});
