import { inCoins } from '@copup/shared/coins.ts';
import { operatorPath, operatorPaths } from '@copup/shared/page-paths.ts';
import type { BankDay, DayTotals } from '@copup/shared/reconciliation.ts';
import { Link, useParams } from 'react-router-dom';
import { CommandDialog } from '../../../console/command-dialog.tsx';
import { DialogButton } from '../../../console/dialog-button.tsx';
import { ExportButton } from '../../../console/export-button.tsx';
import { ItemCard, ItemFacts, ItemFrame } from '../../../console/items/item-page.tsx';
import { showDay, showMoment } from '../../../console/local-time.ts';
import { NotLoaded, ReadError } from '../../../console/not-loaded.tsx';
import { call } from '../../../lib/calls.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { DataTable, type TableColumn } from '../../../ui/data-table.tsx';
import { blockedTexts, explainedWords, showMoney, totalNames } from './bank-words.ts';
import { DayLines } from './day-lines.tsx';
import { useDay, useDays, useLiveReconciliation } from './use-reconciliation.ts';

const DAY_MS = 86_400_000;
const SHOWN_DAYS = 14;
const closing = 'POST /admin/reconciliation/days/:day/close';
const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 'yyyy-mm-dd'.length);

/** W20: the sums of a day, what is not explained, and its closing. */
export function Page() {
  const { id = '' } = useParams();
  const name = Number.isNaN(Date.parse(id)) ? id : showDay(id);
  useTitle(name);
  useLiveReconciliation();
  const query = useDay(id);
  const { data } = query;
  return (
    <ItemFrame list={operatorPaths.reconciliation} name="Reconciliation">
      <header className="flex flex-wrap items-center gap-3">
        <h1 className="text-[1.375rem] lg:text-[1.75rem]">{name}</h1>
        {data ? <State {...data} /> : null}
      </header>
      {data ? (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,1fr)_22rem]">
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            <Totals day={data} />
            <DayLines day={data.day} />
          </div>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            <Closing day={data} />
            <OtherDays day={data.day} />
          </div>
        </div>
      ) : (
        <NotLoaded query={query} failed="The day could not be read." isWhole count={4} className="h-24" />
      )}
    </ItemFrame>
  );
}

function State({ closing: closed, is_changed: isChanged }: BankDay) {
  if (!closed) return <Chip look="warn">Open</Chip>;
  return isChanged ? <Chip look="bad">Changed later</Chip> : <Chip look="ok">Closed</Chip>;
}

interface Total {
  total: keyof DayTotals;
  now: number;
  closed: number | undefined;
}

const sumOf = (total: keyof DayTotals, sum: number | undefined): string => {
  if (sum === undefined) return '–';
  return total.startsWith('ledger') ? inCoins(sum) : showMoney(sum);
};

const totalColumns: TableColumn<Total>[] = [
  { name: 'Total', cell: ({ total }) => totalNames[total], isOnPhone: true },
  { name: 'When it was closed', cell: ({ total, closed }) => sumOf(total, closed), isNumber: true },
  { name: 'Now', cell: ({ total, now }) => sumOf(total, now), isNumber: true, isOnPhone: true },
];

/** The totals of bank, provider, records and ledger; those that changed since the closing are marked. */
function Totals({ day: { totals, closing: closed } }: { day: BankDay }) {
  const names = Object.keys(totalNames) as (keyof DayTotals)[];
  return (
    <DataTable
      title="Totals"
      columns={totalColumns}
      rows={names.map((total) => ({ total, now: totals[total], closed: closed?.totals[total] }))}
      keyOf={({ total }) => total}
      subLine={({ total, closed: before }) =>
        before === undefined ? '' : `${sumOf(total, before)} when closed`
      }
      isWarning={({ now, closed: before }) => before !== undefined && before !== now}
      emptyTitle=""
    />
  );
}

/** What has to be done before the day is closed, and its closing. */
function Closing({ day: shown }: { day: BankDay }) {
  const { day, lines, open_lines: openLines, records, open_records: openRecords, blocked } = shown;
  const { closing: closed } = shown;
  const name = `${closed ? 'Close again:' : 'Close'} ${showDay(day)}`;
  return (
    <ItemCard title="Closing">
      <ItemFacts
        facts={[
          ['Lines', explainedWords(lines, openLines)],
          ['Records', explainedWords(records, openRecords)],
          ...(closed
            ? ([
                ['Closed', `${showMoment(closed.closed_at)} by ${closed.closed_by}`],
                ['SHA-256', closed.hash],
              ] as const)
            : []),
        ]}
      />
      {openLines + openRecords > 0 ? (
        <ButtonLink to={`${operatorPath(operatorPaths.reconciliation)}?day=${day}`} look="line" size="sm">
          What is not explained
        </ButtonLink>
      ) : null}
      {blocked === null ? (
        <DialogButton
          asks="close"
          command={closing}
          look="ink"
          dialog={(onClose) => (
            <CommandDialog
              title={`${name}?`}
              actionName={name}
              send={() => call(closing, { params: { day } })}
              done={() => `${showDay(day)} is closed`}
              onClose={onClose}
            >
              The totals are stored with a hash over the lines, records and explanations of the day. What
              changes later appears as a difference.
            </CommandDialog>
          )}
        >
          {name}…
        </DialogButton>
      ) : (
        <p role="status" className="text-sm font-semibold">
          {blockedTexts[blocked]}
        </p>
      )}
      <ExportButton
        path={`/admin/reconciliation/export?from=${day}&to=${day}`}
        filename={`copup-reconciliation-${day}.csv`}
      />
    </ItemCard>
  );
}

const dayColumns: TableColumn<BankDay>[] = [
  {
    name: 'Day',
    cell: ({ day }) => (
      <Link
        to={`${operatorPath(operatorPaths.reconciliation)}/${day}`}
        className="inline-flex min-h-tap items-center text-brand hover:underline"
      >
        {showDay(day)}
      </Link>
    ),
    isOnPhone: true,
  },
  { name: 'State', cell: (day) => <State {...day} />, isNumber: true, isOnPhone: true },
];

/** The days around this one, each with its state. */
function OtherDays({ day }: { day: string }) {
  const query = useDays(dayAfter(day, -SHOWN_DAYS), dayAfter(day, SHOWN_DAYS));
  return (
    <>
      <ReadError query={query} failed="The days could not be read." />
      <DataTable
        title="Other days"
        columns={dayColumns}
        rows={query.data ?? null}
        keyOf={(each) => each.day}
        emptyTitle="There is no other day"
      />
    </>
  );
}
