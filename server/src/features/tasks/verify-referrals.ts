import { inCoins } from '@copup/shared/coins.ts';
import type { VerifyReply } from '@copup/shared/tasks.ts';
import { eq, sql } from '../../db/drizzle.ts';
import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import { withStoredReply } from '../../db/with-stored-reply.ts';
import type { Deps } from '../../deps.ts';
import { postTransfers } from '../../ledger/post-transfers.ts';
import type { Viewer } from '../../sessions/sessions.ts';
import { countFriends, isRewarded, lockReferralTask } from './referral-tasks.queries.ts';
import { rewardTransfer } from './reward-transfer.ts';
import { alreadyRewarded, friendsMissing, taskNotFound } from './tasks.errors.ts';
import { type ReferralTaskRow, referralRewards, referralTasks } from './tasks.tables.ts';
import { toReferralTask } from './tasks.wire.ts';
import { lockPlayer } from './upload-screenshot.ts';

type VerifyDeps = Pick<Deps, 'db' | 'newId' | 'notices'>;

export interface Verify {
  referralTaskId: number;
  viewer: Pick<Viewer, 'userId' | 'realm'>;
  /** The Idempotency-Key (P6). */
  key: string | undefined;
}

/** Pays the reward of a referral task whose number of friends is reached, once (T1). */
export async function verifyReferrals(deps: VerifyDeps, verify: Verify): Promise<VerifyReply> {
  const { referralTaskId, viewer, key } = verify;
  const request = {
    userId: viewer.userId,
    route: 'task/verify',
    subject: String(referralTaskId),
    key,
    input: {},
  };
  const { reply } = await inTransaction(deps.db, (tx) =>
    withStoredReply(tx, request, async () => ({ status: 200, reply: await verifyLocked(tx, deps, verify) })),
  );
  return reply;
}

async function verifyLocked(
  tx: Transaction,
  deps: VerifyDeps,
  { referralTaskId, viewer: { userId, realm } }: Verify,
): Promise<VerifyReply> {
  await lockPlayer(tx, userId);
  const task = await lockReferralTask(tx, referralTaskId);
  if (!task || task.realm !== realm) throw taskNotFound();
  if (await isRewarded(tx, userId, task.id)) throw alreadyRewarded();
  if (!task.isActive) throw taskNotFound();
  const referrals = await countFriends(tx, userId);
  if (referrals < task.requiredReferrals) throw friendsMissing(referrals, task.requiredReferrals);
  const rewardedAt = await reward(tx, deps, task, { userId, referrals });
  const own = { ...task, taskCoins: task.taskCoinReward, rewardedAt };
  return {
    message: `${inCoins(task.taskCoinReward, 'task')} ${task.taskCoinReward === 1 ? 'was' : 'were'} added to your wallet.`,
    task: toReferralTask(own, referrals),
  };
}

/** Moves the task coins, inserts the reward and notifies the user. Returns the time of the reward. */
async function reward(
  tx: Transaction,
  { newId, notices }: VerifyDeps,
  task: ReferralTaskRow,
  { userId, referrals }: { userId: string; referrals: number },
): Promise<Date> {
  const transferId = newId();
  const taskCoins = task.taskCoinReward;
  const subject = referralTaskSubject(task.id);
  const key = `${subject.kind}:${task.id}:${userId}`;
  await postTransfers(tx, [
    rewardTransfer({ id: transferId, realm: task.realm, subject, key, userId, taskCoins }),
  ]);
  const rewardedAt = await tx.clock();
  await tx.orm
    .insert(referralRewards)
    .values({ referralTaskId: task.id, userId, referrals, taskCoins, transferId, rewardedAt });
  await tx.orm
    .update(referralTasks)
    .set({ rewarded: sql`${referralTasks.rewarded} + 1` })
    .where(eq(referralTasks.id, task.id));
  const details = { task_coin: taskCoins, referrals };
  await notices.write(tx, [{ userId, kind: 'task', subject, details }]);
  return rewardedAt;
}

const referralTaskSubject = (id: number) => ({ kind: 'referral-task', id: String(id) });
