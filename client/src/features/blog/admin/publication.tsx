import { isolate } from '@copup/shared/isolate.ts';
import type { ComponentProps } from 'react';
import { type Column, flagColumn } from '../../../console/columns.tsx';
import { flagFilter } from '../../../console/filters.ts';
import { CommandButton } from '../../../console/may-change.tsx';
import { oneByOne } from '../../../console/one-by-one.ts';
import { RecordPage } from '../../../console/record-page.tsx';
import { useCommand } from '../../../console/use-command.ts';
import { call } from '../../../lib/calls.ts';

type PublishedName = 'post' | 'instagram-post';
type Published = { id: number; title: string; is_published: boolean };

export const publishedColumn = <Row extends Published>(hidden: string): Column<Row> =>
  flagColumn('On the page', (row) => row.is_published, ['Published', hidden]);

export const publishedFilter = flagFilter('is_published', 'On the page', 'Published', 'Not published');

const nameOf = ({ title }: Published) => title;

/** Records that operators publish and hide, one or all that are selected. */
export function PublishedPage<Row extends Published>(
  props: Omit<ComponentProps<typeof RecordPage<Row>>, 'nameOf' | 'isSelectable' | 'bulk' | 'actions'> & {
    name: PublishedName;
  },
) {
  const { isBusy, publish, hide } = usePublish(props.name);
  const command = `PUT /admin/${props.name}s/:id` as const;
  return (
    <RecordPage<Row>
      {...props}
      nameOf={nameOf}
      isSelectable={() => true}
      bulk={(rows) => (
        <>
          <CommandButton command={command} size="sm" busy={isBusy} onClick={() => hide(rows)}>
            Hide selected
          </CommandButton>
          <CommandButton command={command} look="ink" size="sm" busy={isBusy} onClick={() => publish(rows)}>
            Publish selected
          </CommandButton>
        </>
      )}
      actions={(row, edit) => [
        edit,
        row.is_published
          ? { name: 'Hide', label: `Hide ${isolate(row.title)}`, command, onPress: () => hide([row]) }
          : {
              name: 'Publish',
              label: `Publish ${isolate(row.title)}`,
              command,
              onPress: () => publish([row]),
            },
      ]}
    />
  );
}

/** Publishes or hides records, one or several at once. */
function usePublish(name: PublishedName) {
  const { run, isBusy } = useCommand(
    async ({ rows, isPublished }: { rows: readonly Published[]; isPublished: boolean }) => {
      // Those that are in this state already stay unchanged.
      const changed = rows.filter((row) => row.is_published !== isPublished);
      await oneByOne(
        changed,
        ({ id }) => call(`PUT /admin/${name}s/:id`, { params: { id }, body: { is_published: isPublished } }),
        nameOf,
      );
      const [only] = rows;
      const what = rows.length === 1 && only ? nameOf(only) : `${rows.length} selected`;
      return `${what}: ${isPublished ? 'published' : 'hidden'}`;
    },
    { done: (notice) => notice, showsErrors: true },
  );
  return {
    isBusy,
    publish: (rows: readonly Published[]) => run({ rows, isPublished: true }),
    hide: (rows: readonly Published[]) => run({ rows, isPublished: false }),
  };
}
