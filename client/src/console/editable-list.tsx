import { liveSubjects } from '@copup/shared/live-subjects.ts';
import { recordPath } from '@copup/shared/record-paths.ts';
import { type ReactNode, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { capitalized } from './capitalized.ts';
import { actOnce } from './data-provider.ts';
import { CancelDialog } from './items/cancel-dialog.tsx';
import { SubjectForm, type SubjectFormKind, type SubjectRecord } from './items/subject-form.tsx';
import { oneByOne } from './one-by-one.ts';
import { ReasonForm } from './reason-form.tsx';
import { RecordsList, type RecordsListProps } from './records-list.tsx';
import type { RowAction } from './row-actions.tsx';

interface EditableListProps<Row extends SubjectRecord>
  extends Pick<RecordsListProps<Row>, 'filters' | 'columns' | 'nameOf' | 'subLine'> {
  form: SubjectFormKind<Row>;
  /** Actions in addition to those of open records. */
  furtherActions?: (row: Row) => RowAction[];
  /** Consequences of cancelling these records. */
  cancelText: (rows: readonly Row[]) => ReactNode;
}

type Shown<Row> = { kind: 'nothing' | 'new' } | { kind: 'edit'; row: Row } | { kind: 'cancel'; rows: Row[] };

/** A list of subjects that operators create, edit and cancel, one or several at once (O3). */
export function EditableList<Row extends SubjectRecord>({
  form,
  furtherActions = () => [],
  cancelText,
  ...list
}: EditableListProps<Row>) {
  const { noun, isOpen } = form;
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
      {shown.kind === 'new' ? <SubjectForm form={form} onClose={close} /> : null}
      {shown.kind === 'edit' ? <SubjectForm form={form} record={shown.row} onClose={close} /> : null}
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
function CancelForm<Row extends SubjectRecord>({
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
