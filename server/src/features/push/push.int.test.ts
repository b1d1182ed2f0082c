import { userRoom } from '@copup/shared/room-names.ts';
import { startApp } from '@copup/testkit/app.ts';
import { createTestDatabase, testRedis } from '@copup/testkit/databases.ts';
import { RoomClient } from '@copup/testkit/room-servers.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { changeSetting } from '../../../test/change-setting.ts';
import { openPushWorld } from '../../../test/push-world.ts';
import type { NewNotice } from '../../notifications/notices.ts';
import { listPresent } from '../../rooms/list-present.ts';
import { closeSubjects } from '../../subjects/due-subjects.ts';
import { notifySettled } from '../../subjects/notify-settled.ts';
import { auctionKind } from '../auctions/auctions.subject.ts';
import { notifyOutbid } from '../auctions/notify-outbid.ts';
import { purgePush } from './purge-push.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

let world: Awaited<ReturnType<typeof openPushWorld>>;
beforeAll(async () => {
  world = await openPushWorld({ redis: null });
});
afterEach(() => {
  world.service.always = undefined;
  world.scheduleJob.mockClear();
});
afterAll(() => world?.close());

const player = () => world.app.signIn({ coins: 1_000 });
const notice = (userId: string, kind: NewNotice['kind'], id: number | string, details = {}): NewNotice => ({
  userId,
  kind,
  subject: { kind: kind === 'credited' ? 'transfer' : 'auction', id: String(id) },
  details: { name: 'Tecno Phantom', ...details },
});
const outbidNow = (id: number) =>
  world.query("UPDATE auctions SET outbid_due_at = now() - interval '1 second' WHERE id = $1", [id]);

/** A player who led an auction and was outbid, with a subscribed browser. */
async function outbid() {
  const [ada, tunde] = [await player(), await player()];
  const browser = await world.subscribed(ada);
  const id = await world.createAuction();
  await world.bid(ada, id);
  await world.bid(tunde, id);
  await outbidNow(id);
  await notifyOutbid(world.deps);
  return { ada, tunde, browser, id };
}

