import { paths } from '@copup/shared/page-paths.ts';
import type { SocialTask } from '@copup/shared/tasks.ts';
import { ChevronRight, Clock, type LucideIcon, Megaphone, Users } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useServerNow } from '../../../realtime/index.ts';
import { Screen } from '../../../ui/page-header.tsx';
import { FailedRead } from '../../../ui/states.tsx';
import { useReferralTasks, useTasks } from '../queries.ts';
import { TaskBalance } from '../task-balance.tsx';
import { referralWords, sentWords, socialWords } from '../task-words.ts';

/** The hub: task coins, the two kinds of tasks, and the screenshots that wait for a decision. */
export function Page() {
  const social = useTasks();
  const referral = useReferralTasks();
  const waiting = social.tasks?.filter(({ status }) => status === 'pending') ?? [];
  return (
    <Screen title="Tasks">
      <TaskBalance />
      <FailedRead query={social} message="Error fetching tasks." />
      <FailedRead query={referral} message="Error fetching referral tasks." />
      <nav aria-label="Tasks" className="grid grid-cols-[minmax(0,1fr)] gap-3 lg:grid-cols-2 lg:gap-5">
        <Choice
          to={paths.socialTasks}
          name="Social tasks"
          text={social.tasks ? socialWords(social.tasks) : 'Send a screenshot, get task coins.'}
          Icon={Megaphone}
        />
        <Choice
          to={paths.referralTasks}
          name="Referral tasks"
          text={referral.tasks ? referralWords(referral.tasks) : 'Invite friends, get task coins.'}
          Icon={Users}
        />
      </nav>
      {waiting.length > 0 ? <Waiting tasks={waiting} /> : null}
    </Screen>
  );
}

interface ChoiceProps {
  to: string;
  name: string;
  text: string;
  Icon: LucideIcon;
}

function Choice({ to, name, text, Icon }: ChoiceProps) {
  return (
    <Link to={to} className="flex items-center gap-4 rounded-[22px] bg-surface p-3 shadow-2 hover:shadow-3">
      <span
        aria-hidden="true"
        className="stage adire grid size-[min(7rem,26vw)] shrink-0 place-items-center overflow-hidden rounded-[18px] text-coin! [--moon-size:0_0] lg:size-40"
      >
        <Icon className="size-[36%] lg:size-[26%]" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block font-display text-[1.375rem] leading-tight font-bold">{name}</span>
        <span className="block text-sm text-ink-2">{text}</span>
      </span>
      <ChevronRight size={24} aria-hidden className="shrink-0" />
    </Link>
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
