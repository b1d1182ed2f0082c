import { formatNumber } from '@copup/shared/coins.ts';
import { paths } from '@copup/shared/page-paths.ts';
import type { ReferralTask } from '@copup/shared/tasks.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Check, ChevronRight, Copy } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { useProfile } from '../../../balance/use-balance.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { useIsOnline } from '../../../lib/use-online.ts';
import { Arc } from '../../../ui/arc.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { copyText } from '../../../ui/copy-text.ts';
import { LoadedList } from '../../../ui/loaded-list.tsx';
import { Screen } from '../../../ui/page-header.tsx';
import { ReferralRing } from '../../../ui/referral-ring.tsx';
import { ShowMore } from '../../../ui/show-more.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.ts';
import { verifyReferralTask } from '../commands.ts';
import { tasksKey, useReferralTasks } from '../queries.ts';
import { TaskCoins } from '../task-coins.tsx';
import { friendsWords, nextTask, progressWords } from '../task-words.ts';

/** The referral tasks: friends who registered with the user's code, and the rewards for them. */
export function Page() {
  const query = useReferralTasks();
  const { tasks } = query;
  return (
    <Screen title="Referral tasks" backTo={paths.tasks}>
      <LoadedList
        query={{ ...query, data: tasks }}
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
  const count = tasks[0]?.referrals ?? 0;
  const next = nextTask(tasks);
  const left = next ? next.required_referrals - count : 0;
  return (
    <section
      aria-label="Friends who joined"
      className="stage adire flex flex-wrap items-center justify-between gap-4 overflow-hidden rounded-xl px-4.5 py-5 [--moon-at:right_-76px_center] lg:[--moon-at:right_-112px_center]"
    >
      <p className="min-w-0 flex-[1_1_7rem]">
        <span className="block text-sm font-semibold text-on-stage-2">Friends who joined</span>
        <span className="block font-display text-[3.5rem] leading-none font-bold tracking-tight">
          {formatNumber(count)}
        </span>
        <span className="block text-sm font-semibold text-on-stage-2">
          {next ? `${formatNumber(left)} more for the next reward` : 'You reached every count.'}
        </span>
      </p>
      {next ? (
        <ReferralRing share={count / next.required_referrals} className="size-29">
          <span aria-hidden="true" className="font-display text-xl font-bold">
            {progressWords(count, next.required_referrals)}
          </span>
        </ReferralRing>
      ) : null}
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
const ring = { box: 56, radius, width: 6 };

/** A small ring beside the same progress in words; green once it is full. */
function MiniRing({ share }: { share: number }) {
  return (
    <svg viewBox="0 0 56 56" aria-hidden="true" className="size-13 shrink-0">
      <Arc {...ring} className="stroke-line" />
      {share > 0 ? (
        <Arc {...ring} share={share} className={share >= 1 ? 'stroke-ok' : 'stroke-brand'} />
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
