import { paths } from '@copup/shared/page-paths.ts';
import type { SocialTask } from '@copup/shared/tasks.ts';
import { Clock, Megaphone, Users } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useServerNow } from '../../../realtime/index.ts';
import { HubChoice } from '../../../ui/hub-choice.tsx';
import { Screen } from '../../../ui/page-header.tsx';
import { FailedRead } from '../../../ui/states.tsx';
import { useReferralTasks, useTasks } from '../queries.ts';
import { TaskBalance } from '../task-balance.tsx';
import { referralWords, sentWords, socialWords } from '../task-words.ts';

const stage = 'text-coin! [--moon-size:0_0]';

/** The hub: task coins, the two kinds of tasks, and the screenshots that wait for a decision. */
export function Page() {
  const social = useTasks();
  const referral = useReferralTasks();
  const waiting = social.data?.filter(({ status }) => status === 'pending') ?? [];
  return (
    <Screen title="Tasks">
      <TaskBalance />
      <FailedRead query={social} message="Error fetching tasks." />
      <FailedRead query={referral} message="Error fetching referral tasks." />
      <nav aria-label="Tasks" className="grid grid-cols-[minmax(0,1fr)] gap-3 lg:grid-cols-2 lg:gap-5">
        <HubChoice
          to={paths.socialTasks}
          name="Social tasks"
          text={social.data ? socialWords(social.data) : 'Send a screenshot, get task coins.'}
          stageClass={stage}
        >
          <Megaphone className="size-[36%] lg:size-[26%]" />
        </HubChoice>
        <HubChoice
          to={paths.referralTasks}
          name="Referral tasks"
          text={referral.data ? referralWords(referral.data) : 'Invite friends, get task coins.'}
          stageClass={stage}
        >
          <Users className="size-[36%] lg:size-[26%]" />
        </HubChoice>
      </nav>
      {waiting.length > 0 ? <Waiting tasks={waiting} /> : null}
    </Screen>
  );
}

function Waiting({ tasks }: { tasks: readonly SocialTask[] }) {
  const nowMs = useServerNow(60_000);
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 className="text-ctl">Waiting for us</h2>
      <ul className="divide-y divide-line overflow-hidden rounded-lg bg-surface shadow-2">
        {tasks.map(({ id, title, uploaded_at }) => (
          <li key={id}>
            <Link
              to={`${paths.socialTasks}?task=${id}`}
              className="flex items-center gap-3 px-4 py-3 leading-snug hover:bg-sunken"
            >
              <Clock size={20} aria-hidden className="shrink-0 text-warn" />
              <span className="min-w-0 flex-1">
                <span className="line-clamp-2 font-semibold wrap-anywhere">{title}</span>
                <span className="block text-sm text-ink-2">{sentWords(uploaded_at, nowMs)}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
