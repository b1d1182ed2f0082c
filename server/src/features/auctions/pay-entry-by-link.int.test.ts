import { userRoom } from '@copup/shared/room-names.ts';
import type { TestUser } from '@copup/testkit/builders.ts';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type AuctionWorld, openAuctionWorld } from '../../../test/auction-world.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import { recordReferrals } from '../../subjects/record-referrals.ts';
import { payEntryByLink } from './pay-entry.ts';

let world: AuctionWorld;
beforeAll(async () => {
  world = await openAuctionWorld();
});
afterAll(() => world?.close());

const promoted = { target_users: 3, reward_bid_points: 10 };
const codeOf = async ({ id }: TestUser) => {
  const [row] = await world.query<{ code: string }>('SELECT referral_code AS code FROM users WHERE id = $1', [
    id,
  ]);
  return row?.code ?? '';
};
const join = async (
  auctionId: number,
  viewer: TestUser,
  link: TestUser | string,
  key?: string,
  deps = world.deps,
) =>
  payEntryByLink(deps, {
    id: auctionId,
    viewer: { ...viewer, userId: viewer.id },
    key,
    code: typeof link === 'string' ? link : await codeOf(link),
    network: '10.0.0.0/24',
  });
const referralsOf = (auctionId: number) =>
  world.query<{ referrer: string; user: string; no: number; paid: number }>(
    `SELECT referrer_id AS referrer, user_id AS "user", no, paid FROM affiliate_referrals
      WHERE subject_kind = 'auction' AND subject_id = $1 ORDER BY no`,
    [auctionId],
  );
const isJoined = async (auctionId: number, { id }: TestUser) =>
  (await world.query('SELECT FROM auction_entries WHERE auction_id = $1 AND user_id = $2', [auctionId, id]))
    .length === 1;

