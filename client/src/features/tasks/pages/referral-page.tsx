import { formatNumber } from '@copup/shared/coins.ts';
import { paths } from '@copup/shared/page-paths.ts';
import type { ReferralTask } from '@copup/shared/tasks.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Check, ChevronRight, Copy } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { useProfile } from '../../../balance/use-balance.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { callOnce } from '../../../lib/calls.ts';
import { useIsOnline } from '../../../lib/use-online.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { copyText } from '../../../ui/copy-text.ts';
import { LoadedList } from '../../../ui/loaded-list.tsx';
import { MiniRing } from '../../../ui/mini-ring.tsx';
import { Screen } from '../../../ui/page-header.tsx';
import { ReferralStage } from '../../../ui/referral-stage.tsx';
import { ShowMore } from '../../../ui/show-more.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.ts';
import { tasksKey, useReferralTasks } from '../queries.ts';
import { TaskCoins } from '../task-coins.tsx';
import { friendsWords, nextTask, progressWords } from '../task-words.ts';

/** The referral tasks: friends who registered with the user's code, and the rewards for them. */
export function Page() {
  const query = useReferralTasks();
  return (
    <Screen title="Referral tasks" backTo={paths.tasks}>
      <LoadedList
        query={query}
        loading="Loading referral tasks..."
        failed="Error fetching referral tasks."
        skeleton={{ count: 4, className: 'h-21 rounded-[22px]' }}
        empty={
          <EmptyState title="No referral tasks yet">
            Friends who register with your code count for later tasks, too.
          </EmptyState>
        }
      >
        {(items) => (
          <>
            <Progress tasks={items} />
            <ul className="grid grid-cols-[minmax(0,1fr)] gap-3 lg:grid-cols-2 lg:gap-4">
              {items.map((task) => (
                <li key={task.id}>
                  <ReferralRow task={task} />
                </li>
              ))}
            </ul>
          </>
        )}
      </LoadedList>
      <ShowMore query={query} text="Older" size="sm" />
      <Invite />
    </Screen>
  );
}

function Progress({ tasks }: { tasks: readonly ReferralTask[] }) {
  const label = 'Friends who joined';
  const count = tasks[0]?.referrals ?? 0;
  const target = nextTask(tasks)?.required_referrals;
  return (
    <section aria-label={label}>
      {target === undefined ? (
        <ReferralStage label={label} count={count} note="You reached every count." />
      ) : (
        <ReferralStage
          label={label}
          count={count}
          note={`${formatNumber(target - count)} more for the next reward`}
          share={count / target}
        >
          <span aria-hidden="true">{progressWords(count, target)}</span>
        </ReferralStage>
      )}
    </section>
  );
}

/** The user's code, and the page with the friends who used it. */
function Invite() {
  const { data: profile } = useProfile();
  const copy = (code: string) => copyText(code, 'Copied to clipboard!', 'The code could not be copied');
  return (
    <section aria-label="Invite friends" className="overflow-hidden rounded-[18px] bg-sunken">
      {profile?.referral_code ? (
        <div className="flex items-center gap-3 px-4 py-2">
          <p className="min-w-0 flex-1 leading-snug">
            <span className="block text-sm text-ink-2">Your referral code</span>
            <span className="block font-mono font-bold wrap-anywhere">{profile.referral_code}</span>
            <span className="block text-sm text-ink-2">
              A friend counts after signing in on a device of their own.
            </span>
          </p>
          <IconButton label="Copy your referral code" onClick={() => void copy(profile.referral_code)}>
            <Copy size={20} aria-hidden />
          </IconButton>
        </div>
      ) : null}
      <Link
        to={paths.invites}
        className="flex min-h-tap items-center gap-3 border-t border-line px-4 py-2.5 font-semibold text-brand first:border-0"
      >
        <span className="flex-1">Invite friends</span>
        <ChevronRight size={20} aria-hidden />
      </Link>
    </section>
  );
}

/** A referral task: its progress, and Verify once the count is reached. */
function ReferralRow({ task }: { task: ReferralTask }) {
  const { id, required_referrals: required, task_coin_reward: reward, referrals, status } = task;
  const queries = useQueryClient();
  const isOnline = useIsOnline();
  const titleId = useId();
  const verifying = useMutation({
    mutationFn: () =>
      callOnce(`referral-task:${id}`, 'POST /task/referral-tasks/:id/verify', { params: { id } }),
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => toast.error(messageOf(error, 'Error verifying task.')),
    onSettled: () => queries.invalidateQueries({ queryKey: [tasksKey] }),
  });
  return (
    <article
      aria-labelledby={titleId}
      className="flex flex-wrap items-center gap-x-3.5 gap-y-2 rounded-[22px] bg-surface p-3.5 shadow-2"
    >
      <MiniRing
        share={status === 'rewarded' ? 1 : Math.min(1, referrals / required)}
        look={status === 'open' ? 'grow' : 'lead'}
        className="size-13"
      />
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
