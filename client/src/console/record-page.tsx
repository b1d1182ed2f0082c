import { isolate } from '@copup/shared/isolate.ts';
import { type RecordName, recordKind } from '@copup/shared/records.ts';
import type { RaRecord } from 'ra-core';
import type { ReactNode } from 'react';
import type { Command } from './may-change.tsx';
import { RecordForm, type RecordFormProps } from './record-form.tsx';
import { RecordsList, type RecordsListProps } from './records-list.tsx';
import { duplicating, type RowAction } from './row-actions.tsx';
import type { Show } from './use-dialog.ts';

type EditableRow = RaRecord & { id: number; image?: string };

interface RecordPageProps<Row extends EditableRow>
  extends Omit<RecordsListProps<Row>, 'resource' | 'create' | 'actions'>,
    Pick<RecordFormProps<Row>, 'initial' | 'errorsOf' | 'waiting' | 'preview'> {
  name: RecordName;
  /** The title of the form that edits; by default “Edit” and the name of the record. */
  titleOf?: (record: Row) => string;
  pictureOf?: (record: Row | undefined) => RecordFormProps<Row>['picture'];
  /** The inputs of the form. */
  children?: ReactNode;
  /** Whether a row can be duplicated: the form of a new record then has its fields. */
  canDuplicate?: boolean;
  /** Instead of the form with these inputs. Without a record it creates one. */
  form?: (record: Row | undefined, onClose: () => void, copyOf?: Row) => ReactNode;
  /** The actions of a row; by default it can be edited. */
  actions?: (row: Row, edit: RowAction, show: Show) => RowAction[];
}

/** The console's page of a kind of records: their list, and the dialogs that create and edit one (O3). */
export function RecordPage<Row extends EditableRow>({
  name,
  titleOf = (row) => `Edit ${isolate(list.nameOf(row))}`,
  pictureOf,
  initial,
  errorsOf,
  waiting,
  preview,
  children,
  canDuplicate = false,
  form = (record, onClose, copyOf) => (
    <RecordForm<Row>
      {...{ name, record, copyOf, initial, errorsOf, waiting, preview, onClose }}
      title={record ? titleOf(record) : ''}
      picture={pictureOf?.(record ?? copyOf)}
    >
      {children}
    </RecordForm>
  ),
  actions = (_, edit) => [edit],
  ...list
}: RecordPageProps<Row>) {
  const { noun, plural } = recordKind(name);
  const creating: Command = `POST /admin/${plural}`;
  const editOf = (row: Row, show: Show): RowAction => ({
    name: 'Edit',
    label: `Edit ${isolate(list.nameOf(row))}`,
    command: `PUT /admin/${plural}/:id`,
    onPress: () => show((onClose) => form(row, onClose)),
  });
  return (
    <RecordsList<Row>
      {...list}
      resource={plural}
      create={{ name: `New ${noun}`, dialog: (onClose) => form(undefined, onClose), command: creating }}
      actions={(row, show) => [
        ...actions(row, editOf(row, show), show),
        ...(canDuplicate
          ? [duplicating(show, list.nameOf(row), (onClose) => form(undefined, onClose, row), creating)]
          : []),
      ]}
    />
  );
}
