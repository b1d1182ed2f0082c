import { AdminReferralTask, ReferralTask, VerifyReply } from '@copup/shared/tasks.ts';
import type { SignedInClient } from '@copup/testkit/app.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTaskWorld, type TaskWorld } from '../../../test/task-world.ts';

let world: TaskWorld;
beforeAll(async () => {
  world = await openTaskWorld();
});
afterAll(async () => expect(await world.close()).toEqual([]));

const verify = (player: SignedInClient, id: number, headers?: Record<string, string>) =>
  player.post(`/task/referral-tasks/${id}/verify`, undefined, headers);
const read = async (player: SignedInClient, id: number): Promise<ReferralTask> => {
  const tasks = ((await player.get('/task/referral-tasks')).body as unknown[]).map((row) =>
    ReferralTask.parse(row),
  );
  return tasks.find((task) => task.id === id) as ReferralTask;
};

describe('T1 a referral task', () => {
  it('is rewarded once, when the number of friends is reached', async () => {
    const player = await world.app.signIn();
    const id = await world.referralTask({ required_referrals: 3, task_coin_reward: 500 });
    expect(await read(player, id)).toMatchObject({ referrals: 0, status: 'open', rewarded_at: null });
    await world.befriend(player, 2);
    const early = await verify(player, id);
    expect([early.status, early.body.code, early.body.message]).toEqual([
      409,
      'TARGET_NOT_REACHED',
      '2 of 3 friends have registered with your code and signed in on their own devices. Invite 1 more.',
    ]);
    await world.befriend(player, 1);
    expect(await read(player, id)).toMatchObject({ referrals: 3, status: 'ready' });
    const reply = VerifyReply.parse((await verify(player, id)).body);
    expect(reply.task).toMatchObject({ id, status: 'rewarded', referrals: 3 });
    expect(await world.balance(player)).toEqual({ task: 500, bonus: 0 });
    const second = await verify(player, id);
    expect([second.status, second.body.code]).toEqual([409, 'ALREADY_CLAIMED']);
    expect(await read(player, id)).toMatchObject({ status: 'rewarded' });
    const [notice] = await world.noticesOf(player);
    expect(notice).toMatchObject({
      kind: 'task',
      subject_kind: 'referral-task',
      details: { task_coin: 500 },
    });
    const task = AdminReferralTask.parse((await world.operator.get(`/admin/referral-tasks/${id}`)).body);
    expect(task.rewarded).toBe(1);
  });

  it('T7 counts the own friends who were not deleted', async () => {
    const [player, other] = [await world.app.signIn(), await world.app.signIn()];
    const id = await world.referralTask({ required_referrals: 2 });
    const [friend] = await world.befriend(player, 2);
    await world.befriend(other, 5);
    expect((await read(player, id)).referrals).toBe(2);
    await world.query('UPDATE users SET deleted_at = clock_timestamp() WHERE id = $1', [friend?.user.id]);
    expect(await read(player, id)).toMatchObject({ referrals: 1, status: 'open' });
    expect((await verify(player, id)).body.details).toEqual({ referrals: 1, required: 2 });
    // A friend who leaves later takes nothing back.
    await world.befriend(player, 1);
    expect((await verify(player, id)).status).toBe(200);
  });

  it('X15 counts persons: neither accounts without a device, nor several of one device, nor the own device', async () => {
    const player = await world.app.signIn();
    const id = await world.referralTask({ required_referrals: 1 });
    const [own, ...friends] = [player, ...(await world.befriend(player, 4))];
    const ids = [own, ...friends].map(({ user }) => user.id);
    const setDevices = async (devices: (string | null)[]) => {
      await world.query('DELETE FROM known_devices WHERE user_id = ANY($1::uuid[])', [ids]);
      await world.query(
        `INSERT INTO known_devices (user_id, token_hash)
         SELECT id, sha256(device::bytea) FROM unnest($1::uuid[], $2::text[]) AS d (id, device) WHERE device IS NOT NULL`,
        [ids, devices],
      );
    };
    await setDevices(['own', 'own', null, null, null]);
    expect((await read(player, id)).referrals).toBe(0);
    expect((await verify(player, id)).body.code).toBe('TARGET_NOT_REACHED');
    await setDevices(['own', 'own', 'shared', 'shared', 'third']);
    expect((await read(player, id)).referrals).toBe(2);
    expect((await verify(player, id)).status).toBe(200);
  });

  it('pays several tasks for the same friends, and replies once more to the same key', async () => {
    const player = await world.app.signIn();
    await world.befriend(player, 2);
    const [one, two] = [
      await world.referralTask({ required_referrals: 1, task_coin_reward: 10 }),
      await world.referralTask({ required_referrals: 2, task_coin_reward: 20 }),
    ];
    const headers = { 'idempotency-key': 'verify-1' };
    const first = await verify(player, one, headers);
    expect((await verify(player, one, headers)).body).toEqual(first.body);
    expect((await verify(player, two, headers)).status).toBe(200);
    expect((await world.balance(player)).task).toBe(30);
  });

  it('that is closed is refused', async () => {
    const player = await world.app.signIn();
    const id = await world.referralTask({ required_referrals: 1 });
    await world.befriend(player, 1);
    await world.operator.put(`/admin/referral-tasks/${id}`, { is_active: false });
    expect(await read(player, id)).toBeUndefined();
    const reply = await verify(player, id);
    expect([reply.status, reply.body.code]).toEqual([404, 'TASK_NOT_FOUND']);
  });
});
