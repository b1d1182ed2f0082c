import { RotateCw } from 'lucide-react';
import { ListBase, type RaRecord, type SortPayload, useListContext } from 'ra-core';
import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { EmptyState, Skeletons } from '../ui/states.tsx';
import { inWords } from './capitalized.ts';
import { listQuery } from './data-provider.ts';
import { ExportButton } from './export-button.tsx';
import { FilterBar } from './filter-bar.tsx';
import { type Filter, initialValues } from './filters.ts';
import { isEstimate, rangeInWords } from './list-range.ts';
import { type Command, CommandButton } from './may-change.tsx';
import { ReadError } from './not-loaded.tsx';
import { Pager } from './pager.tsx';
import { RecordsTable, type RecordsTableProps } from './records-table.tsx';
import type { RowAction } from './row-actions.tsx';
import { SortSelect } from './sort-controls.tsx';
import { useAsked } from './use-asked.ts';
import { type Dialog, type Show, useDialog } from './use-dialog.ts';
import { useKeptRow } from './use-kept-row.ts';
import { useLiveList } from './use-live-list.ts';

export interface RecordsListProps<Row extends RaRecord>
  extends Omit<RecordsTableProps<Row>, 'label' | 'actions'> {
  /** Below /api/admin. */
  resource: string;
  /** Of the table; by default the resource in words. */
  label?: string | undefined;
  /** The newest first, unless another order is named. */
  sort?: SortPayload;
  /** Texts before choices. */
  filters?: readonly Filter[];
  /** The button right of the filters. */
  create?: { name: string; dialog: Dialog; look?: 'ink' | 'line'; command: Command };
  /** Buttons for the selected rows. `show` opens a dialog. */
  bulk?: (rows: Row[], show: Show) => ReactNode;
  actions?: (row: Row, show: Show) => RowAction[];
}

const newestFirst: SortPayload = { field: 'id', order: 'DESC' };
// A list is reloaded on each visit. An error is shown in place of the list, without a toast.
const queryOptions = { staleTime: 0, onError: () => {} };

/** A list of the console; page, order and filters are in the URL. */
export function RecordsList<Row extends RaRecord>({
  resource,
  label = inWords(resource),
  sort = newestFirst,
  filters = [],
  create,
  bulk,
  actions,
  ...table
}: RecordsListProps<Row>) {
  const [dialog, show] = useDialog();
  const [asked, ask] = useAsked();
  return (
    <ListBase<Row>
      key={resource}
      resource={resource}
      sort={sort}
      perPage={25}
      filterDefaultValues={initialValues(filters)}
      storeKey={false}
      disableAuthentication
      queryOptions={queryOptions}
    >
      <div className="grid grid-cols-[repeat(2,minmax(0,1fr))] items-end gap-3 lg:flex lg:flex-wrap">
        {filters.length > 0 ? <FilterBar filters={filters} /> : null}
        <SortSelect columns={table.columns} />
        <div className="col-span-2 flex flex-wrap gap-2.5 lg:ml-auto">
          <Export />
          {create ? (
            <CommandButton
              command={create.command}
              look={create.look ?? 'ink'}
              onClick={() => ask('new')}
              className="flex-1 px-3.5 whitespace-nowrap"
            >
              {create.name}
            </CommandButton>
          ) : null}
        </div>
      </div>
      {bulk ? <BulkBar<Row> bulk={(rows) => bulk(rows, show)} /> : null}
      <Rows<Row> {...table} label={label} {...(actions && { actions: (row) => actions(row, show) })} />
      <Paging />
      {dialog}
      {create && asked === 'new' ? create.dialog(() => ask(null)) : null}
    </ListBase>
  );
}

/** Downloads the list with its filters and order. */
function Export() {
  const { resource, filterValues, sort } = useListContext();
  const query = listQuery({ filter: filterValues as object, sort });
  return <ExportButton path={`/admin/export/${resource}?${query}`} filename={`copup-${resource}.csv`} />;
}

function BulkBar<Row extends RaRecord>({ bulk }: { bulk: (rows: Row[]) => ReactNode }) {
  const { data = [], selectedIds, onSelect } = useListContext<Row>();
  const rows = data.filter(({ id }) => selectedIds.includes(id));
  return (
    <div
      className={rows.length > 0 ? 'flex flex-wrap items-center gap-2.5 text-sm font-semibold' : 'sr-only'}
    >
      <span role="status" className="mr-auto">
        {rows.length > 0 ? `${rows.length} selected` : ''}
      </span>
      {rows.length > 0 ? (
        <>
          <Button look="ghost" size="sm" onClick={() => onSelect([])}>
            Clear
          </Button>
          {bulk(rows)}
        </>
      ) : null}
    </div>
  );
}

function Rows<Row extends RaRecord>(table: RecordsTableProps<Row>) {
  const { resource, data, error, isPending, refetch, filterValues, setFilters } = useListContext<Row>();
  const kept = useKeptRow<Row>(data);
  useLiveList(resource, (isJoin) => {
    if (!isJoin) kept.keep();
    void refetch();
  });
  const isFiltered = Object.keys(filterValues as object).length > 0;
  return (
    <>
      <ReadError query={{ error, refetch }} failed="The list could not be read." />
      {isPending && !error ? <Skeletons text="Loading..." count={8} className="h-11" /> : null}
      {data?.length === 0 && !kept.row ? (
        <>
          <h2 className="sr-only">{table.label}</h2>
          <EmptyState
            title={isFiltered ? 'Nothing matches' : 'Nothing here yet'}
            action={
              isFiltered ? (
                <Button look="line" size="sm" onClick={() => setFilters({})}>
                  Show all
                </Button>
              ) : undefined
            }
          />
        </>
      ) : null}
      {data && (data.length > 0 || kept.row) ? <RecordsTable {...table} kept={kept} /> : null}
    </>
  );
}

/** The shown range and total, with buttons for other pages and for a reload. */
function Paging() {
  const { data = [], page, perPage, total = 0, setPage, refetch, isFetching } = useListContext();
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 text-sm text-ink-2">
      <p role="status">{rangeInWords({ page, perPage, count: data.length, total })}</p>
      <div className="flex items-center gap-3">
        <Button look="ghost" size="sm" busy={isFetching} onClick={() => void refetch()}>
          {isFetching ? null : <RotateCw size={16} aria-hidden />}
          Reload
        </Button>
        <Pager {...{ page, perPage, total }} isEstimate={isEstimate(total)} onPage={setPage} />
      </div>
    </div>
  );
}