describe('W23 a push message', () => {
  it('says that the player was outbid, with topic, TTL and no amount, and leads back to the auction', async () => {
    const { browser, id, ada } = await outbid();
    await world.sendAt(world.noonMs);
    const [message, ...others] = browser.collect();
    expect(others).toEqual([]);
    expect(message).toMatchObject({
      topic: expect.stringMatching(/^[A-Za-z0-9_-]{32}$/),
      ttlS: 2 * 24 * 3_600,
      urgency: 'high',
      content: {
        kind: 'outbid',
        title: 'You were outbid',
        body: 'Tecno Phantom',
        button: 'Bid again',
        path: `/auction/${id}`,
        image: null,
        topic: message?.topic,
        notice: (await ada.get('/user/notifications')).body.items[0].id,
        expires_at: new Date(world.noonMs + 48 * HOUR_MS).toISOString(),
      },
    });
    await world.sendAt(world.noonMs);
    expect(browser.accepted).toBe(1);
  });

  it('has amounts only for a player who allows them', async () => {
    const { ada, browser, id } = await outbid();
    await ada.put('/user/push', { shows_amounts: true });
    await world.sendAt(world.noonMs);
    expect(browser.collect()[0]?.content.body).toBe('Tecno Phantom: the bid is now 2 coins');
    await world.write(notice(ada.user.id, 'credited', id, { amount: 1_500 }));
    await world.sendAt(world.noonMs);
    expect(browser.collect()[0]?.content.body).toBe('1,500 coins were added to your wallet');
  });

  it('is sent again when a player with an unread notice bid again and was outbid again', async () => {
    const { ada, tunde, browser, id } = await outbid();
    await world.sendAt(world.noonMs);
    for (let nth = 0; nth < 100; nth += 1) {
      for (const bidder of [ada, tunde]) expect((await bidder.post(`/auction/bid/${id}`)).status).toBe(200);
      if (nth % 10 > 0) continue;
      await outbidNow(id);
      await notifyOutbid(world.deps);
      await world.sendAt(world.noonMs);
    }
    // Of 200 bids in a minute one message waits, and one notice.
    expect(browser.accepted).toBe(11);
    expect(browser.collect()).toMatchObject([{ content: { kind: 'outbid' } }]);
    expect((await ada.get('/user/notifications')).body.unread).toBe(1);
  });

  it('is not sent once it is no longer true: read, leading again, or ended, of which the result tells', async () => {
    const [first, second, third] = [await outbid(), await outbid(), await outbid()];
    await first.ada.post('/user/notifications/read');
    await world.bid(second.ada, second.id);
    await world.query(
      `UPDATE auctions SET starts_at = now() - interval '1 hour', end_date = now() - interval '1 second' WHERE id = $1`,
      [third.id],
    );
    await closeSubjects(world.deps, auctionKind, [third.id]);
    await world.sendAt(world.noonMs);
    for (const { browser } of [first, second, third]) expect(browser.accepted).toBe(0);
    await notifySettled(world.deps, auctionKind);
    await world.sendAt(world.noonMs);
    expect(third.browser.collect()).toMatchObject([
      {
        content: {
          kind: 'lost',
          title: 'You did not win',
          body: 'Tecno Phantom went to another bidder. Your coins are back.',
        },
      },
    ]);
  });

  it('names the device of a new sign-in', async () => {
    const ada = await player();
    const browser = await world.subscribed(ada);
    const details = { event: 'signed_in', device: 'Chrome on Android' };
    await world.write({
      ...notice(ada.user.id, 'security', '1', details),
      subject: { kind: 'session', id: '1' },
    });
    await world.sendAt(world.noonMs + 12 * HOUR_MS);
    const content = { title: 'New sign-in', button: 'Check', path: '/sessions' };
    expect(browser.collect()).toMatchObject([{ content }]);
  });

  it('carries the smallest picture of the auction', async () => {
    const { browser, id } = await outbid();
    const name = '0123456789abcdef'.repeat(2);
    await world.query('UPDATE auctions SET image = $2 WHERE id = $1', [id, name]);
    await world.sendAt(world.noonMs);
    expect(browser.collect()[0]?.content.image).toBe(`/uploads/${name}-320.webp`);
  });

  it('replaces the waiting one about the same subject', async () => {
    const { ada, browser, id } = await outbid();
    await world.sendAt(world.noonMs);
    await world.write(notice(ada.user.id, 'won', id));
    await world.sendAt(world.noonMs);
    expect(browser.accepted).toBe(2);
    expect(browser.collect()).toMatchObject([
      { content: { kind: 'won', body: 'Tecno Phantom. It’s in your cart.', path: '/cart' } },
    ]);
  });

  it('that takes the place of one that is being sent waits for its answer', async () => {
    const { ada, browser, id } = await outbid();
    browser.answer({ status: 201, delayMs: 200 });
    const sent = world.sendAt(world.noonMs);
    await expect
      .poll(async () => (await world.query('SELECT FROM push_messages WHERE claimed_until > now()')).length)
      .toBe(1);
    await world.write(notice(ada.user.id, 'won', id));
    await world.sendAt(world.noonMs);
    expect(browser.accepted).toBe(0);
    await sent;
    await world.sendAt(world.noonMs);
    expect(browser.collect()).toMatchObject([{ content: { kind: 'won' } }]);
  });
});

