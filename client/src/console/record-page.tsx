import { isolate } from '@copup/shared/isolate.ts';
import { type RecordName, recordKind } from '@copup/shared/records.ts';
import type { RaRecord } from 'ra-core';
import type { ComponentType } from 'react';
import { capitalized } from './capitalized.ts';
import type { RecordFormProps } from './record-form.tsx';
import { RecordsList, type RecordsListProps } from './records-list.tsx';
import type { RowAction } from './row-actions.tsx';
import { type Show, useDialog } from './use-dialog.ts';

interface RecordPageProps<Row extends RaRecord>
  extends Omit<RecordsListProps<Row>, 'resource' | 'label' | 'create' | 'actions'> {
  name: RecordName;
  label?: string;
  Form: ComponentType<RecordFormProps<Row>>;
  /** The actions of a row; by default it can be edited. */
  actions?: (row: Row, edit: RowAction, show: Show) => RowAction[];
}

/** The console's page of a kind of records: their list, and the dialogs that create and edit one (O3). */
export function RecordPage<Row extends RaRecord>({
  name,
  label,
  Form,
  actions = (_, edit) => [edit],
  ...list
}: RecordPageProps<Row>) {
  const { noun, plural } = recordKind(name);
  const [dialog, show] = useDialog();
  const editOf = (row: Row): RowAction => ({
    name: 'Edit',
    label: `Edit ${isolate(list.nameOf(row))}`,
    onPress: () => show((onClose) => <Form record={row} onClose={onClose} />),
  });
  return (
    <>
      <RecordsList<Row>
        {...list}
        resource={plural}
        label={label ?? capitalized(plural.replace('-', ' '))}
        create={{ name: `New ${noun}`, onPress: () => show((onClose) => <Form onClose={onClose} />) }}
        actions={(row) => actions(row, editOf(row), show)}
      />
      {dialog}
    </>
  );
}
