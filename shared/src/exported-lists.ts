import { subjectPlurals } from './live-subjects.ts';
import { consoleLists } from './room-names.ts';
import { boundedString } from './text.ts';
import { ListQuery } from './wire.ts';

/** The operators' lists that can be downloaded as CSV: all of them. */
export const exportedLists = [...consoleLists, ...subjectPlurals, 'bets', 'affiliate-referrers'] as const;

const filters = [
  'action',
  'bank',
  'category',
  'day',
  'fixture_id',
  'flagged',
  'from',
  'is_active',
  'is_open',
  'is_published',
  'kind',
  'operator',
  'overdue',
  'q',
  'realm',
  'referrer_id',
  'role',
  'state',
  'status',
  'subject_id',
  'subject_kind',
  'task_id',
  'team_id',
  'to',
  'trader_id',
  'user_id',
] as const;

/** The order and the filters of all lists. The list itself refuses values that it does not know. */
export const ExportQuery = ListQuery.pick({ sort: true }).extend({
  order: ListQuery.shape.order.unwrap().optional(),
  ...Object.fromEntries(filters.map((name) => [name, boundedString(120).optional()])),
});
