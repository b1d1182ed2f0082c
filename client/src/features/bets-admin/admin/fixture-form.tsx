import type { AdminFixture, Team } from '@copup/shared/bets.ts';
import { SelectInput } from '../../../console/inputs.tsx';
import { LoadingModal } from '../../../console/loading-modal.tsx';
import type { RecordTexts } from '../../../console/record-fields.ts';
import { RecordForm, RecordInput } from '../../../console/record-form.tsx';
import { call } from '../../../lib/calls.ts';
import { useFresh } from '../../../lib/read-query.ts';
import { matchName } from './match-words.ts';

/** Maximum number of records in a page of the operators' lists. */
const MOST_TEAMS = 1_000;

/** Returns the teams for new fixtures, by name. */
function useTeams() {
  return useFresh(['admin-teams'], (signal) =>
    call('GET /admin/teams', {
      query: { is_active: 'true', perPage: MOST_TEAMS, sort: 'name', order: 'ASC' },
      signal,
    }),
  );
}

const errorsOf = ({ team_a = '', team_b }: RecordTexts): Partial<RecordTexts> =>
  team_b === team_a ? { team_b: 'Choose two different teams.' } : {};

interface FixtureFormProps {
  record: AdminFixture | undefined;
  onClose: () => void;
}

/** Creates a fixture, moves its kickoff, or changes its teams while there is no bet. */
export function FixtureForm({ record, onClose }: FixtureFormProps) {
  const query = useTeams();
  const { data: teams } = query;
  const title = record ? `Edit ${matchName(record)}` : 'New fixture';
  if (teams)
    return (
      <RecordForm name="fixture" {...{ title, errorsOf, record, onClose }}>
        {record === undefined || record.bets === 0 ? (
          <Teams teams={teams} record={record} />
        ) : (
          <p className="text-sm text-ink-2">There are bets about this match: only its kickoff can change.</p>
        )}
        <RecordInput source="kickoff" label="Kickoff" hint="Joining bets ends at kickoff." />
      </RecordForm>
    );
  return (
    <LoadingModal
      {...{ title, query, onClose }}
      loading="Loading the teams..."
      failed="The teams could not be read."
      className="mb-2.5 h-13"
    />
  );
}

function Teams({ teams, record }: { teams: readonly Team[]; record: AdminFixture | undefined }) {
  // Also hidden teams, in a fixture that has them.
  const own = record ? [record.team_a, record.team_b] : [];
  const offered = [...teams, ...own.filter(({ id }) => !teams.some((team) => team.id === id))];
  const options = [['', 'Choose'] as const, ...offered.map(({ id, name }) => [String(id), name] as const)];
  return (
    <>
      <SelectInput source="team_a" label="Home team" options={options} />
      <SelectInput source="team_b" label="Away team" options={options} />
    </>
  );
}