describe('T2 joining an auction through a link', () => {
  it('takes the fee, counts once for the referrer, and moves the progress at once', async () => {
    const { id } = await world.create(promoted);
    const [referrer, user] = [await world.user(), await world.user({ coins: 15 })];
    const invalidated = vi.fn<(rooms: ReadonlySet<string>) => void>();
    const deps = { ...world.deps, db: { ...world.db, onCommit: invalidated } };
    const reply = await join(id, user, (await codeOf(referrer)).toLowerCase(), 'k', deps);
    expect(reply).toMatchObject({ message: 'Pay entry fee successful!', paid_available: 10, paid_bonus: 0 });
    expect(await referralsOf(id)).toEqual([{ referrer: referrer.id, user: user.id, no: 1, paid: 10 }]);
    expect([...(invalidated.mock.calls[0]?.[0] ?? [])]).toContain(userRoom(referrer.id));
    expect(await world.notices(referrer)).toEqual([
      {
        kind: 'referral',
        subject_id: String(id),
        details: { name: 'Radio', username: user.username, counted: 1, target: 3 },
      },
    ]);
    // P6: the same key returns the first reply; without one the join is refused. Neither counts again.
    expect(await join(id, user, referrer, 'k')).toEqual(reply);
    await expect(join(id, user, referrer)).rejects.toMatchObject({ code: 'ALREADY_JOINED' });
    await expect(join(id, user, await world.user(), 'k')).rejects.toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    });
    expect(await referralsOf(id)).toHaveLength(1);
    expect(await world.query('SELECT user_id FROM affiliate_links WHERE subject_id = $1', [id])).toEqual([
      { user_id: referrer.id },
    ]);
  });

  it('is refused with an unknown code, one of another realm, and the own one; nothing is charged', async () => {
    const { id } = await world.create(promoted);
    const [user, stranger] = [await world.user({ coins: 10 }), await world.user({ realm: 7 })];
    for (const code of ['ZZZZZZZZ', "'; --", stranger]) {
      await expect(join(id, user, code)).rejects.toMatchObject({ code: 'UNKNOWN_REFERRER' });
    }
    await expect(join(id, user, user)).rejects.toMatchObject({ code: 'OWN_LINK' });
    expect([await isJoined(id, user), await world.wallet(user)]).toMatchObject([false, { available: 10 }]);
  });

  it('does not count for an operator or a deleted user, when nothing is paid or promoted, or with bonus coins', async () => {
    const [paid, bonus, free, plain] = [
      await world.create(promoted),
      await world.create(promoted),
      await world.create({ target_users: 3, entry_bid_points: 0 }),
      await world.create(),
    ];
    const [operator, gone] = [await world.user({ role: 1 }), await world.user()];
    await world.query('UPDATE users SET deleted_at = now() WHERE id = $1', [gone.id]);
    const active = await world.user();
    for (const [{ id }, link] of [
      [paid, operator],
      [paid, gone],
      [bonus, active],
      [free, active],
      [plain, active],
    ] as const) {
      const user = await world.user({ coins: 10, bonus: id === bonus.id ? 1 : 0 });
      await join(id, user, link);
      expect([await isJoined(id, user), await referralsOf(id)]).toEqual([true, []]);
    }
    expect(await world.notices(active)).toEqual([]);
  });

  it('numbers the referrals of one referrer without a gap when 30 users join at the same time', async () => {
    const { id } = await world.create({ target_users: 40 });
    const referrers = [await world.user(), await world.user()];
    const users = await Promise.all(Array.from({ length: 30 }, () => world.user({ coins: 10 })));
    const other = world.server().deps;
    await Promise.all(
      users.map((user, nth) =>
        join(id, user, referrers[nth % 2] as TestUser, undefined, nth % 3 === 0 ? other : world.deps),
      ),
    );
    for (const { id: referrer } of referrers) {
      const numbers = (await referralsOf(id)).filter((row) => row.referrer === referrer).map(({ no }) => no);
      expect(numbers).toEqual(Array.from({ length: 15 }, (_, nth) => nth + 1));
    }
  });

  it('reaches the referrer who switched these notices off', async () => {
    const { id } = await world.create(promoted);
    const [referrer, user] = [await world.user(), await world.user({ coins: 10 })];
    await world.query("INSERT INTO notification_preferences (user_id, muted) VALUES ($1, '{referral}')", [
      referrer.id,
    ]);
    const version = async () =>
      (
        await world.query<{ version: number }>('SELECT version FROM inboxes WHERE user_id = $1', [
          referrer.id,
        ])
      )[0]?.version ?? 0;
    const before = await version();
    await join(id, user, referrer);
    expect([await world.notices(referrer), (await version()) > before]).toEqual([[], true]);
  });

  it('is written set-based for a batch: each in the order given, one lock for each referrer', async () => {
    const { id } = await world.create(promoted);
    const [ada, bola] = [await world.user(), await world.user()];
    const referrals = [ada, bola, ada, ada].map(({ id: referrerId }, nth) => ({
      referrerId,
      userId: uuidv7(),
      username: `user${nth}`,
      paidAvailable: 10,
      paidBonus: 0,
      network: null,
    }));
    await inTransaction(world.db, (tx) =>
      recordReferrals(
        tx,
        world.deps,
        { kind: 'heist', id, name: 'Vault', realm: 0, targetUsers: 3 },
        referrals,
      ),
    );
    const rows = await world.query(
      `SELECT user_id, no FROM affiliate_referrals WHERE subject_kind = 'heist' AND subject_id = $1 ORDER BY id`,
      [id],
    );
    expect(rows).toEqual(referrals.map(({ userId: user_id }, nth) => ({ user_id, no: [1, 1, 2, 3][nth] })));
    expect((await world.notices(ada)).map(({ details }) => details)).toEqual(
      [1, 2, 3].map((counted, nth) => ({
        name: 'Vault',
        username: `user${[0, 2, 3][nth]}`,
        counted,
        target: 3,
      })),
    );
  });

  it('P2 the ledger is correct after these tests', async () => {
    expect(await world.audit()).toEqual([]);
  });
});
