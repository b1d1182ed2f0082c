import { auctionRoom } from '@copup/shared/room-names.ts';
import { type SignedInClient, startApp, type TestApp } from '@copup/testkit/app.ts';
import type { TestUserOptions } from '@copup/testkit/builders.ts';
import { testRedis } from '@copup/testkit/databases.ts';
import { RoomClient } from '@copup/testkit/room-servers.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { auctionKind, findAuction } from './features/auctions/auctions.subject.ts';
import { scheduleSubject } from './subjects/schedule.ts';

const HOUR_MS = 3_600_000;
const realNow = Date.now;
let app: TestApp | undefined;
afterEach(async () => {
  vi.restoreAllMocks();
  await app?.close();
  app = undefined;
});

const offBy = (ms: number) => vi.spyOn(Date, 'now').mockImplementation(() => realNow() + ms);
/** With the right clock: ids that tests generate never go back to an earlier time, also in later files. */
async function signIn(ms: number, options?: TestUserOptions): Promise<SignedInClient> {
  vi.restoreAllMocks();
  const client = await (app as TestApp).signIn(options);
  offBy(ms);
  return client;
}
const isClose = (ms: number) => expect(Math.abs(ms - realNow())).toBeLessThan(HOUR_MS / 2);

describe.each([
  ['an hour ahead', HOUR_MS],
  ['an hour behind', -HOUR_MS],
])('P7 a server whose clock is %s', (_, offsetMs) => {
  it('shows the time of the database in frames and replies', async () => {
    offBy(offsetMs);
    app = await startApp({ redis: null });
    const operator = await signIn(offsetMs, { role: 1 });
    const player = await signIn(offsetMs, { coins: 100 });
    const end_date = new Date(realNow() + HOUR_MS).toISOString();
    const body = { name: 'Kettle', category: 'product', price: 10, entry_bid_points: 0, end_date };
    const { id } = (await operator.post('/admin/auctions', body)).body;
    const client = new RoomClient(app.url, player.token);
    await client.connected();
    const [joined] = await client.join(auctionRoom(id));
    isClose((joined as { serverTime: number }).serverTime);
    await player.post(`/auction/pay-entry/${id}`, {});
    await player.post(`/auction/bid/${id}`, {});
    const frame = await client.frame(({ version }) => version > 0);
    isClose((frame as unknown as { serverTime: number }).serverTime);
    client.close();
    const reply = await player.get(`/auction/${id}`);
    isClose(Date.parse(reply.body.server_time));
    isClose(Date.parse(reply.headers.get('date') ?? ''));
  });

  it('S3 expires sessions by the time of the database', async () => {
    offBy(offsetMs);
    app = await startApp({ redis: null });
    const player = await signIn(offsetMs);
    const expire = (at: string) =>
      app?.deps.db.pool.query(`UPDATE sessions SET expires_at = ${at} WHERE user_id = $1`, [player.user.id]);
    await expire(`clock_timestamp() + interval '30 minutes'`);
    expect((await player.get('/user/profile')).status).toBe(200);
    const other = await signIn(offsetMs);
    await app.deps.db.pool.query(
      `UPDATE sessions SET expires_at = clock_timestamp() - interval '30 minutes' WHERE user_id = $1`,
      [other.user.id],
    );
    expect((await other.get('/user/profile')).status).toBe(401);
  });

  it('A8 closes in time, and no scheduled job reschedules itself in a busy loop', async () => {
    offBy(offsetMs);
    app = await startApp({ redis: testRedis(), runsJobs: true });
    const operator = await signIn(offsetMs, { role: 1 });
    const ids: number[] = [];
    const end_date = new Date(realNow() + HOUR_MS).toISOString();
    for (let nth = 0; nth < 20; nth += 1) {
      const body = { name: 'Kettle', category: 'product', price: 10, entry_bid_points: 0, end_date };
      ids.push((await operator.post('/admin/auctions', body)).body.id);
    }
    await app.deps.db.pool.query(
      "UPDATE auctions SET end_date = clock_timestamp() + interval '300 ms' WHERE id = $1",
      [ids[0]],
    );
    const ending = await findAuction(app.deps.db, ids[0] ?? 0);
    if (ending) scheduleSubject(app.deps, auctionKind, ending);
    const status = async () => (await operator.get(`/auction/${ids[0]}`)).body.status;
    await vi.waitUntil(async () => (await status()) === 'unsold', { timeout: 20_000, interval: 100 });
    // Each of 40 jobs may run early once and is scheduled again for its time.
    expect(app.deps.jobs.stats().scheduled.ran).toBeLessThan(100);
  });
});
