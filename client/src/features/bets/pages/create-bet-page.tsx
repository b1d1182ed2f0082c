import type { Fixture } from '@copup/shared/bets.ts';
import { paths } from '@copup/shared/page-paths.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { headerBalance } from '../../../balance/balance-pill.tsx';
import { useTitle } from '../../../lib/use-title.ts';
import { useServerNow } from '../../../realtime/index.ts';
import { Card } from '../../../ui/card.tsx';
import { Page as PageBody, PageHeader } from '../../../ui/page-header.tsx';
import { EmptyState, ErrorState, Skeletons, useSteadyLoading } from '../../../ui/states.tsx';
import { CreateForm } from '../create-form.tsx';
import { FixturePicker } from '../fixture-picker.tsx';
import { fixturesQuery } from '../queries.ts';

/** B3: a new bet: the match first, then the side, then the stake. */
export function Page() {
  useTitle('Create a New Bet');
  const nowMs = useServerNow(30_000);
  const { data, isPending, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery(fixturesQuery());
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
              hasMore={hasNextPage}
              isLoadingMore={isFetchingNextPage}
              onMore={() => void fetchNextPage()}
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
          {isError ? (
            <ErrorState isWhole message="The matches could not be loaded." onRetry={() => void refetch()} />
          ) : null}
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
