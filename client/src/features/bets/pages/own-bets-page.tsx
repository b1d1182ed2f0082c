import { paths } from '@copup/shared/page-paths.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useSignedInUser } from '../../../lib/session.ts';
import { ListAge } from '../../../parts/list-age.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { SteadyList } from '../../../ui/loaded-list.tsx';
import { Screen } from '../../../ui/page-header.tsx';
import { ShowMore } from '../../../ui/show-more.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { ownBetsQuery } from '../queries.ts';
import { OwnBetCard } from './own-bet-card.tsx';

/** B2: the bets that the user created or joined, the newest first. */
export function Page() {
  const { id } = useSignedInUser();
  const query = useInfiniteQuery(ownBetsQuery(id));
  return (
    <Screen
      title="My bets"
      backTo={paths.bets}
      aside={
        <ButtonLink size="sm" to={paths.createBet}>
          <Plus size={18} aria-hidden />
          New bet
        </ButtonLink>
      }
    >
      <ListAge readAtMs={query.dataUpdatedAt} text="You can cancel bets again once your network is back." />
      <SteadyList
        query={query}
        loading="Loading your bets..."
        failed="Your bets could not be loaded."
        skeleton={{ count: 3, className: 'h-72 rounded-[22px]!' }}
        frame={grid}
        empty={
          <Card>
            <EmptyState
              title="No bets yet"
              link={{ to: paths.bets, name: 'See pending bets', look: 'line', size: 'sm' }}
            >
              Create a bet, or join one with its password.
            </EmptyState>
          </Card>
        }
      >
        {(bets) => (
          <ul aria-label="My bets" className={grid}>
            {bets.map((bet) => (
              <li key={bet.bet_id} className="grid">
                <OwnBetCard bet={bet} />
              </li>
            ))}
          </ul>
        )}
      </SteadyList>
      <ShowMore query={query} />
    </Screen>
  );
}

const grid = 'grid grid-cols-[minmax(0,1fr)] gap-3 lg:grid-cols-3 lg:gap-5';