describe('W23 is silent', () => {
  it('in quiet hours, except for outbid and security; what waits is sent in the morning if it is still true', async () => {
    const { ada, browser, id } = await outbid();
    const night = world.noonMs + 10 * HOUR_MS;
    const morning = world.noonMs + 19 * HOUR_MS;
    await world.write(notice(ada.user.id, 'credited', `${id}-night`), notice(ada.user.id, 'security', 'odd'));
    await world.write({ ...notice(ada.user.id, 'lost', '9'), subject: { kind: 'contest', id: '9' } });
    await world.sendAt(night);
    expect(
      browser
        .collect()
        .map(({ content }) => content.kind)
        .sort(),
    ).toEqual(['outbid', 'security']);
    expect(world.scheduleJob).toHaveBeenCalledWith('push-send', 'due', new Date(morning));
    await world.sendAt(morning - 1);
    expect(browser.collect()).toEqual([]);
    await world.sendAt(morning);
    // News of a lost contest is not worth a message in the morning.
    expect(browser.collect()).toMatchObject([{ content: { kind: 'coins' } }]);
  });

  it('in the hours that the player chose, or never', async () => {
    const ada = await player();
    const browser = await world.subscribed(ada);
    const quiet = (is_on: boolean) =>
      ada.put('/user/push', { quiet_hours: { is_on, from: '11:30', until: '12:30' } });
    expect((await quiet(true)).body.quiet_hours).toEqual({ is_on: true, from: '11:30', until: '12:30' });
    await world.write(notice(ada.user.id, 'credited', 'q1'));
    await world.sendAt(world.noonMs);
    expect(browser.accepted).toBe(0);
    await world.sendAt(world.noonMs + 30 * MINUTE_MS);
    expect(browser.accepted).toBe(1);
    await quiet(false);
    await world.write(notice(ada.user.id, 'credited', 'q2'));
    await world.sendAt(world.noonMs);
    expect(browser.accepted).toBe(2);
  });

  it('about kinds that the player or an operator switched off; security has no switch', async () => {
    const { ada, browser, id } = await outbid();
    const off = await ada.put('/user/push', { kinds: [{ kind: 'outbid', enabled: false }] });
    expect(off.body.kinds.slice(0, 2)).toEqual([
      { kind: 'outbid', enabled: false, locked: false },
      { kind: 'ending', enabled: true, locked: false },
    ]);
    const locked = await ada.put('/user/push', { kinds: [{ kind: 'security', enabled: false }] });
    expect(locked.body.code).toBe('VALIDATION_FAILED');
    await changeSetting(world.deps, 'pushWon', false);
    await world.write(notice(ada.user.id, 'won', id + 1));
    await world.sendAt(world.noonMs);
    await changeSetting(world.deps, 'pushWon', true);
    expect(browser.accepted).toBe(0);
    // The inbox has both.
    expect((await ada.get('/user/notifications')).body.unread).toBe(2);
  });

  it.each([
    [
      'a time-out',
      `INSERT INTO play_limits (user_id, realm, time_out_until) VALUES ($1, 0, now() + interval '3 days')`,
    ],
    [
      'a self-exclusion',
      `INSERT INTO play_limits (user_id, realm, excluded_until) VALUES ($1, 0, 'infinity')`,
    ],
    ['a spent limit', `INSERT INTO play_limits (user_id, realm, day_limit) VALUES ($1, 0, 1)`],
  ])('about what invites to play during %s, but not about money', async (_, restrict) => {
    const { ada, browser, id } = await outbid();
    await world.query(restrict, [ada.user.id]);
    await world.write(notice(ada.user.id, 'credited', `${id}-break`));
    await world.sendAt(world.noonMs);
    expect(browser.collect()).toMatchObject([{ content: { kind: 'coins' } }]);
  });

  it('while a page of the player is visible on any server, and for good if it still is after six seconds', async () => {
    const database = await createTestDatabase();
    const redis = testRedis();
    const own = await openPushWorld({ database, redis });
    const other = await startApp({ database, redis });
    try {
      const ada = await own.app.signIn();
      const browser = await own.subscribed(ada);
      const page = new RoomClient(other.url, ada.token);
      await page.connected();
      await page.join(userRoom(ada.user.id));
      await expect.poll(async () => [...(await listPresent(own.deps, [ada.user.id]))]).toEqual([ada.user.id]);
      const credit = (id: string) => own.write(notice(ada.user.id, 'credited', id));
      await credit('1');
      await own.sendAt(own.noonMs);
      await own.sendAt(own.noonMs + 6 * SECOND_MS);
      expect(await own.queue(browser)).toMatchObject([{ due_at: null, sent_at: null }]);
      await credit('2');
      await own.sendAt(own.noonMs);
      page.close();
      await expect.poll(async () => [...(await listPresent(own.deps, [ada.user.id]))]).toEqual([]);
      await own.sendAt(own.noonMs + 6 * SECOND_MS);
      expect(browser.accepted).toBe(1);
    } finally {
      await own.close();
      await other.close();
      await database.drop();
    }
  });
});

