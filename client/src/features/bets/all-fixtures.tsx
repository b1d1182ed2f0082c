import type { Fixture } from '@copup/shared/bets.ts';
import { isolate } from '@copup/shared/isolate.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Select } from '../../ui/field.tsx';
import { Modal } from '../../ui/modal.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { kickoffText } from './kickoff.ts';
import { teamsQuery } from './queries.ts';

interface AllFixturesProps {
  fixtures: readonly Fixture[];
  hasMore: boolean;
  isLoadingMore: boolean;
  onMore: () => void;
  chosenId: number | undefined;
  onChoose: (fixture: Fixture) => void;
  onClose: () => void;
}

/** All matches in a dialog, with a filter by team. */
export function AllFixtures(props: AllFixturesProps) {
  const { fixtures, hasMore, isLoadingMore, onMore, chosenId, onChoose, onClose } = props;
  const { data: teams } = useQuery(teamsQuery());
  const [teamId, setTeamId] = useState('');
  const listed = fixtures.filter(
    ({ team_a, team_b }) => teamId === '' || String(team_a.id) === teamId || String(team_b.id) === teamId,
  );
  return (
    <Modal title="Matches" onClose={onClose}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {teams && teams.length > 0 ? (
          <Select label="Team" value={teamId} onChange={setTeamId}>
            <option value="">All teams</option>
            {teams.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        ) : null}
        {listed.length === 0 ? (
          <EmptyState level={3} title="No match of this team">
            {hasMore ? 'Later matches may have one.' : 'It does not play in the next 30 days.'}
          </EmptyState>
        ) : (
          <ul aria-label="Matches" className="grid grid-cols-[minmax(0,1fr)] gap-2">
            {listed.map((fixture) => (
              <li key={fixture.id} className="grid">
                <button
                  type="button"
                  aria-current={fixture.id === chosenId ? 'true' : undefined}
                  onClick={() => onChoose(fixture)}
                  className={classNames(
                    'min-h-16 rounded-[18px] px-3.5 py-2 text-left leading-snug',
                    fixture.id === chosenId
                      ? 'bg-brand-soft shadow-[inset_0_0_0_2px_var(--c-brand)]'
                      : 'shadow-[inset_0_0_0_1.5px_var(--c-line)]',
                  )}
                >
                  <span className="block font-semibold wrap-anywhere">
                    {isolate(fixture.team_a.name)} v {isolate(fixture.team_b.name)}
                  </span>
                  <span className="block text-sm text-ink-2">{kickoffText(fixture.kickoff)}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
        {hasMore ? (
          <Button look="line" busy={isLoadingMore} onClick={onMore}>
            Show more
          </Button>
        ) : null}
      </div>
    </Modal>
  );
}
