import type { NewTransfer } from '../../ledger/post-transfers.ts';
import type { Subject } from '../../subject.ts';

interface Reward {
  id: string;
  realm: number;
  subject: Subject;
  key: string;
  userId: string;
  taskCoins: number;
}

/** Returns the transfer that issues the task coins of a reward to a user. */
export const rewardTransfer = ({ userId, taskCoins, ...transfer }: Reward): NewTransfer => ({
  ...transfer,
  kind: 'task_reward',
  input: { taskCoins },
  postings: [
    { from: { kind: 'issuance' }, to: { kind: 'task', id: userId }, amount: taskCoins, unit: 'task' },
  ],
});
