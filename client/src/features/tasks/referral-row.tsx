import { formatNumber } from '@copup/shared/coins.ts';
import type { ReferralTask } from '@copup/shared/tasks.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useId } from 'react';
import { messageOf } from '../../lib/api-error.ts';
import { useIsOnline } from '../../lib/use-online.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { toast } from '../../ui/toast.ts';
import { verifyReferralTask } from './commands.ts';
import { tasksKey } from './queries.ts';
import { TaskCoins } from './task-coins.tsx';
import { friendsWords, progressWords } from './task-words.ts';

/** A referral task: its progress, and Verify once the count is reached. */
export function ReferralRow({ task }: { task: ReferralTask }) {
  const { id, required_referrals: required, task_coin_reward: reward, referrals, status } = task;
  const queries = useQueryClient();
  const isOnline = useIsOnline();
  const titleId = useId();
  const verifying = useMutation({
    mutationFn: () => verifyReferralTask(id),
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => toast.error(messageOf(error, 'Error verifying task.')),
    onSettled: () => queries.invalidateQueries({ queryKey: [tasksKey] }),
  });
  return (
    <article
      aria-labelledby={titleId}
      className="flex flex-wrap items-center gap-x-3.5 gap-y-2 rounded-[22px] bg-surface p-3.5 shadow-2"
    >
      <MiniRing share={status === 'rewarded' ? 1 : Math.min(1, referrals / required)} />
      <div className="min-w-0 flex-[1_1_6rem]">
        <h2 id={titleId} className="font-sans text-base font-semibold tracking-normal">
          {friendsWords(required)}
        </h2>
        <TaskCoins amount={reward} className="text-sm font-semibold" />
      </div>
      {status === 'rewarded' ? (
        <Chip look="ok">
          <Check size={16} aria-hidden />
          Rewarded
        </Chip>
      ) : null}
      {status === 'ready' ? (
        <Button
          look="ink"
          size="sm"
          disabled={!isOnline}
          busy={verifying.isPending}
          onClick={() => verifying.mutate()}
          aria-describedby={titleId}
        >
          Verify
        </Button>
      ) : null}
      {status === 'open' ? (
        <p className="text-sm font-semibold text-ink-2">
          <span aria-hidden="true">{progressWords(referrals, required)}</span>
          <span className="sr-only">
            {formatNumber(referrals)} of {friendsWords(required)}
          </span>
        </p>
      ) : null}
    </article>
  );
}

const radius = 24;
const around = 2 * Math.PI * radius;

/** A small ring beside the same progress in words; green once it is full. */
function MiniRing({ share }: { share: number }) {
  return (
    <svg viewBox="0 0 56 56" aria-hidden="true" className="size-13 shrink-0">
      <circle cx="28" cy="28" r={radius} fill="none" strokeWidth="6" className="stroke-line" />
      {share > 0 ? (
        <circle
          cx="28"
          cy="28"
          r={radius}
          fill="none"
          strokeWidth="6"
          strokeLinecap="round"
          strokeDasharray={`${around * share} ${around}`}
          transform="rotate(-90 28 28)"
          className={share >= 1 ? 'stroke-ok' : 'stroke-brand'}
        />
      ) : null}
      {share > 0 && share < 1 ? (
        <circle
          cx="28"
          cy={28 - radius}
          r="4"
          strokeWidth="1.5"
          transform={`rotate(${share * 360} 28 28)`}
          className="fill-brand stroke-surface"
        />
      ) : null}
    </svg>
  );
}
