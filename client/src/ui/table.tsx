import { Fragment, type HTMLAttributes, type Key, type ReactNode } from 'react';
import { classNames } from './class-names.ts';

export interface BaseColumn<Row> {
  /** Unique in the table. */
  name: string;
  cell: (row: Row) => ReactNode;
  /** Instead of the name. */
  head?: ReactNode;
  sorted?: 'ascending' | 'descending' | 'none' | undefined;
  /** Of the head and of all cells. */
  className?: string;
  cellClass?: string;
  /** Whether its cells name their rows. */
  isRowHead?: boolean;
}

interface TableProps<Row> {
  caption?: string;
  columns: readonly BaseColumn<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => Key;
  /** Of each head. */
  headClass: string;
  bodyClass?: string | undefined;
  rowClass?: (row: Row) => string | false;
  rowProps?: (row: Row) => HTMLAttributes<HTMLTableRowElement> & { 'data-row'?: Key };
  isBusy?: boolean;
  /** Content over all columns, below a row. */
  detailsOf?: (row: Row) => ReactNode;
  detailsClass?: string;
}

/** The rows and columns of a table. The frame around it and its look are its user's. */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, keyOf, rowClass, detailsOf } = props;
  return (
    <table className="w-full text-sm" aria-busy={props.isBusy}>
      {caption === undefined ? null : <caption className="sr-only">{caption}</caption>}
      <thead>
        <tr>
          {columns.map(({ name, head, sorted, className }) => (
            <th key={name} scope="col" aria-sort={sorted} className={classNames(className, props.headClass)}>
              {head ?? name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className={props.bodyClass}>
        {rows.map((row) => {
          const details = detailsOf?.(row);
          return (
            <Fragment key={keyOf(row)}>
              <tr {...props.rowProps?.(row)} className={classNames('border-t border-line', rowClass?.(row))}>
                {columns.map(({ name, cell, className, cellClass, isRowHead }) => {
                  const Cell = isRowHead ? 'th' : 'td';
                  return (
                    <Cell
                      key={name}
                      scope={isRowHead ? 'row' : undefined}
                      className={classNames(className, cellClass)}
                    >
                      {cell(row)}
                    </Cell>
                  );
                })}
              </tr>
              {details ? (
                <tr>
                  <td colSpan={columns.length} className={props.detailsClass}>
                    {details}
                  </td>
                </tr>
              ) : null}
            </Fragment>
          );
        })}
      </tbody>
    </table>
  );
}
