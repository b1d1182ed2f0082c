import { type MutationCache, useQueryClient } from '@tanstack/react-query';
import type { RaRecord } from 'ra-core';
import { useRef, useState } from 'react';

/** A list reports a change within this time; one so soon after an own command is taken for its result. */
const REPORTED_WITHIN_MS = 5_000;

export interface KeptRow<Row extends RaRecord> {
  /** The row that is no longer in the list. */
  row: Row | undefined;
  /** The rows with the kept one at its place. */
  withKept: (rows: readonly Row[]) => readonly Row[];
  /** The next reading of the list keeps the row that has the focus, unless an own command has just changed it. */
  keep: () => void;
  forget: () => void;
}

/**
 * Keeps the row that has the focus when a change by another operator removes it from the list, until the focus leaves
 * it.
 */
export function useKeptRow<Row extends RaRecord>(data: readonly Row[] | undefined): KeptRow<Row> {
  const isLive = useRef(false);
  const mutations = useQueryClient().getMutationCache();
  const [seen, setSeen] = useState(data);
  const [kept, setKept] = useState<{ row: Row; at: number }>();
  if (data !== seen) {
    setSeen(data);
    const gone = isLive.current && !hasOwnCommand(mutations) ? findGone(seen, data) : undefined;
    const isBack = kept !== undefined && data?.some(({ id }) => id === kept.row.id);
    if (gone) setKept(gone);
    else if (isBack || !isLive.current) setKept(undefined);
    isLive.current = false;
  }
  return {
    row: kept?.row,
    withKept: (rows) => {
      if (!kept || rows.some(({ id }) => id === kept.row.id)) return rows;
      return [...rows.slice(0, kept.at), kept.row, ...rows.slice(kept.at)];
    },
    keep: () => {
      isLive.current = true;
    },
    forget: () => setKept(undefined),
  };
}

/** Returns whether a command of this operator runs, or has ended so recently that the change is its result. */
const hasOwnCommand = (mutations: MutationCache): boolean =>
  mutations
    .getAll()
    .some(
      ({ state: { status, submittedAt } }) =>
        status === 'pending' || Date.now() - submittedAt < REPORTED_WITHIN_MS,
    );

/** Returns the row with the focus, if it was listed and no longer is. */
function findGone<Row extends RaRecord>(
  before: readonly Row[] | undefined,
  after: readonly Row[] | undefined,
): { row: Row; at: number } | undefined {
  const focused = document.activeElement?.closest<HTMLElement>('tr[data-row]')?.dataset.row;
  const at = before?.findIndex(({ id }) => String(id) === focused) ?? -1;
  const row = before?.[at];
  return row && !after?.some(({ id }) => id === row.id) ? { row, at } : undefined;
}
