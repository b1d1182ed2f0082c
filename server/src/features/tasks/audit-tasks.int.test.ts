import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTaskWorld, type TaskWorld } from '../../../test/task-world.ts';
import { auditLedger } from '../../audit.ts';

let world: TaskWorld;
let uploadId: number;
beforeAll(async () => {
  world = await openTaskWorld();
  await world.fundRewards(100);
  const player = await world.app.signIn();
  uploadId = await world.uploaded(player, await world.task({ task_coin_reward: 100 }));
  await world.approve(world.operator, uploadId);
  await world.reject(world.operator, await world.uploaded(player, await world.task()));
  await world.uploaded(player, await world.task());
  await world.befriend(player, 1);
  const id = await world.referralTask({ required_referrals: 1, task_coin_reward: 30 });
  await player.post(`/task/referral-tasks/${id}/verify`);
  await player.post('/task/convert', { task_coin: 50 });
});
afterAll(() => world?.close());

const findings = async () =>
  (await auditLedger(world.app.deps.db)).errors
    .filter(({ check }) => check === 'tasks')
    .map(({ table, message }) => [table, message]);
/** Changes a table whose triggers refuse it, checks what the audit finds, and changes it back. */
async function tampered(table: string, change: string, undo: string): Promise<unknown[]> {
  const write = (statement: string) =>
    world.app.asOwner(
      `ALTER TABLE ${table} DISABLE TRIGGER USER; ${statement}; ALTER TABLE ${table} ENABLE TRIGGER USER`,
    );
  await write(change);
  const found = await findings();
  await write(undo);
  return found;
}

describe('P2 the audit', () => {
  it('accepts what the product writes', async () => {
    expect(await findings()).toEqual([]);
  });

  it('finds an upload that paid another amount, or nothing', async () => {
    const set = (what: string) => `UPDATE task_uploads SET ${what} WHERE id = ${uploadId}`;
    expect(await tampered('task_uploads', set('task_coins = 99'), set('task_coins = 100'))).toEqual([
      ['task_uploads', 'is approved, which moved 100 of its 99 task coins'],
    ]);
    const rejected = await tampered(
      'task_uploads',
      set(`status = 'rejected', reason = 'x'`),
      set(`status = 'approved', reason = NULL`),
    );
    expect(rejected).toEqual([['task_uploads', 'is rejected, which moved 100 of its 100 task coins']]);
    const pending = `UPDATE task_uploads SET status = 'pending', decided_at = NULL, decided_by = NULL WHERE id = ${uploadId}`;
    const approved = `UPDATE task_uploads SET status = 'approved', decided_at = now(), decided_by = '${world.operator.user.id}' WHERE id = ${uploadId}`;
    expect(await tampered('task_uploads', pending, approved)).toEqual([
      ['transfers', `pays task-upload:${uploadId}, which was not earned`],
    ]);
  });

  it('finds a reward and a conversion that differ from their transfers', async () => {
    const reward = (coins: number) => `UPDATE referral_rewards SET task_coins = ${coins}`;
    expect(await tampered('referral_rewards', reward(31), reward(30))).toEqual([
      ['referral_rewards', 'moved 30 of its 31 task coins'],
    ]);
    const conversion = (points: number) =>
      `UPDATE task_conversions SET task_coins = ${points * 10}, bid_points = ${points}`;
    expect(await tampered('task_conversions', conversion(6), conversion(5))).toEqual([
      ['task_conversions', 'moved 50 of its 60 task coins'],
    ]);
    const moved = `UPDATE task_conversions SET user_id = '${world.operator.user.id}'`;
    const [row] = await world.query<{ user_id: string }>('SELECT user_id FROM task_conversions');
    const back = `UPDATE task_conversions SET user_id = '${row?.user_id}'`;
    expect(await tampered('task_conversions', moved, back)).toEqual([
      ['task_conversions', 'moved no of its 50 task coins'],
    ]);
  });
});
