import type { Fixture } from '@copup/shared/bets.ts';
import { isolate } from '@copup/shared/isolate.ts';
import { paths } from '@copup/shared/page-paths.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { headerBalance } from '../../../balance/balance-pill.tsx';
import { useTitle } from '../../../lib/use-title.ts';
import { useServerNow } from '../../../realtime/index.ts';
import { Crest } from '../../../ui/art/crest.tsx';
import { Card } from '../../../ui/card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Select } from '../../../ui/field.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { Page as PageBody, PageHeader } from '../../../ui/page-header.tsx';
import { ShowMore } from '../../../ui/show-more.tsx';
import { EmptyState, FailedRead, Skeletons, useSteadyLoading } from '../../../ui/states.tsx';
import { CreateForm } from '../create-form.tsx';
import { kickoffText } from '../kickoff.ts';
import { fixturesQuery, teamsQuery } from '../queries.ts';

/** B3: a new bet: the match first, then the side, then the stake. */
export function Page() {
  useTitle('Create a New Bet');
  const nowMs = useServerNow(30_000);
  const query = useInfiniteQuery(fixturesQuery());
  const { data, isPending } = query;
  const isLoading = useSteadyLoading(isPending);
  const [picked, setPicked] = useState<Fixture | null>(null);
  const terms = data?.pages[0]?.terms;
  const fixtures = (data?.pages.flatMap(({ items }) => items) ?? []).filter(
    ({ kickoff }) => Date.parse(kickoff) > nowMs,
  );
  const [first] = fixtures;
  if (!picked && first) setPicked(first);
  // A match that is no longer offered must be replaced by the user.
  const chosen = picked ? fixtures.find(({ id }) => id === picked.id) : first;
  const hasForm = !isLoading && terms && fixtures.length > 0;
  return (
    <div className="flex min-h-dvh flex-col">
      <PageHeader title="Create a New Bet" backTo={paths.bets}>
        {headerBalance}
      </PageHeader>
      {hasForm ? (
        <CreateForm terms={terms} fixture={chosen}>
          {(isBusy) => (
            <FixturePicker
              fixtures={fixtures}
              query={query}
              chosen={chosen}
              onChoose={setPicked}
              disabled={isBusy}
            />
          )}
        </CreateForm>
      ) : (
        <PageBody>
          {isLoading ? (
            <Skeletons text="Loading matches..." count={4} className="h-16 rounded-[18px]!" />
          ) : null}
          <FailedRead query={query} isWhole message="The matches could not be loaded." />
          {!isLoading && data ? (
            <Card>
              <EmptyState
                title="No matches in the next 30 days"
                link={{ to: paths.bets, name: 'See pending bets', look: 'line', size: 'sm' }}
              >
                A bet is about the next match of two teams. Come back later.
              </EmptyState>
            </Card>
          ) : null}
        </PageBody>
      )}
    </div>
  );
}

/** Matches in the form itself; the others are in a dialog. */
const SHOWN = 2;

interface FixturesProps {
  fixtures: readonly Fixture[];
  query: ComponentProps<typeof ShowMore>['query'];
  onChoose: (fixture: Fixture) => void;
}

interface FixturePickerProps extends FixturesProps {
  chosen: Fixture | undefined;
  disabled: boolean;
}

/** B3: the match that the bet is about: one of the next two, or of all. */
function FixturePicker({ fixtures, query, chosen, onChoose, disabled }: FixturePickerProps) {
  const [isOpen, setIsOpen] = useState(false);
  const first = fixtures.slice(0, SHOWN);
  const shown = chosen && !first.includes(chosen) ? [...first, chosen] : first;
  const hasOthers = query.hasNextPage || fixtures.length > shown.length;
  return (
    <fieldset disabled={disabled} className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-2">
      <legend className="mb-2 font-display text-base font-bold">Match</legend>
      {shown.map((fixture) => (
        <label
          key={fixture.id}
          className={classNames(
            'grid min-h-16 cursor-pointer grid-cols-[22px_minmax(0,1fr)_auto] items-center gap-3 rounded-[18px] px-3.5 py-2 leading-snug',
            fixture.id === chosen?.id
              ? 'bg-brand-soft shadow-[inset_0_0_0_2px_var(--c-brand)]'
              : 'bg-surface shadow-[inset_0_0_0_1.5px_var(--c-line)]',
          )}
        >
          <input
            type="radio"
            name="fixture"
            checked={fixture.id === chosen?.id}
            onChange={() => onChoose(fixture)}
            className="size-5.5 cursor-pointer appearance-none rounded-full! shadow-[inset_0_0_0_2px_var(--c-ctl)] checked:shadow-[inset_0_0_0_7px_var(--c-brand)]"
          />
          <span className="min-w-0">
            <FixtureName fixture={fixture} />
          </span>
          <span className="inline-flex gap-1 max-[359px]:hidden">
            <Crest crest={fixture.team_a.crest} className="h-6.5 w-6" />
            <Crest crest={fixture.team_b.crest} className="h-6.5 w-6" />
          </span>
        </label>
      ))}
      {hasOthers ? (
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => setIsOpen(true)}
          className="min-h-tap justify-self-start text-left text-sm font-semibold text-brand"
        >
          All {query.hasNextPage ? '' : `${fixtures.length} `}matches of the next 30 days
        </button>
      ) : null}
      {isOpen ? (
        <AllFixtures
          {...{ fixtures, query }}
          chosenId={chosen?.id}
          onChoose={(fixture) => {
            onChoose(fixture);
            setIsOpen(false);
          }}
          onClose={() => setIsOpen(false)}
        />
      ) : null}
    </fieldset>
  );
}

interface AllFixturesProps extends FixturesProps {
  chosenId: number | undefined;
  onClose: () => void;
}

/** All matches in a dialog, with a filter by team. */
function AllFixtures({ fixtures, query, chosenId, onChoose, onClose }: AllFixturesProps) {
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
            {query.hasNextPage ? 'Later matches may have one.' : 'It does not play in the next 30 days.'}
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
                  <FixtureName fixture={fixture} />
                </button>
              </li>
            ))}
          </ul>
        )}
        <ShowMore query={query} />
      </div>
    </Modal>
  );
}

function FixtureName({ fixture: { team_a, team_b, kickoff } }: { fixture: Fixture }) {
  return (
    <>
      <span className="block font-semibold wrap-anywhere">
        {isolate(team_a.name)} v {isolate(team_b.name)}
      </span>
      <span className="block text-sm text-ink-2">{kickoffText(kickoff)}</span>
    </>
  );
}
