import { liveSubjects, type SubjectKindName } from '@copup/shared/live-subjects.ts';
import { recordPath } from '@copup/shared/record-paths.ts';
import type { RaRecord } from 'ra-core';
import { type ComponentType, type ReactNode, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { capitalized } from './capitalized.ts';
import { actOnce } from './data-provider.ts';
import { CancelDialog } from './items/cancel-dialog.tsx';
import { oneByOne } from './one-by-one.ts';
import { ReasonForm } from './reason-form.tsx';
import { RecordsList, type RecordsListProps } from './records-list.tsx';
import type { RowAction } from './row-actions.tsx';

type Id = { id: number };

interface EditableListProps<Row extends RaRecord & Id>
  extends Pick<RecordsListProps<Row>, 'filters' | 'columns' | 'nameOf' | 'subLine'> {
  noun: SubjectKindName;
  /** Whether a record may be edited and cancelled. */
  isOpen: (row: Row) => boolean;
  /** Form that creates a record, or edits the given one. */
  Form: ComponentType<{ record?: Row; onClose: () => void }>;
  /** Actions in addition to those of open records. */
  furtherActions?: (row: Row) => RowAction[];
  /** Consequences of cancelling these records. */
  cancelText: (rows: readonly Row[]) => ReactNode;
}

type Shown<Row> = { kind: 'nothing' | 'new' } | { kind: 'edit'; row: Row } | { kind: 'cancel'; rows: Row[] };

/** A list of subjects that operators create, edit and cancel, one or several at once (O3). */
export function EditableList<Row extends RaRecord & Id>({
  noun,
  isOpen,
  Form,
  furtherActions = () => [],
  cancelText,
  ...list
}: EditableListProps<Row>) {
  const resource = liveSubjects[noun].plural;
  const [shown, setShown] = useState<Shown<Row>>({ kind: 'nothing' });
  const close = () => setShown({ kind: 'nothing' });
  return (
    <>
      <RecordsList<Row>
        {...list}
        resource={resource}
        label={capitalized(resource)}
        itemPath={(row) => recordPath(noun, row.id)}
        create={{ name: `New ${noun}`, onPress: () => setShown({ kind: 'new' }) }}
        isSelectable={isOpen}
        bulk={(rows) => (
          <Button look="danger" size="sm" onClick={() => setShown({ kind: 'cancel', rows })}>
            Cancel selected
          </Button>
        )}
        actions={(row) => [
          ...furtherActions(row),
          ...(isOpen(row)
            ? [
                {
                  name: 'Edit',
                  label: `Edit ${list.nameOf(row)}`,
                  onPress: () => setShown({ kind: 'edit', row }),
                },
                {
                  name: 'Cancel',
                  label: `Cancel ${list.nameOf(row)}`,
                  onPress: () => setShown({ kind: 'cancel', rows: [row] }),
                },
              ]
            : []),
        ]}
      />
      {shown.kind === 'new' ? <Form onClose={close} /> : null}
      {shown.kind === 'edit' ? <Form record={shown.row} onClose={close} /> : null}
      {shown.kind === 'cancel' && shown.rows[0] && shown.rows.length === 1 ? (
        <CancelDialog noun={noun} id={shown.rows[0].id} name={list.nameOf(shown.rows[0])} onClose={close} />
      ) : null}
      {shown.kind === 'cancel' && shown.rows.length > 1 ? (
        <CancelForm {...list} resource={resource} noun={noun} rows={shown.rows} onClose={close}>
          {cancelText(shown.rows)}
        </CancelForm>
      ) : null}
    </>
  );
}

interface CancelFormProps<Row> {
  resource: string;
  noun: string;
  nameOf: (row: Row) => string;
  rows: Row[];
  children: ReactNode;
  onClose: () => void;
}

/** One reason for all selected records (A8). */
function CancelForm<Row extends Id>({
  resource,
  noun,
  nameOf,
  rows,
  children,
  onClose,
}: CancelFormProps<Row>) {
  const several = `${rows.length} ${noun}s`;
  const cancel = async (reason: string) => {
    await oneByOne(
      rows,
      ({ id }) => actOnce(`cancel:${resource}:${id}`, resource, id, 'cancel', { reason }),
      nameOf,
    );
    return `${several} cancelled`;
  };
  return (
    <ReasonForm
      title={`Cancel ${several}`}
      actionName={`Cancel ${several}`}
      onSubmit={cancel}
      onClose={onClose}
    >
      <ul className="mb-2 max-h-40 list-disc overflow-y-auto pl-5">
        {rows.map((row) => (
          <li key={row.id}>{nameOf(row)}</li>
        ))}
      </ul>
      <p>{children}</p>
    </ReasonForm>
  );
}
