import type { SocialTask } from '@copup/shared/tasks.ts';
import { ChevronRight } from 'lucide-react';
import { TaskChip } from './task-chip.tsx';
import { TaskCoins } from './task-coins.tsx';
import { taskIcon } from './task-icon.ts';
import { rejectedWords } from './task-words.ts';

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
