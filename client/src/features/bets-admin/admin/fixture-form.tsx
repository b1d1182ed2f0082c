import type { AdminFixture, AdminTeam, EditFixtureBody, NewFixtureBody, Team } from '@copup/shared/bets.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { changedFields } from '../../../console/draft.ts';
import { FormDialog } from '../../../console/form-dialog.tsx';
import { SelectInput, TextInput } from '../../../console/inputs.tsx';
import { fromLocalInput, toLocalInput } from '../../../console/local-time.ts';
import { useSave } from '../../../console/use-save.ts';
import { request } from '../../../lib/api.ts';
import { Modal } from '../../../ui/modal.tsx';
import { ErrorState, Skeletons } from '../../../ui/states.tsx';
import { matchName } from './match-words.ts';

/** The operators' lists return at most so many records at once. */
const MOST_TEAMS = 1_000;

/** Returns the teams for new fixtures, by name. */
function useTeams() {
  return useQuery({
    queryKey: ['admin-teams'],
    queryFn: ({ signal }) =>
      request<AdminTeam[]>(`/admin/teams?is_active=true&perPage=${MOST_TEAMS}&sort=name&order=ASC`, {
        signal,
      }),
    staleTime: 0,
  });
}

type Fields = Record<'team_a' | 'team_b' | 'kickoff', string>;

function errorsOf({ team_a, team_b, kickoff }: Fields): Partial<Fields> {
  const errors: Partial<Fields> = {};
  if (team_a === '') errors.team_a = 'Choose a team.';
  if (team_b === '') errors.team_b = 'Choose a team.';
  else if (team_b === team_a) errors.team_b = 'Choose two different teams.';
  if (fromLocalInput(kickoff) === undefined) errors.kickoff = 'Enter the kickoff.';
  return errors;
}

interface FixtureFormProps {
  record?: AdminFixture;
  onClose: () => void;
}

/** Creates a fixture, moves its kickoff, or changes its teams while there is no bet. */
export function FixtureForm(props: FixtureFormProps) {
  const { data: teams, isError, refetch } = useTeams();
  const { record, onClose } = props;
  if (teams) return <LoadedForm {...props} teams={teams} />;
  return (
    <Modal title={record ? `Edit ${matchName(record)}` : 'New fixture'} onClose={onClose}>
      {isError ? (
        <ErrorState isWhole message="The teams could not be read." onRetry={() => void refetch()} />
      ) : (
        <Skeletons text="Loading the teams..." count={3} className="mb-2.5 h-13" />
      )}
    </Modal>
  );
}

function LoadedForm({ record, teams, onClose }: FixtureFormProps & { teams: readonly Team[] }) {
  const { create, update } = useSave<AdminFixture>('fixtures');
  const [defaultValues] = useState<Fields>(() => ({
    team_a: record ? String(record.team_a.id) : '',
    team_b: record ? String(record.team_b.id) : '',
    kickoff: record ? toLocalInput(record.kickoff) : '',
  }));
  const hasTeams = record === undefined || record.bets === 0;
  // Also hidden teams, in a fixture that has them.
  const offered = [
    ...teams,
    ...(record
      ? [record.team_a, record.team_b].filter(({ id }) => !teams.some((team) => team.id === id))
      : []),
  ];
  const options = offered.map(({ id, name }) => (
    <option key={id} value={id}>
      {name}
    </option>
  ));
  const submit = async (fields: Fields): Promise<string> => {
    const kickoff = fromLocalInput(fields.kickoff) ?? '';
    const draft: NewFixtureBody = { team_a: Number(fields.team_a), team_b: Number(fields.team_b), kickoff };
    if (record) {
      const before = { team_a: record.team_a.id, team_b: record.team_b.id, kickoff: record.kickoff };
      const changed: EditFixtureBody = changedFields(draft, before);
      await update(record, changed);
    } else await create(draft);
    onClose();
    return record ? 'Fixture saved' : 'Fixture created';
  };
  return (
    <FormDialog<Fields>
      title={record ? `Edit ${matchName(record)}` : 'New fixture'}
      onClose={onClose}
      defaultValues={defaultValues}
      validate={errorsOf}
      submitName={record ? 'Save' : 'Create fixture'}
      onSubmit={submit}
    >
      {hasTeams ? (
        <>
          <SelectInput source="team_a" label="Home team">
            <option value="">Choose</option>
            {options}
          </SelectInput>
          <SelectInput source="team_b" label="Away team">
            <option value="">Choose</option>
            {options}
          </SelectInput>
        </>
      ) : (
        <p className="text-sm text-ink-2">There are bets about this match: only its kickoff can change.</p>
      )}
      <TextInput
        source="kickoff"
        label="Kickoff"
        type="datetime-local"
        step={1}
        required
        hint="Joining bets ends at kickoff."
      />
    </FormDialog>
  );
}
