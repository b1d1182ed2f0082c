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
import { Chip } from '../../ui/chip.tsx';
import { TaskCoins } from './task-coins.tsx';
import { rejectedWords } from './task-words.ts';

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
export function TaskRow({ task, onOpen }: { task: SocialTask; onOpen: () => void }) {
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