describe('W23 a subscription', () => {
  it('is one of at most five of a player, the newest of which stay', async () => {
    const ada = await player();
    const browsers = [];
    for (let nth = 0; nth < 6; nth += 1) browsers.push(await world.subscribed(ada));
    const { devices, public_key: key } = (await ada.get('/user/push')).body;
    expect(key).toBe((await world.app.client.get('/config')).body.push_key);
    expect(devices.map(({ id }: { id: string }) => id)).toEqual(
      browsers
        .slice(1)
        .map(({ id }) => id)
        .reverse(),
    );
    expect(devices[0]).toMatchObject({ is_current: true });
    // Repeated: the same device.
    const [last] = browsers.slice(-1);
    expect((await ada.post('/user/push/devices', last?.subscription())).body.id).toBe(last?.id);
    await ada.delete(`/user/push/devices/${last?.id}`);
    expect((await ada.get('/user/push')).body.devices).toHaveLength(4);
  });

  it('moves with its browser to a new address, which only who knows the former one can set', async () => {
    const [ada, tunde] = [await player(), await player()];
    const [browser, other, next] = [
      await world.subscribed(ada),
      await world.subscribed(tunde),
      world.service.openBrowser(),
    ];
    const renew = (endpoint: string, to: { subscription(): object }) =>
      world.app.client.post('/push/renewals', { endpoint, subscription: to.subscription() });
    expect((await renew(`${browser.endpoint}x`, next)).status).toBe(200);
    // The address of another user's device stays theirs.
    expect((await renew(browser.endpoint, other)).status).toBe(200);
    expect((await renew(browser.endpoint, next)).status).toBe(200);
    await world.write(notice(ada.user.id, 'credited', 'renewed'), notice(tunde.user.id, 'credited', 'own'));
    await world.sendAt(world.noonMs);
    expect([browser, other, next].map(({ accepted }) => accepted)).toEqual([0, 1, 1]);
    expect(next.collect()).toMatchObject([{ content: { kind: 'coins' } }]);
    const evil = { subscription: () => ({ ...next.subscription(), endpoint: 'https://evil.example/1' }) };
    expect((await renew(next.endpoint, evil)).body.code).toBe('UNKNOWN_PUSH_SERVICE');
  });

  it('belongs to the user who signed in last on its browser', async () => {
    const [ada, tunde] = [await player(), await player()];
    const browser = await world.subscribed(ada);
    await world.write(notice(ada.user.id, 'credited', 'of Ada'));
    await tunde.post('/user/push/devices', browser.subscription());
    await world.sendAt(world.noonMs);
    expect(browser.accepted).toBe(0);
    expect((await ada.get('/user/push')).body.devices).toEqual([]);
    await tunde.delete(`/user/push/devices/${browser.id}`);
    expect((await tunde.get('/user/push')).body.devices).toHaveLength(1);
  });

  it.each([
    'https://evil.example/push/1',
    'https://fcm.googleapis.com.evil.example/fcm/send/1',
    'https://fcm.googleapis.com:8443/fcm/send/1',
    'https://user@fcm.googleapis.com/fcm/send/1',
    'http://fcm.googleapis.com/fcm/send/1',
    'https://127.0.0.1/push/1',
    'http://169.254.169.254/latest/meta-data',
    'https://[::1]/push/1',
    'https://a.b.notify.windows.com/1',
  ])('at %s is refused', async (endpoint) => {
    const ada = await player();
    const body = { ...world.service.openBrowser().subscription(), endpoint };
    expect((await ada.post('/user/push/devices', body)).body.code).toBe('UNKNOWN_PUSH_SERVICE');
    expect(await world.query('SELECT FROM push_subscriptions WHERE endpoint = $1', [endpoint])).toEqual([]);
  });

  it.each([
    'https://fcm.googleapis.com/fcm/send/1',
    'https://updates.push.services.mozilla.com/wpush/v2/1',
    'https://wns2-par02p.notify.windows.com/w/?token=1',
    'https://web.push.apple.com/1',
  ])('at %s is accepted', async (endpoint) => {
    const ada = await player();
    const body = { ...world.service.openBrowser().subscription(), endpoint };
    const { id } = (await ada.post('/user/push/devices', body)).body;
    await ada.delete(`/user/push/devices/${id}`);
  });

  it.each([
    ['a sign-out', (ada) => ada.post('/auth/logout')],
    [
      'the end of its session',
      async (ada) => (await world.app.signInAs(ada.user.id)).post('/auth/sessions/end', { which: 'all' }),
    ],
    ['the deletion of the account', (ada) => ada.delete('/user/delete', { forfeit: true })],
  ] as [string, (ada: Awaited<ReturnType<typeof player>>) => Promise<{ status: number }>][])(
    'ends with %s, with what waits for it',
    async (_, end) => {
      const ada = await player();
      const browser = await world.subscribed(ada);
      await world.write(notice(ada.user.id, 'credited', 'last'));
      expect((await end(ada)).status).toBe(200);
      await world.sendAt(world.noonMs);
      expect(browser.accepted).toBe(0);
      expect(await world.query('SELECT FROM push_subscriptions WHERE id = $1', [browser.id])).toEqual([]);
    },
  );

  it('whose keys cannot encrypt is removed, and the other messages of its service go on', async () => {
    const ada = await player();
    const bad = await world.subscribed(ada);
    const good = await world.subscribed(ada);
    const noPoint = Buffer.from(bad.subscription().keys.p256dh, 'base64url').fill(9, 1).toString('base64url');
    await world.query('UPDATE push_subscriptions SET p256dh = $2 WHERE id = $1', [bad.id, noPoint]);
    await world.write(notice(ada.user.id, 'security', 'keys'));
    await world.sendAt(world.noonMs);
    expect([bad.accepted, good.accepted]).toEqual([0, 1]);
    expect(await world.query('SELECT FROM push_subscriptions WHERE id = $1', [bad.id])).toEqual([]);
  });

  it('that fails for 30 days is removed; one that accepts a message meanwhile is kept', async () => {
    const ada = await player();
    const [failing, working] = [await world.subscribed(ada), await world.subscribed(ada)];
    for (const browser of [failing, working]) browser.answer({ status: 503 });
    const tell = async (id: string, atMs: number) => {
      await world.write(notice(ada.user.id, 'security', id));
      await world.sendAt(atMs);
    };
    await tell('first', world.noonMs);
    failing.answer({ status: 503 }, { status: 503 });
    await tell('second', world.noonMs + MINUTE_MS);
    const kept = async (atMs: number) => {
      await purgePush(world.deps.db, new Date(atMs));
      const ids = [failing.id, working.id];
      return (await world.query('SELECT id FROM push_subscriptions WHERE id = ANY($1)', [ids])).map(
        ({ id }) => id,
      );
    };
    const monthMs = 30 * 24 * HOUR_MS;
    expect(await kept(world.noonMs + monthMs)).toHaveLength(2);
    expect(await kept(world.noonMs + monthMs + 1)).toEqual([working.id]);
  });

  it.each([404, 410])('whose service answers %d is removed at once', async (status) => {
    const { browser } = await outbid();
    browser.answer({ status });
    await world.sendAt(world.noonMs);
    expect(await world.query('SELECT FROM push_subscriptions WHERE id = $1', [browser.id])).toEqual([]);
  });
});

