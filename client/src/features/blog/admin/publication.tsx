import { isolate } from '@copup/shared/isolate.ts';
import type { ComponentProps } from 'react';
import { type Column, flagColumn } from '../../../console/columns.tsx';
import { flagFilter } from '../../../console/filters.ts';
import { RecordPage } from '../../../console/record-page.tsx';
import { Button } from '../../../ui/button.tsx';
import { type PublishedName, usePublish } from './use-publish.ts';

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
  const { isBusy, publish, hide } = usePublish<Row>(props.name, nameOf);
  return (
    <RecordPage<Row>
      {...props}
      nameOf={nameOf}
      isSelectable={() => true}
      bulk={(rows) => (
        <>
          <Button look="line" size="sm" busy={isBusy} onClick={() => hide(rows)}>
            Hide selected
          </Button>
          <Button look="ink" size="sm" busy={isBusy} onClick={() => publish(rows)}>
            Publish selected
          </Button>
        </>
      )}
      actions={(row, edit) => [
        edit,
        row.is_published
          ? { name: 'Hide', label: `Hide ${isolate(row.title)}`, onPress: () => hide([row]) }
          : { name: 'Publish', label: `Publish ${isolate(row.title)}`, onPress: () => publish([row]) },
      ]}
    />
  );
}
