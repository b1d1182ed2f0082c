import type { AdminUser } from '@copup/shared/admin.ts';
import type { SpinReply } from '@copup/shared/spins.ts';
import type { AdminTaskUpload, ConvertReply } from '@copup/shared/tasks.ts';
import { CommandsVerdict, matchRows } from '@copup/testkit/checker/match-rows.ts';
import { type Attempts, groupByKey, type HistoryEvent, replyOf } from '@copup/testkit/history.ts';
import type { Dues } from './dues.ts';

export type JudgedUpload = Pick<AdminTaskUpload, 'user_id' | 'task_id' | 'status' | 'task_coin_reward'>;

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
): CommandsVerdict {
  const verdict = new CommandsVerdict();
  const attempts = groupByKey(history).filter(({ verdict: outcome }) => outcome !== 'fail');
  const byCommand = Map.groupBy(attempts, ({ intent }) => intent.command);
  const taskCoins = new Map<string, number>();
  const addTaskCoins = (userId: string, coins: number) =>
    taskCoins.set(userId, (taskCoins.get(userId) ?? 0) + coins);
  const uploadOf = ({ args }: Attempts['intent']) => `${args.taskId} ${args.userId}`;
  const uploadName = ({ task_id, user_id }: JudgedUpload) => `${task_id} ${user_id}`;
  matchRows(verdict, byCommand.get('upload') ?? [], uploads, {
    requestOf: uploadOf,
    requestFor: uploadName,
    lost: ({ process, args }) => `the screenshot of ${process} for task ${args.taskId} does not exist`,
    doubled: (upload) => `a screenshot was never sent: task and user ${uploadName(upload)}`,
  });
  const mayBeConverted = new Set<string>();
  for (const attempt of byCommand.get('convert') ?? []) {
    const { userId = '', amount = 0 } = attempt.intent.args;
    const reply = replyOf<ConvertReply>(attempt);
    if (!reply) {
      mayBeConverted.add(userId);
      dues.mayAdd(userId, amount);
      continue;
    }
    verdict.acknowledged += 1;
    dues.add(userId, reply.bid_points);
    addTaskCoins(userId, -reply.task_coin);
  }
  const spinners = new Set<string>();
  for (const attempt of byCommand.get('spin') ?? []) {
    const { process, args } = attempt.intent;
    const { userId = '' } = args;
    const reply = replyOf<SpinReply>(attempt);
    if (!reply) {
      dues.mayAdd(userId, MOST_OF_A_SPIN);
      continue;
    }
    verdict.acknowledged += 1;
    dues.add(userId, reply.result);
    if (spinners.has(userId)) verdict.addDoubled(`${process} has spun twice`);
    spinners.add(userId);
  }
  for (const { user_id, status, task_coin_reward } of uploads)
    if (status === 'approved') addTaskCoins(user_id, task_coin_reward);
  for (const { id, task } of users) {
    const expected = taskCoins.get(id) ?? 0;
    if (task !== expected && !mayBeConverted.has(id))
      verdict.violations.push(`user ${id} has ${task} task coins, the receipts give ${expected}`);
  }
  return verdict;
}