describe('W23 a push service', () => {
  it('receives a message by itself, and again by a scheduled job', async () => {
    const own = await openPushWorld({ redis: testRedis(), runsJobs: true });
    try {
      const ada = await own.app.signIn();
      const browser = await own.subscribed(ada);
      browser.answer({ status: 429, retryAfter: '1' });
      await own.write(notice(ada.user.id, 'security', '1'));
      await expect.poll(() => browser.accepted, { timeout: 20_000 }).toBe(1);
      expect(own.service.answered.map(({ status }) => status)).toEqual([429, 201]);
    } finally {
      await own.close();
    }
  });

  it('without an answer gets no other messages for ten seconds', async () => {
    const own = await openPushWorld({ redis: null });
    try {
      const ada = await own.app.signIn();
      const browsers = [];
      for (let nth = 0; nth < 5; nth += 1) browsers.push(await own.subscribed(ada));
      for (const browser of browsers) browser.answer({ status: 0, closes: true });
      await own.write(notice(ada.user.id, 'credited', 'silent'));
      await own.sendAt(own.noonMs);
      await own.write(notice(ada.user.id, 'credited', 'next'));
      await own.sendAt(own.noonMs + 9 * SECOND_MS);
      expect(browsers.map(({ accepted }) => accepted)).toEqual([0, 0, 0, 0, 0]);
      await own.sendAt(own.noonMs + 10 * SECOND_MS);
      expect(browsers.map(({ accepted }) => accepted)).toEqual([2, 2, 2, 2, 2]);
    } finally {
      await own.close();
    }
  });

  it.each([429, 503])(
    'that answers %d gets the message again after its Retry-After, not before',
    async (status) => {
      const { browser } = await outbid();
      browser.answer({ status, retryAfter: '120' });
      await world.sendAt(world.noonMs);
      const again = world.noonMs + 120 * SECOND_MS;
      expect(world.scheduleJob).toHaveBeenLastCalledWith('push-send', 'due', new Date(again));
      await world.sendAt(again - 1);
      expect(browser.accepted).toBe(0);
      const failing = () =>
        world.query('SELECT failing_since FROM push_subscriptions WHERE id = $1', [browser.id]);
      expect(await failing()).toEqual([{ failing_since: new Date(world.noonMs) }]);
      await world.sendAt(again);
      expect(browser.accepted).toBe(1);
      expect(await failing()).toEqual([{ failing_since: null }]);
    },
  );
});

