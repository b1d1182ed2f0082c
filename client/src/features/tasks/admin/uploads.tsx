import { formatNumber, inCoins } from '@copup/shared/coins.ts';
import { isolate } from '@copup/shared/isolate.ts';
import { recordPath } from '@copup/shared/record-paths.ts';
import { UPLOAD_OVERDUE_HOURS } from '@copup/shared/task-limits.ts';
import type { AdminTaskUpload } from '@copup/shared/tasks.ts';
import { Link } from 'react-router-dom';
import { showMoment } from '../../../console/local-time.ts';
import type { QueueKind } from '../../../console/queue/decision.ts';
import { QueuePage } from '../../../console/queue/queue-page.tsx';

const reasons = ['Your name is not visible', 'This is another task', 'Unreadable'];

const uploads: QueueKind<AdminTaskUpload> = {
  resource: 'task-uploads',
  noun: 'upload',
  lists: [
    { status: 'pending', name: 'Waiting' },
    { status: 'pending', name: 'Overdue', key: 'overdue', filter: { overdue: 'true' } },
    { status: 'approved', name: 'Approved' },
    { status: 'rejected', name: 'Rejected' },
  ],
  amountOf: ({ task_coin_reward: reward }) => formatNumber(reward),
  amountName: 'Task coins',
  subLine: ({ task }) => task,
  facts: ({ task, task_id, attempt, due_at, status }) => [
    [
      'Task',
      <Link key="task" to={recordPath('task', task_id) ?? ''} className="font-semibold text-brand">
        {task}
      </Link>,
    ],
    ['Attempt', attempt === 1 ? 'First' : `Number ${attempt}`],
    ...(status === 'pending' ? [['Due', showMoment(due_at)] as const] : []),
  ],
  warnings: ({ overdue, same_pictures: same }) => [
    ...(overdue ? [`Waits for more than ${UPLOAD_OVERDUE_HOURS} hours`] : []),
    ...(same > 0
      ? [
          `The same picture was sent ${same === 1 ? 'once' : `${same} times`} before, by another user or for another task`,
        ]
      : []),
  ],
  pictureOf: ({ screenshot }) => screenshot,
  decisions: ({ status, task_coin_reward: reward, full_name: name }) =>
    status === 'pending'
      ? [
          {
            action: 'approve',
            consequences: [
              `${inCoins(reward, 'task')} go to ${isolate(name)} at once`,
              `${isolate(name)} is notified`,
            ],
          },
          {
            action: 'reject',
            needs: 'reason',
            reasons,
            consequences: [`No task coins move. ${isolate(name)} sees your reason and may try again.`],
          },
        ]
      : [],
  bulk: {
    status: 'pending',
    decisions: [
      {
        action: 'approve',
        consequence: (count) =>
          count === 1 ? 'The player gets the reward at once.' : 'Each player gets the reward at once.',
      },
      {
        action: 'reject',
        needs: 'reason',
        reasons,
        consequence: (count) =>
          count === 1 ? 'The player sees your reason and may try again.' : 'All players see the same reason.',
      },
    ],
  },
};

/** T1, T7: screenshots of social tasks that wait for a decision. */
export function Page() {
  return <QueuePage kind={uploads} />;
}
