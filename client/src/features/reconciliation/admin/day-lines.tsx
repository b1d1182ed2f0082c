import type { Explanation, StatementLine } from '@copup/shared/reconciliation.ts';
import { useState } from 'react';
import { actionColumn } from '../../../console/columns.tsx';
import { DialogButton } from '../../../console/dialog-button.tsx';
import { showTime } from '../../../console/local-time.ts';
import { ReadError } from '../../../console/not-loaded.tsx';
import { ReasonForm } from '../../../console/reason-form.tsx';
import { call } from '../../../lib/calls.ts';
import { Button } from '../../../ui/button.tsx';
import { DataTable, type TableColumn } from '../../../ui/data-table.tsx';
import { lineTitle, reasonNames, recordTitle, showMoney } from './bank-words.ts';
import { RecordLink } from './rows.tsx';
import { useLines } from './use-reconciliation.ts';

const STEP = 100;
const command = 'POST /admin/reconciliation/explanations/:id/withdraw';

const columns: TableColumn<StatementLine>[] = [
  { name: 'Line', cell: lineTitle, isOnPhone: true },
  { name: 'Explained by', cell: ({ explanation }) => <What explanation={explanation} /> },
  {
    name: 'Amount',
    cell: ({ amount, currency }) => showMoney(amount, currency),
    isNumber: true,
    isOnPhone: true,
  },
  actionColumn((line) =>
    line.explanation ? <Withdraw name={lineTitle(line)} id={line.explanation.id} /> : '–',
  ),
];

function What({ explanation }: Pick<StatementLine, 'explanation'>) {
  if (!explanation) return <span className="font-semibold text-warn">Not explained</span>;
  const { reason, note, record, explained_by: by, explained_at: at } = explanation;
  return (
    <span className="block w-56 py-1">
      <span className="block">
        {record ? <RecordLink record={record}>{recordTitle(record)}</RecordLink> : reasonNames[reason]}
      </span>
      <span className="block text-xs wrap-anywhere text-ink-2">
        {[note, by, showTime(at)].filter(Boolean).join(', ')}
      </span>
    </span>
  );
}

/** On a phone, where the column is not shown. */
const inShort = (explanation: Explanation | null) =>
  explanation
    ? [reasonNames[explanation.reason], explanation.note].filter(Boolean).join(', ')
    : 'Not explained';

/** The lines of a day, with what explains each. */
export function DayLines({ day }: { day: string }) {
  const [perPage, setPerPage] = useState(STEP);
  const query = useLines({ day }, perPage);
  const { items = null, total = 0 } = query.data ?? {};
  return (
    <>
      <ReadError query={query} failed="The lines could not be read." />
      <DataTable
        title="Lines of the day"
        aside={total > 0 ? total : null}
        columns={columns}
        rows={items}
        keyOf={({ id }) => String(id)}
        subLine={({ explanation }) => inShort(explanation)}
        isWarning={({ explanation }) => explanation === null}
        emptyTitle="The bank had no line on this day"
      />
      {items && total > items.length ? (
        <Button size="sm" onClick={() => setPerPage(perPage + STEP)}>
          {total - items.length} more
        </Button>
      ) : null}
    </>
  );
}

const Withdraw = ({ name, id }: { name: string; id: number }) => (
  <DialogButton
    asks={`withdraw-${id}`}
    command={command}
    size="sm"
    aria-label={`Withdraw the explanation of ${name}…`}
    dialog={(onClose) => (
      <ReasonForm
        title={`Withdraw the explanation of ${name}`}
        actionName="Withdraw"
        onSubmit={async (note) => {
          await call(command, { params: { id }, body: { note } });
          return 'The explanation is withdrawn';
        }}
        onClose={onClose}
      >
        The line and its record are open again. A decision that was taken stays as it is.
      </ReasonForm>
    )}
  >
    Withdraw…
  </DialogButton>
);
