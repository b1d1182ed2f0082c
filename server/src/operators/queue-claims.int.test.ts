import { ListChanges } from '@copup/shared/console.ts';
import { consoleListRoom } from '@copup/shared/room-names.ts';
import { type SignedInClient, startApp, type TestApp } from '@copup/testkit/app.ts';
import { noLimits } from '@copup/testkit/no-limits.ts';
import { RoomClient } from '@copup/testkit/room-servers.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { untilBlocked } from '../../test/lock-waits.ts';
import { openPayoutWorld, type PayoutWorld } from '../../test/payout-world.ts';

let world: PayoutWorld;
/** Another server on the same database. */
let other: TestApp;
let ada: SignedInClient;
let musa: SignedInClient;
const sockets: RoomClient[] = [];
beforeAll(async () => {
  world = await openPayoutWorld();
  other = await startApp({ database: world.app.database, overrides: { limitRules: noLimits } });
  ada = await world.operator();
  musa = await other.signIn({ role: 1 });
});
afterAll(async () => {
  for (const socket of sockets) socket.close();
  await other.close();
  await world.app.close();
});

const path = (id: number, queue = 'payouts') => `/admin/queues/${queue}/claims/${id}`;
const claim = (by: SignedInClient, id: number, takesOver = false) =>
  by.post(path(id), { take_over: takesOver });
const payout = async () => world.requested(await world.player(100), 50);
const claims = () =>
  world.query<{ item_id: number; operator_id: string }>(
    'SELECT item_id, operator_id FROM queue_claims ORDER BY queue, item_id',
  );
const reject = (by: SignedInClient, id: number) => world.decide(by, id, 'reject', { reason: 'Wrong name' });
const expire = (id: number) =>
  world.query('UPDATE queue_claims SET until = statement_timestamp() WHERE item_id = $1', [id]);
const refused = (by: SignedInClient) => ({
  code: 'ITEM_CLAIMED',
  message: `${by.user.username} decides this, at most for the next 5 minutes. Take it over to decide it yourself.`,
  details: { operator: by.user.username, until: expect.stringMatching(/Z$/) },
});

