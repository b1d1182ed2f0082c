import type { StatementLine } from '@copup/shared/reconciliation.ts';
import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { listQuery, totalOf } from '../../../console/data-provider.ts';
import { useLiveList } from '../../../console/use-live-list.ts';
import { requestWithHeaders } from '../../../lib/api.ts';
import { call } from '../../../lib/calls.ts';
import { useFresh } from '../../../lib/read-query.ts';

const key = ['reconciliation'];
const kept = { placeholderData: keepPreviousData };

/** Reads what a page shows again when a line, a record or an explanation changes; the function does it at once. */
export function useLiveReconciliation(): () => void {
  const client = useQueryClient();
  const reload = () => void client.invalidateQueries({ queryKey: key });
  useLiveList('statement-lines', reload);
  return reload;
}

export const useFacts = () =>
  useFresh([...key, 'facts'], (signal) => call('GET /admin/reconciliation', { signal }), kept);

/** The first lines of banks that match, the oldest first. */
export function useLines(
  filter: { state?: StatementLine['state']; day?: string; q?: string },
  perPage: number,
) {
  const oldestFirst = { pagination: { page: 1, perPage }, sort: { field: 'day', order: 'ASC' as const } };
  const query = String(listQuery({ ...oldestFirst, filter }));
  return useFresh(
    [...key, 'lines', query],
    async (signal) => {
      const path = `/admin/statement-lines?${query}`;
      const { reply, headers } = await requestWithHeaders<StatementLine[]>(path, { signal });
      return { items: reply, total: totalOf(headers.get('content-range'), reply.length) };
    },
    kept,
  );
}

/** The first records that no line explains, the oldest first. */
export const useRecords = (day: string, limit: number) =>
  useFresh(
    [...key, 'records', day, limit],
    async (signal) => {
      const query = { ...(day !== '' && { day }), limit };
      const { records, total } = await call('GET /admin/reconciliation/records', { query, signal });
      return { items: records, total };
    },
    kept,
  );

export const useDay = (day: string) =>
  useFresh([...key, 'day', day], (signal) =>
    call('GET /admin/reconciliation/days/:day', { params: { day }, signal }),
  );

export const useDays = (from: string, to: string) =>
  useFresh([...key, 'days', from, to], (signal) =>
    call('GET /admin/reconciliation/days', { query: { from, to }, signal }),
  );
