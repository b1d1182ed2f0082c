import { operatorPath, operatorPaths } from '@copup/shared/page-paths.ts';
import type { STATEMENT_FIELD, StatementLayout, StatementPreview } from '@copup/shared/reconciliation.ts';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { showDay } from '../../../console/local-time.ts';
import { CommandButton } from '../../../console/may-change.tsx';
import { NotLoaded, ReadError } from '../../../console/not-loaded.tsx';
import { useCommand } from '../../../console/use-command.ts';
import { call } from '../../../lib/calls.ts';
import { useFresh } from '../../../lib/read-query.ts';
import { DataTable, type TableColumn } from '../../../ui/data-table.tsx';
import { Note } from '../../../ui/note.tsx';
import { counted, showMoney } from './bank-words.ts';
import { isWhole } from './layout.ts';
import { LayoutForm } from './layout-form.tsx';

const command = 'POST /admin/reconciliation/import';
const FILE: typeof STATEMENT_FIELD = 'file';
/** 10 MB take minutes on a slow connection. */
const timeoutMs = 180_000;
const once = { placeholderData: keepPreviousData, staleTime: Number.POSITIVE_INFINITY, retry: false };

export interface Statement {
  bank: string;
  file: File;
}

function formOf({ bank, file }: Statement, layout: StatementLayout | undefined): FormData {
  const form = new FormData();
  form.append('bank', bank);
  if (layout) form.append('layout', JSON.stringify(layout));
  form.append(FILE, file);
  return form;
}

/** W20: what a statement would bring, by the columns that are chosen, and its import. */
export function StatementImport({ statement }: { statement: Statement }) {
  const [chosen, setChosen] = useState<StatementLayout>();
  const { bank, file } = statement;
  const read = useFresh(
    ['statement-preview', bank, file.name, file.size, file.lastModified, chosen],
    (signal) =>
      call('POST /admin/reconciliation/preview', { body: formOf(statement, chosen), signal, timeoutMs }),
    { enabled: !chosen || isWhole(chosen), ...once },
  );
  const { data } = read;
  if (!data)
    return <NotLoaded query={read} failed="The file could not be read." count={4} className="h-11" />;
  const layout = chosen ?? data.layout ?? undefined;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3 xl:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <ReadError query={read} failed="The file could not be read." />
        {layout ? <LayoutForm cells={data.cells} layout={layout} onChange={setChosen} /> : null}
        <DataTable
          title="As it is read"
          columns={lineColumns}
          rows={data.lines.map((line, nth) => ({ ...line, nth }))}
          keyOf={({ nth }) => String(nth)}
          subLine={({ day, sender }) => [showDay(day), sender].filter(Boolean).join(', ')}
          emptyTitle="No line was read"
        />
      </div>
      <Check {...{ statement, data, layout }} />
    </div>
  );
}

const lineColumns: TableColumn<StatementPreview['lines'][number] & { nth: number }>[] = [
  { name: 'Narration', cell: ({ narration }) => narration, isOnPhone: true },
  { name: 'Sender', cell: ({ sender }) => sender || '–' },
  { name: 'Reference', cell: ({ reference }) => reference || '–' },
  { name: 'Day', cell: ({ day }) => showDay(day), isNumber: true },
  {
    name: 'Amount',
    cell: ({ amount, currency }) => showMoney(amount, currency),
    isNumber: true,
    isOnPhone: true,
  },
];

interface CheckProps {
  statement: Statement;
  data: StatementPreview;
  layout: StatementLayout | undefined;
}

/** How many lines are new, what cannot be read, and the import. */
function Check({ statement, data, layout }: CheckProps) {
  const navigate = useNavigate();
  const { total, known, problems } = data;
  const { run, isBusy, error } = useCommand((body: FormData) => call(command, { body, timeoutMs }), {
    done: ({ added }) => `${counted(added, 'line')} imported`,
    onDone: () => void navigate(operatorPath(operatorPaths.reconciliation)),
  });
  const refusal =
    layout && !isWhole(layout)
      ? 'Choose the amount, or money in and out, first'
      : problems.length > 0
        ? 'Choose columns that fit first'
        : total === known
          ? 'Nothing is new: choose another file first'
          : undefined;
  return (
    <section aria-label="Check" className="grid gap-3 rounded-lg border border-line bg-surface p-4">
      <p role="status" className="font-semibold">
        {counted(total - known, 'new line')}
        {known > 0 ? `, ${known} imported before` : ''}
      </p>
      {data.is_layout_kept ? (
        <p className="text-sm text-ink-2">The columns are those that were kept for {statement.bank}.</p>
      ) : null}
      {problems.length > 0 ? (
        <Note look="warn" role="alert" title="Rows that cannot be read">
          {problems.map(({ row, message }) => (
            <p key={row} className="wrap-anywhere">
              Row {row}: {message}
            </p>
          ))}
        </Note>
      ) : null}
      {error ? <Note look="error" role="alert" title={error} /> : null}
      <CommandButton
        command={command}
        look="ink"
        disabled={refusal !== undefined}
        busy={isBusy}
        onClick={() => run(formOf(statement, layout))}
      >
        {refusal ?? `Import ${counted(total - known, 'line')}`}
      </CommandButton>
      <p className="text-sm text-ink-2">
        No money moves by this. The lines are compared with payments, payouts and trades.
      </p>
    </section>
  );
}
