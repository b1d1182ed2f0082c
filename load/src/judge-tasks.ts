import type { AdminUser } from '@copup/shared/admin.ts';
import type { SpinReply } from '@copup/shared/spins.ts';
import type { AdminTaskUpload, ConvertReply } from '@copup/shared/tasks.ts';
import { groupByKey, type HistoryEvent } from '@copup/testkit/history.ts';
import type { Dues } from './dues.ts';

export type JudgedUpload = Pick<AdminTaskUpload, 'user_id' | 'task_id' | 'status' | 'task_coin_reward'>;

export interface TasksVerdict {
  /** Acknowledged screenshots, conversions and spins. */
  acknowledged: number;
  /** Acknowledged screenshots that do not exist. */
  lost: number;
  /** Screenshots, and spins of one player, beyond those that players sent. */
  doubled: number;
  violations: string[];
}

/** The highest prize of the wheel. */
const MOST_OF_A_SPIN = 6;

/**
 * Compares screenshots, task coins and spins with the replies to their players, and adds the bonus coins that conversions
 * and spins brought. Pure.
 */
export function judgeTasks(
  dues: Dues,
  { uploads, users }: { uploads: readonly JudgedUpload[]; users: readonly Pick<AdminUser, 'id' | 'task'>[] },
  history: readonly HistoryEvent[],
): TasksVerdict {
  const verdict: TasksVerdict = { acknowledged: 0, lost: 0, doubled: 0, violations: [] };
  const sent = new Map(uploads.map((upload) => [`${upload.task_id} ${upload.user_id}`, upload]));
  const unknownUploads = new Set<string>();
  const taskCoins = new Map<string, number>();
  const mayBeConverted = new Set<string>();
  const spinners = new Set<string>();
  for (const { intent, ends, verdict: outcome } of groupByKey(history)) {
    const { command, args } = intent;
    const { userId = '', taskId, amount = 0 } = args;
    const reply = ends.find(({ type }) => type === 'ok')?.reply;
    if (outcome === 'fail' || !['upload', 'convert', 'spin'].includes(command)) continue;
    if (outcome === 'ok') verdict.acknowledged += 1;
    if (command === 'upload') {
      const name = `${taskId} ${userId}`;
      if (outcome === 'unknown') unknownUploads.add(name);
      else if (sent.has(name)) sent.delete(name);
      else {
        verdict.lost += 1;
        verdict.violations.push(`the screenshot of ${intent.process} for task ${taskId} does not exist`);
      }
    } else if (command === 'convert') {
      if (outcome === 'unknown') {
        mayBeConverted.add(userId);
        dues.mayAdd(userId, amount);
        continue;
      }
      const { task_coin, bid_points } = reply as ConvertReply;
      dues.add(userId, bid_points);
      taskCoins.set(userId, (taskCoins.get(userId) ?? 0) - task_coin);
    } else if (outcome === 'unknown') dues.mayAdd(userId, MOST_OF_A_SPIN);
    else {
      dues.add(userId, (reply as SpinReply).result);
      if (spinners.has(userId)) {
        verdict.doubled += 1;
        verdict.violations.push(`${intent.process} has spun twice`);
      }
      spinners.add(userId);
    }
  }
  for (const name of sent.keys())
    if (!unknownUploads.has(name)) {
      verdict.doubled += 1;
      verdict.violations.push(`a screenshot was never sent: task and user ${name}`);
    }
  for (const { user_id, status, task_coin_reward } of uploads)
    if (status === 'approved') taskCoins.set(user_id, (taskCoins.get(user_id) ?? 0) + task_coin_reward);
  for (const { id, task } of users) {
    const expected = taskCoins.get(id) ?? 0;
    if (task !== expected && !mayBeConverted.has(id))
      verdict.violations.push(`user ${id} has ${task} task coins, the receipts give ${expected}`);
  }
  return verdict;
}
