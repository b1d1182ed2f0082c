import { paths } from '@copup/shared/page-paths.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useSignedInUser } from '../../../lib/session.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Screen } from '../../../ui/page-header.tsx';
import { ShowMore } from '../../../ui/show-more.tsx';
import { EmptyState, ErrorState, Skeletons, useSteadyLoading } from '../../../ui/states.tsx';
import { ListAge } from '../list-age.tsx';
import { OwnBetCard } from '../own-bet-card.tsx';
import { ownBetsQuery } from '../queries.ts';

/** B2: the bets that the user created or joined, the newest first. */
export function Page() {
  const { id } = useSignedInUser();
  const query = useInfiniteQuery(ownBetsQuery(id));
  const { data, isPending, isError, refetch } = query;
  const isLoading = useSteadyLoading(isPending);
  const bets = isLoading ? undefined : data;
  return (
    <Screen
      title="My bets"
      backTo={paths.bets}
      aside={
        <ButtonLink look="ink" size="sm" to={paths.createBet}>
          <Plus size={18} aria-hidden />
          New bet
        </ButtonLink>
      }
    >
      <ListAge readAtMs={query.dataUpdatedAt} text="You can cancel bets again once your network is back." />
      {isError ? (
        <ErrorState isWhole={!data} message="Your bets could not be loaded." onRetry={() => void refetch()} />
      ) : null}
      {isLoading ? (
        <div className={grid}>
          <Skeletons text="Loading your bets..." count={3} className="h-72 rounded-[22px]!" />
        </div>
      ) : null}
      {bets?.length === 0 ? (
        <Card>
          <EmptyState
            title="No bets yet"
            action={
              <ButtonLink look="line" size="sm" to={paths.bets}>
                See pending bets
              </ButtonLink>
            }
          >
            Create a bet, or join one with its password.
          </EmptyState>
        </Card>
      ) : null}
      {bets && bets.length > 0 ? (
        <ul aria-label="My bets" className={grid}>
          {bets.map((bet) => (
            <li key={bet.bet_id} className="grid">
              <OwnBetCard bet={bet} />
            </li>
          ))}
        </ul>
      ) : null}
      <ShowMore query={query} />
    </Screen>
  );
}

const grid = 'grid grid-cols-[minmax(0,1fr)] gap-3 lg:grid-cols-3 lg:gap-5';
