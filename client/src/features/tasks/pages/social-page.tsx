import { isolate } from '@copup/shared/isolate.ts';
import { paths } from '@copup/shared/page-paths.ts';
import type { SocialTask, TaskStatus } from '@copup/shared/tasks.ts';
import {
  Check,
  ChevronRight,
  Clock,
  Heart,
  ListChecks,
  type LucideIcon,
  MessageCircle,
  Play,
  Share2,
  Star,
} from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Picture } from '../../../parts/shrink-picture.ts';
import { StatusNews } from '../../../parts/status-news.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { LoadedList } from '../../../ui/loaded-list.tsx';
import { Screen } from '../../../ui/page-header.tsx';
import { ShowMore } from '../../../ui/show-more.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { useTask, useTasks } from '../queries.ts';
import { TaskBalance } from '../task-balance.tsx';
import { TaskCoins } from '../task-coins.tsx';
import { TaskSheet } from '../task-sheet.tsx';
import { rejectedWords } from '../task-words.ts';

/** The social tasks; the open detail is in the address. */
export function Page() {
  const query = useTasks();
  const { data: tasks } = query;
  const [search, setSearch] = useSearchParams();
  // A picture that was chosen and not sent stays when the detail is closed.
  const [pictures, setPictures] = useState<Readonly<Record<number, Picture | null>>>({});
  const asked = Number(search.get('task')) || 0;
  const listed = tasks?.find(({ id }) => id === asked);
  const { data: unlisted } = useTask(asked, asked > 0 && tasks !== undefined && !listed);
  const open = listed ?? (asked > 0 ? unlisted : undefined);
  const show = (id: number | null) => setSearch(id === null ? {} : { task: String(id) }, { replace: true });
  return (
    <Screen title="Social tasks" backTo={paths.tasks}>
      <StatusNews items={tasks} text={({ title, status }) => `${isolate(title)} is ${status}.`} />
      <TaskBalance />
      <LoadedList
        query={query}
        loading="Loading tasks..."
        failed="Error fetching tasks."
        skeleton={{ count: 5, className: 'h-19 rounded-[20px]' }}
        empty={<EmptyState title="No tasks yet">New tasks appear here. Come back soon.</EmptyState>}
      >
        {(items) => (
          <ul className="grid grid-cols-[minmax(0,1fr)] items-start gap-2.5 lg:grid-cols-2 lg:gap-4">
            {items.map((task) => (
              <li key={task.id}>
                <TaskRow task={task} onOpen={() => show(task.id)} />
              </li>
            ))}
          </ul>
        )}
      </LoadedList>
      <ShowMore query={query} text="Older" size="sm" />
      {open ? (
        <TaskSheet
          key={open.id}
          task={open}
          picture={pictures[open.id] ?? null}
          onPicture={(picture) => setPictures((before) => ({ ...before, [open.id]: picture }))}
          onClose={() => show(null)}
        />
      ) : null}
    </Screen>
  );
}

const icons: readonly (readonly [words: RegExp, icon: LucideIcon])[] = [
  [/\b(?:watch|video|youtube|tiktok)\b/i, Play],
  [/\b(?:share|post|repost|retweet)\b/i, Share2],
  [/\b(?:join|telegram|whatsapp|group|channel|comment)\b/i, MessageCircle],
  [/\b(?:rate|review|stars?)\b/i, Star],
  [/\b(?:follow|like|love)\b/i, Heart],
];

/** Returns the icon for the words of a task's title. */
function taskIcon(title: string): LucideIcon {
  return icons.find(([words]) => words.test(title))?.[1] ?? ListChecks;
}

/** A social task with its reward and status; opens the detail. */
function TaskRow({ task, onOpen }: { task: SocialTask; onOpen: () => void }) {
  const { title, task_coin_reward: reward, status } = task;
  const Icon = taskIcon(title);
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onOpen}
      className="flex w-full flex-wrap items-center gap-x-3 gap-y-2 rounded-[20px] bg-surface px-3.5 py-3 text-left leading-snug shadow-2 hover:shadow-3"
    >
      <span
        aria-hidden="true"
        className="grid size-11.5 shrink-0 place-items-center rounded-[15px] bg-brand-soft text-brand"
      >
        <Icon size={20} />
      </span>
      <span className="min-w-0 flex-[1_1_9rem]">
        <span className="line-clamp-2 font-semibold wrap-anywhere">{title}</span>
        <TaskCoins amount={reward} className="text-sm font-semibold" />
      </span>
      {status === 'open' ? (
        <>
          <span className="sr-only">open</span>
          <ChevronRight size={20} aria-hidden className="ml-auto shrink-0" />
        </>
      ) : (
        <TaskChip status={status} />
      )}
      {status === 'rejected' ? (
        <span className="line-clamp-3 w-full text-sm wrap-anywhere text-danger">{rejectedWords(task)}</span>
      ) : null}
    </button>
  );
}

/** The status of an upload in the specification's words. */
function TaskChip({ status }: { status: TaskStatus }) {
  if (status === 'pending') {
    return (
      <Chip look="warn">
        <Clock size={16} aria-hidden />
        pending
      </Chip>
    );
  }
  if (status === 'approved') {
    return (
      <Chip look="ok">
        <Check size={16} aria-hidden />
        approved
      </Chip>
    );
  }
  return status === 'rejected' ? <Chip look="bad">rejected</Chip> : <Chip look="brand">open</Chip>;
}
