import type { Filter } from '../../../console/filters.ts';

/** Whether players see the record. */
export const activeFilter: Filter = {
  source: 'is_active',
  label: 'Shown',
  options: [
    ['true', 'Active'],
    ['false', 'Hidden'],
  ],
};
