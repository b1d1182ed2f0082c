import { isolate } from '@copup/shared/isolate.ts';
import type { Column } from '../../../console/columns.tsx';
import type { Filter } from '../../../console/filters.ts';
import type { RowAction } from '../../../console/row-actions.tsx';
import { Button } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import type { usePublish } from './use-publish.ts';

type Published = { id: number; is_published: boolean };
type Publish<Row extends Published> = ReturnType<typeof usePublish<Row>>;

export const publishedColumn = <Row extends Published>(hidden: string): Column<Row> => ({
  name: 'On the page',
  cell: (row) => (
    <Chip look={row.is_published ? 'ok' : 'plain'}>{row.is_published ? 'Published' : hidden}</Chip>
  ),
  isOnPhones: true,
});

export const publishedFilter: Filter = {
  source: 'is_published',
  label: 'On the page',
  options: [
    ['true', 'Published'],
    ['false', 'Not published'],
  ],
};

/** The action that publishes or hides a record. */
export function publishAction<Row extends Published>(
  row: Row,
  name: string,
  { publish, hide }: Publish<Row>,
): RowAction {
  return row.is_published
    ? { name: 'Hide', label: `Hide ${isolate(name)}`, onPress: () => hide([row]) }
    : { name: 'Publish', label: `Publish ${isolate(name)}`, onPress: () => publish([row]) };
}

/** The same for all selected records. */
export function PublishButtons<Row extends Published>({ rows, of }: { rows: Row[]; of: Publish<Row> }) {
  return (
    <>
      <Button look="line" size="sm" busy={of.isBusy} onClick={() => of.hide(rows)}>
        Hide selected
      </Button>
      <Button look="ink" size="sm" busy={of.isBusy} onClick={() => of.publish(rows)}>
        Publish selected
      </Button>
    </>
  );
}