describe('O1 a claimed item of a queue', () => {
  it('is decided by its operator only, who is named in the refusal, and free after the decision', async () => {
    const id = await payout();
    const claimed = await claim(ada, id);
    expect([claimed.status, claimed.body]).toEqual([
      200,
      { item_id: id, operator_id: ada.user.id, username: ada.user.username, until: expect.any(String) },
    ]);
    expect(await claim(musa, id)).toMatchObject({ status: 409, body: refused(ada) });
    expect(await reject(musa, id)).toMatchObject({ status: 409, body: refused(ada) });
    expect((await world.query('SELECT status FROM payouts WHERE id = $1', [id]))[0]).toEqual({
      status: 'pending',
    });
    expect((await reject(ada, id)).body).toMatchObject({ status: 'rejected' });
    expect(await claims()).toEqual([]);
    expect((await reject(musa, id)).body.code).toBe('WRONG_STATUS');
  });

  it('is free when its time is over by the database’s clock, when it is released, and when its operator moves on', async () => {
    const [first, second] = [await payout(), await payout()];
    await claim(ada, first);
    await expire(first);
    expect((await claim(musa, first)).status).toBe(200);
    expect((await claim(ada, first)).body.code).toBe('ITEM_CLAIMED');
    // Only its operator frees it.
    expect((await ada.delete(path(first))).status).toBe(200);
    expect((await claim(ada, first)).body.code).toBe('ITEM_CLAIMED');
    await musa.delete(path(first));
    expect((await claim(ada, first)).status).toBe(200);
    await claim(ada, second);
    expect(await claims()).toEqual([{ item_id: second, operator_id: ada.user.id }]);
    // Another operator decides what is over.
    await expire(second);
    expect((await reject(musa, second)).status).toBe(200);
    expect(await claims()).toEqual([]);
  });

  it('is kept by its operator for five more minutes', async () => {
    const id = await payout();
    await claim(ada, id);
    await world.query("UPDATE queue_claims SET until = until - interval '4 minutes' WHERE item_id = $1", [
      id,
    ]);
    expect((await claim(musa, id)).body.message).toContain('at most for the next minute.');
    const kept = await claim(ada, id);
    const [left] = await world.query<{ left: number }>(
      'SELECT extract(epoch FROM $1::timestamptz - statement_timestamp())::int AS left',
      [kept.body.until],
    );
    expect(left?.left).toBeGreaterThan(240);
    await ada.delete(path(id));
  });

  it('is taken over only explicitly, which is audited; its former operator is then refused', async () => {
    const id = await payout();
    await claim(ada, id);
    expect((await claim(musa, id, true)).body).toMatchObject({ username: musa.user.username });
    // Without a claim of another operator there is nothing to take over.
    await claim(musa, id, true);
    expect(
      await world.query(
        "SELECT operator_id, details FROM admin_audit WHERE action = 'payout.take-over' AND subject_id = $1",
        [String(id)],
      ),
    ).toEqual([{ operator_id: musa.user.id, details: { from: ada.user.username } }]);
    expect((await reject(ada, id)).body).toMatchObject(refused(musa));
    expect((await reject(musa, id)).status).toBe(200);
  });

  it('belongs to one of two operators who claim it at once on two servers', async () => {
    for (let nth = 0; nth < 5; nth += 1) {
      const id = await payout();
      const replies = await Promise.all([claim(ada, id), claim(musa, id)]);
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
      const [winner, loser] = replies[0].status === 200 ? [ada, musa] : [musa, ada];
      expect(replies.find(({ status }) => status === 409)?.body).toMatchObject(refused(winner));
      expect((await reject(loser, id)).body.code).toBe('ITEM_CLAIMED');
      await winner.delete(path(id));
    }
  });

  it('refuses a claim that waited for another one of the same moment', async () => {
    const id = await payout();
    const { client, end } = await heldClaim(id);
    const waiting = claim(musa, id);
    await untilBlocked(world.app.deps.db);
    await client.query('COMMIT');
    expect((await waiting).body).toMatchObject({ code: 'ITEM_CLAIMED' });
    end();
    await ada.delete(path(id));
  });

  it('lets two operators change places', async () => {
    const [first, second] = [await payout(), await payout()];
    for (let nth = 0; nth < 5; nth += 1) {
      await Promise.all([claim(ada, first), claim(musa, second)]);
      const replies = await Promise.all([claim(ada, second, true), claim(musa, first, true)]);
      expect(replies.map(({ status }) => status)).toEqual([200, 200]);
      expect(await claims()).toHaveLength(2);
      await Promise.all([ada.delete(path(second)), musa.delete(path(first))]);
    }
  });

  it('is of one queue: the same number elsewhere is free; only the queues exist', async () => {
    await ada.post(path(7, 'payments'), {});
    expect((await musa.post(path(7, 'trades'), {})).status).toBe(200);
    expect((await musa.post(path(7, 'orders'), {})).status).toBe(400);
    const player = await world.app.signIn();
    expect((await player.post(path(7, 'trades'), {})).status).toBe(403);
    await Promise.all([ada.delete(path(7, 'payments')), musa.delete(path(7, 'trades'))]);
  });
});

describe('O1 the room of a queue', () => {
  it('shows each claim and its end to the operators of every server', async () => {
    const socket = new RoomClient(other.url, musa.token);
    sockets.push(socket);
    await socket.connected();
    const room = consoleListRoom('payouts');
    const id = await payout();
    await socket.join(room);
    await claim(ada, id);
    const isOf = (found: { room: string; state: unknown }, count: number) =>
      found.room === room &&
      ListChanges.parse(found.state).claims.filter((one) => one.item_id === id).length === count;
    const frame = await socket.frame((found) => isOf(found, 1));
    expect(ListChanges.parse(frame.state).claims).toEqual([
      { item_id: id, operator_id: ada.user.id, username: ada.user.username, until: expect.any(String) },
    ]);
    await ada.delete(path(id));
    await socket.frame((found) => isOf(found, 0) && found.version > frame.version);
  });
});

/** Claims an item for the first operator in a transaction that stays open. */
async function heldClaim(id: number) {
  const client = await world.app.deps.db.pool.connect();
  await client.query('BEGIN');
  await client.query(
    "INSERT INTO queue_claims VALUES ('payouts', $1, $2, statement_timestamp() + interval '5 minutes')",
    [id, ada.user.id],
  );
  return { client, end: () => client.release() };
}
