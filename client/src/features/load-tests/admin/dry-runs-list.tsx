import type { ListedDryRun } from '@copup/shared/dry-runs.ts';
import { recordPath } from '@copup/shared/record-paths.ts';
import { type Column, momentColumn, numberColumn } from '../../../console/columns.tsx';
import { choiceFilter, type Filter } from '../../../console/filters.ts';
import { RecordsList } from '../../../console/records-list.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { verdictLook, verdictWord } from './dry-run-words.ts';

const columns: Column<ListedDryRun>[] = [
  { name: 'Rehearsed', cell: ({ name }) => name, isName: true },
  {
    name: 'Verdict',
    cell: (run) => <Chip look={verdictLook(run)}>{verdictWord(run)}</Chip>,
    isOnPhones: true,
  },
  numberColumn('Players', ({ players }) => players),
  numberColumn('Minutes', ({ minutes }) => minutes),
  { name: 'Started by', cell: ({ started_by }) => started_by ?? '–' },
  momentColumn('Started', ({ started_at }) => started_at, 'id'),
];
const filters: Filter[] = [choiceFilter('state', 'State', ['running', 'ended'])];

/** O7: rehearsals of auctions, contests and heists. */
export const Page = () => (
  <>
    <p className="text-sm text-ink-2">
      A dry run rehearses an auction, a contest or a heist with simulated players. Start one on its page.
    </p>
    <RecordsList<ListedDryRun>
      resource="dry-runs"
      filters={filters}
      columns={columns}
      nameOf={({ id }) => `Dry run ${id}`}
      itemPath={({ id }) => recordPath('dry-run', id)}
      subLine={({ kind, players, started_by }) => `${kind}, ${players} players, by ${started_by ?? '–'}`}
    />
  </>
);
