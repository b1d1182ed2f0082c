import type { ApiClient, ApiReply } from '@copup/testkit/client.ts';
import { isFull } from '@copup/testkit/is-full.ts';
import { isTooSlow } from '@copup/testkit/is-too-slow.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTaskWorld, type TaskWorld, toDataUrl } from '../../../test/task-world.ts';
import { newPicture } from '../../../test/trade-world.ts';

let world: TaskWorld;
beforeAll(async () => {
  world = await openTaskWorld();
});
afterAll(async () => expect(await world.close()).toEqual([]));

/** Sends requests at once, in turn to both servers, and repeats those that a busy server refused. */
const race = (client: ApiClient, count: number, send: (by: ApiClient) => Promise<ApiReply>) =>
  Promise.all(
    Array.from({ length: count }, async (_, nth) => {
      const by = nth % 2 === 0 ? client : world.onOther(client);
      for (;;) {
        const reply = await send(by);
        if (!isTooSlow(reply.body?.code)) return reply;
      }
    }),
  );
const codes = (replies: readonly ApiReply[]) =>
  replies.map(({ status, body }) => (status === 200 ? 'done' : body.code)).sort();

describe('T1 on two servers at once', () => {
  it('P6 uploads with one key and with none, also after a rejection: one is stored, and the number of attempts is exact', async () => {
    const player = await world.app.signIn();
    const taskId = await world.task();
    const headers = { 'idempotency-key': 'both' };
    const screenshot = toDataUrl(await newPicture());
    const alike = await race(player, 4, (by) => world.upload(by, taskId, { screenshot, headers }));
    // P6: with one key, all get the reply of the one that is stored.
    for (const { status, body } of alike) expect([status, body]).toEqual([200, alike[0]?.body]);
    await world.reject(world.operator, (await world.queue(`user_id=${player.user.id}`))[0]?.id ?? 0);
    for (let attempt = 2; attempt <= 4; attempt += 1) {
      expect(codes(await race(player, 4, (by) => world.upload(by, taskId)))).toEqual([
        ...Array(3).fill('ALREADY_UPLOADED'),
        'done',
      ]);
      expect((await world.operator.get(`/admin/tasks/${taskId}`)).body.pending).toBe(1);
      const [pending] = await world.queue(`user_id=${player.user.id}&status=pending`);
      expect(pending?.attempt).toBe(attempt);
      await world.reject(world.operator, pending?.id ?? 0);
    }
    expect(codes(await race(player, 4, (by) => world.upload(by, taskId)))).toEqual(
      Array(4).fill('NO_UPLOADS_LEFT'),
    );
  });

  it('two operators approve and reject, alone and in bulk: one decision, paid at most once', async () => {
    const second = await world.app.signIn({ role: 1 });
    const taskId = await world.task({ task_coin_reward: 7 });
    const actions = ['approve', 'reject', 'bulk approve', 'bulk reject'] as const;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...actions), { minLength: 2, maxLength: 6 }),
        async (chosen) => {
          const players = [await world.app.signIn(), await world.app.signIn()] as const;
          const ids = [
            await world.uploaded(players[0], taskId),
            await world.uploaded(players[1], taskId),
          ] as const;
          const replies = await Promise.all(
            chosen.map((action, nth) => {
              const by = nth % 2 === 0 ? world.operator : world.onOther(second);
              // Bulk decisions name the uploads in both orders, which must not deadlock.
              const both = { ids: nth % 4 < 2 ? [...ids] : [...ids].reverse() };
              if (action === 'approve') return world.approve(by, ids[0]);
              if (action === 'reject') return world.reject(by, ids[0]);
              return action === 'bulk approve'
                ? by.post('/admin/task-uploads/approve', both)
                : by.post('/admin/task-uploads/reject', { ...both, reason: 'Too dark' });
            }),
          );
          const decided = replies.flatMap(({ status, body }, nth) =>
            status !== 200 ? [] : chosen[nth]?.startsWith('bulk') ? (body.decided as number[]) : [ids[0]],
          );
          expect(decided.filter((id) => id === ids[0])).toHaveLength(1);
          expect(decided.filter((id) => id === ids[1]).length).toBeLessThanOrEqual(1);
          for (const [nth, player] of players.entries()) {
            const [row] = await world.queue(`q=${ids[nth]}`);
            expect((await world.balance(player)).task).toBe(row?.status === 'approved' ? 7 : 0);
            expect(await world.noticesOf(player)).toHaveLength(row?.status === 'pending' ? 0 : 1);
          }
        },
      ),
      { numRuns: isFull ? 12 : 6, endOnFailure: true },
    );
    const { pending } = (await world.operator.get(`/admin/tasks/${taskId}`)).body;
    expect(pending).toBe((await world.queue(`task_id=${taskId}&status=pending`)).length);
  });

  it('verifications of a referral task: one is paid', async () => {
    const player = await world.app.signIn();
    await world.befriend(player, 2);
    const id = await world.referralTask({ required_referrals: 2, task_coin_reward: 80 });
    const replies = await race(player, 6, (by) => by.post(`/task/referral-tasks/${id}/verify`));
    expect(codes(replies)).toEqual([...Array(5).fill('ALREADY_CLAIMED'), 'done']);
    expect((await world.balance(player)).task).toBe(80);
    expect((await world.operator.get(`/admin/referral-tasks/${id}`)).body.rewarded).toBe(1);
  });
});

describe('T7 conversions on two servers at once', () => {
  it('of one balance: no task coin is converted twice', async () => {
    await world.fundRewards(1_000);
    const player = await world.app.signIn();
    await world.pay(player, 100);
    const replies = await race(player, 8, (by) => by.post('/task/convert', { task_coin: 40 }));
    expect(codes(replies).filter((code) => code === 'done')).toHaveLength(2);
    expect(await world.balance(player)).toEqual({ task: 20, bonus: 8 });
  });

  it('P6 with one key: one is done', async () => {
    await world.fundRewards(1_000);
    const player = await world.app.signIn();
    await world.pay(player, 100);
    const headers = { 'idempotency-key': 'convert' };
    const replies = await race(player, 6, (by) => by.post('/task/convert', { task_coin: 30 }, headers));
    for (const { status, body } of replies) expect([status, body]).toEqual([200, replies[0]?.body]);
    expect(await world.balance(player)).toEqual({ task: 70, bonus: 3 });
  });

  it('of two players for the last coins of `rewards`: one is refused, and `rewards` is not overdrawn', async () => {
    const [one, two] = [await world.app.signIn(), await world.app.signIn()];
    await world.pay(one, 60_000);
    await world.pay(two, 60_000);
    const [fund] = await world.query<{ balance: number }>(
      `SELECT balance FROM funds WHERE kind = 'rewards' AND realm = 0`,
    );
    // Enough for one of the two.
    await world.fundRewards(8_000 - (fund?.balance ?? 0));
    const replies = await Promise.all([
      one.post('/task/convert', { task_coin: 60_000 }),
      world.onOther(two).post('/task/convert', { task_coin: 60_000 }),
    ]);
    expect(codes(replies)).toEqual(['REWARD_UNFUNDED', 'done']);
  });
});
