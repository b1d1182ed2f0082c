import { liveSubjects } from '@copup/shared/live-subjects.ts';
import { recordPath } from '@copup/shared/record-paths.ts';
import type { ReactNode } from 'react';
import { actOnce } from './data-provider.ts';
import { CancelDialog } from './items/cancel-dialog.tsx';
import { SubjectForm, type SubjectFormKind, type SubjectRecord } from './items/subject-form.tsx';
import { CommandButton } from './may-change.tsx';
import { oneByOne } from './one-by-one.ts';
import { ReasonForm } from './reason-form.tsx';
import { RecordsList, type RecordsListProps } from './records-list.tsx';
import { duplicating, opening, type RowAction } from './row-actions.tsx';
import type { Dialog, Show } from './use-dialog.ts';

interface EditableListProps<Row extends SubjectRecord>
  extends Pick<RecordsListProps<Row>, 'filters' | 'columns' | 'subLine'> {
  form: SubjectFormKind<Row>;
  /** Actions in addition to those of open records. */
  furtherActions?: (row: Row, show: Show) => RowAction[];
  /** Consequences of cancelling these records. */
  cancelText: (rows: readonly Row[]) => ReactNode;
}

/** A list of subjects that operators create, edit and cancel, one or several at once (O3). */
export function EditableList<Row extends SubjectRecord>({
  form,
  furtherActions = () => [],
  cancelText,
  ...list
}: EditableListProps<Row>) {
  const { noun, nameOf, isOpen } = form;
  const resource = liveSubjects[noun].plural;
  const creating = `POST /admin/${resource}` as const;
  const cancelling = `POST /admin/${resource}/:id/cancel` as const;
  const edit =
    (record?: Row): Dialog =>
    (onClose) => <SubjectForm form={form} {...(record && { record })} onClose={onClose} />;
  const cancel =
    (rows: Row[]): Dialog =>
    (onClose) => {
      const [only, ...others] = rows;
      if (only && others.length === 0)
        return <CancelDialog noun={noun} id={only.id} name={nameOf(only)} onClose={onClose} />;
      return <CancelForm {...{ resource, noun, nameOf, rows, onClose }}>{cancelText(rows)}</CancelForm>;
    };
  return (
    <RecordsList<Row>
      {...list}
      resource={resource}
      nameOf={nameOf}
      itemPath={(row) => recordPath(noun, row.id)}
      create={{ name: `New ${noun}`, dialog: edit(), command: creating }}
      isSelectable={isOpen}
      bulk={(rows, show) => (
        <CommandButton command={cancelling} look="danger" size="sm" onClick={() => show(cancel(rows))}>
          Cancel selected
        </CommandButton>
      )}
      actions={(row, show) => [
        ...furtherActions(row, show),
        ...(isOpen(row)
          ? [
              opening(show, 'Edit', `Edit ${nameOf(row)}`, edit(row), `PUT /admin/${resource}/:id`),
              opening(show, 'Cancel', `Cancel ${nameOf(row)}`, cancel([row]), cancelling),
            ]
          : []),
        duplicating(
          show,
          nameOf(row),
          (onClose) => <SubjectForm form={form} copyOf={row} onClose={onClose} />,
          creating,
        ),
      ]}
    />
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