it('W23 receipts of a device count once each; acted only within 10 minutes of opened', async () => {
  const { browser, ada } = await outbid();
  await world.query('DELETE FROM push_days');
  await world.sendAt(world.noonMs);
  const { id } = browser.collect()[0]?.content ?? {};
  const report = (event: string, of = id) => world.app.client.post('/push/receipts', { id: of, event });
  for (const event of ['acted', 'shown', 'shown', 'opened', 'acted', 'acted']) {
    expect((await report(event)).status).toBe(200);
  }
  await report('shown', ada.user.id);
  const { body } = await world.operator.get('/admin/push/days');
  const sums = body.reduce(
    (sum: Record<string, number>, row: Record<string, number>) => ({
      sent: (sum.sent ?? 0) + (row.sent ?? 0),
      accepted: (sum.accepted ?? 0) + (row.accepted ?? 0),
      shown: (sum.shown ?? 0) + (row.shown ?? 0),
      opened: (sum.opened ?? 0) + (row.opened ?? 0),
      acted: (sum.acted ?? 0) + (row.acted ?? 0),
    }),
    {},
  );
  expect(sums).toEqual({ sent: 1, accepted: 1, shown: 1, opened: 1, acted: 1 });
  // Opening the message reads its notice.
  expect((await ada.get('/user/notifications')).body).toMatchObject({ unread: 0, items: [{ read: true }] });
  const state = async () => (await world.operator.get('/admin/push')).body;
  const { is_on, services } = await state();
  const [{ endpoints }] = await world.query('SELECT count(*)::int AS endpoints FROM push_subscriptions');
  expect([is_on, services.find(({ service }: { service: string }) => service === 'test')]).toMatchObject([
    true,
    { endpoints: expect.any(Number) },
  ]);
  expect(services.reduce((sum: number, one: { endpoints: number }) => sum + one.endpoints, 0)).toBe(
    endpoints,
  );
  await changeSetting(world.deps, 'pushWon', false);
  const won = { kind: 'won', setting: 'pushWon', is_on: false };
  expect((await state()).switches).toContainEqual(won);
  await changeSetting(world.deps, 'pushWon', true);
  for (const path of ['/admin/push/days', '/admin/push']) expect((await ada.get(path)).status).toBe(403);
});

it('W23 a test message reaches a visible page at any hour', async () => {
  const ada = await player();
  const browser = await world.subscribed(ada);
  const page = new RoomClient(world.app.url, ada.token);
  await page.connected();
  await page.join(userRoom(ada.user.id));
  await ada.post(`/user/push/devices/${browser.id}/test`);
  await world.sendAt(Date.now() + SECOND_MS);
  expect(browser.collect()).toMatchObject([{ content: { kind: 'test', notice: null } }]);
  page.close();
});
