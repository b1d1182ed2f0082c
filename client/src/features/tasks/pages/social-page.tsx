import { isolate } from '@copup/shared/isolate.ts';
import { paths } from '@copup/shared/page-paths.ts';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { StatusNews } from '../../../parts/status-news.tsx';
import { LoadedList } from '../../../ui/loaded-list.tsx';
import { Screen } from '../../../ui/page-header.tsx';
import { ShowMore } from '../../../ui/show-more.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { useTask, useTasks } from '../queries.ts';
import type { Picture } from '../shrink-picture.ts';
import { TaskBalance } from '../task-balance.tsx';
import { TaskRow } from '../task-row.tsx';
import { TaskSheet } from '../task-sheet.tsx';

/** The social tasks; the open detail is in the address. */
export function Page() {
  const query = useTasks();
  const { tasks } = query;
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
        query={{ ...query, data: tasks }}
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
