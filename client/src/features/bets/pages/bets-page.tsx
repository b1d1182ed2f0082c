import { paths } from '@copup/shared/page-paths.ts';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useRef } from 'react';
import { headerBalance } from '../../../balance/balance-pill.tsx';
import { ApiError } from '../../../lib/api-error.ts';
import { useChoices } from '../../../lib/use-choices.ts';
import { ListAge } from '../../../parts/list-age.tsx';
import { SearchField } from '../../../parts/search-field.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Note } from '../../../ui/note.tsx';
import { Screen } from '../../../ui/page-header.tsx';
import { ShowMore } from '../../../ui/show-more.tsx';
import { EmptyState, ErrorState, FailedRead, Skeletons, useSteadyLoading } from '../../../ui/states.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { BetCard } from '../bet-card.tsx';
import { type BetFilter, filterOf, MAX_SEARCH, searchOf } from '../filter.ts';
import { JoinSheet } from '../join-sheet.tsx';
import { linkedBet } from '../joining.ts';
import { linkedBetQuery } from '../queries.ts';
import { useBets } from '../use-bets.ts';

const tabs = [
  { value: 'active', name: 'active' },
  { value: 'pending', name: 'pending' },
] as const;

/** B2: the bets of all players, with search by title and filter by status. */
export function Page() {
  const [search, setSearch] = useChoices();
  const filter = filterOf(search);
  const linked = linkedBet(search);
  const change = (changed: Partial<BetFilter>) =>
    setSearch((before) => searchOf({ ...filterOf(before), ...changed }));
  return (
    <Screen title="1 v 1 prediction" backTo={paths.games} aside={headerBalance}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2.5 lg:grid-cols-[minmax(0,1fr)_260px_auto] lg:items-center">
        <SearchField
          label="Search by title"
          hidesLabel
          placeholder="Search by title"
          maxLength={MAX_SEARCH}
          value={filter.title}
          onSearch={(title) => change({ title })}
        />
        <Tabs label="Status" value={filter.status} onChange={(status) => change({ status })} tabs={tabs} />
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-2.5 lg:flex">
          <ButtonLink to={paths.createBet} className="px-3! text-sm!">
            <Plus size={18} aria-hidden />
            Create a New Bet
          </ButtonLink>
          <ButtonLink look="line" to={paths.ownBets} className="px-3! text-sm!">
            View My Bet
          </ButtonLink>
        </div>
      </div>
      {linked === null ? null : <LinkedBet id={linked} onClose={() => change({})} />}
      <Bets
        key={`${filter.status} ${filter.title}`}
        filter={filter}
        onShowAll={() => change({ title: '' })}
      />
    </Screen>
  );
}

/** The sheet of the bet that a friend's link names. Closed, it leaves the address. */
function LinkedBet({ id, onClose }: { id: number; onClose: () => void }) {
  const { data, error, refetch } = useQuery(linkedBetQuery(id));
  if (data) return <JoinSheet bet={data} typed="" onClose={onClose} onJoined={onClose} />;
  if (error instanceof ApiError && error.status === 404)
    return <Note look="warn" title="The bet of your link is over, or it never was." />;
  return error ? (
    <ErrorState message="The bet of your link could not be loaded." onRetry={() => void refetch()} />
  ) : null;
}

function Bets({ filter, onShowAll }: { filter: BetFilter; onShowAll: () => void }) {
  const query = useBets(filter);
  const { bets, isPending } = query;
  const { newCount, showNew, isRefetching, dataUpdatedAt } = query;
  const list = useRef<HTMLUListElement>(null);
  const isLoading = useSteadyLoading(isPending);
  const show = async () => {
    await showNew();
    list.current?.focus();
  };
  return (
    <>
      <ListAge readAtMs={dataUpdatedAt} text="You can join bets again once your network is back." />
      <FailedRead query={query} isWhole={!bets} message="The bets could not be loaded." />
      <p role="status" className={newCount > 0 && bets ? 'flex justify-center' : 'sr-only'}>
        {newCount > 0 && bets ? (
          <Button
            look="ink"
            size="sm"
            className="rounded-full!"
            busy={isRefetching}
            onClick={() => void show()}
          >
            {newCount} new
            <span className="sr-only">{newCount === 1 ? ' bet, show it' : ' bets, show them'}</span>
          </Button>
        ) : null}
      </p>
      {isLoading ? (
        <div className={grid}>
          <Skeletons text="Loading bets..." count={3} className="h-88 rounded-[22px]!" />
        </div>
      ) : null}
      {!isLoading && bets?.length === 0 ? <NoBets filter={filter} onShowAll={onShowAll} /> : null}
      {!isLoading && bets && bets.length > 0 ? (
        <ul ref={list} tabIndex={-1} aria-label={`${filter.status} bets`} className={grid}>
          {bets.map((bet) => (
            <li key={bet.bet_id} className="grid">
              <BetCard bet={bet} />
            </li>
          ))}
        </ul>
      ) : null}
      <ShowMore query={query} />
    </>
  );
}

const grid = 'grid grid-cols-[minmax(0,1fr)] gap-3 lg:grid-cols-3 lg:gap-5';

function NoBets({ filter: { status, title }, onShowAll }: { filter: BetFilter; onShowAll: () => void }) {
  if (title !== '')
    return (
      <Card>
        <EmptyState
          title={`No ${status} bets match`}
          action={
            <Button size="sm" onClick={onShowAll}>
              Show all
            </Button>
          }
        >
          <span className="wrap-anywhere">No title contains “{title}”.</span>
        </EmptyState>
      </Card>
    );
  return (
    <Card>
      <EmptyState title={`No ${status} bets`}>
        {status === 'pending'
          ? 'Create a bet, send its link to a friend, and tell them the password.'
          : 'A bet is active once another player has joined it.'}
      </EmptyState>
    </Card>
  );
}
