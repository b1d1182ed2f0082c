import { inCoins } from '@copup/shared/coins.ts';
import type { CompletedHeist, HeistResult } from '@copup/shared/heists.ts';
import { isolate } from '@copup/shared/isolate.ts';
import { paths } from '@copup/shared/page-paths.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { headerBalance } from '../../../balance/balance-pill.tsx';
import { Avatar } from '../../../ui/art/avatar.tsx';
import { BeadRing } from '../../../ui/art/bead-ring.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { SteadyList } from '../../../ui/loaded-list.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { Coins } from '../../../ui/money.tsx';
import { Screen } from '../../../ui/page-header.tsx';
import { ShowMore } from '../../../ui/show-more.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../../ui/states.tsx';
import { HeistBanner } from '../heist-banner.tsx';
import { PrizePicture } from '../prize-picture.tsx';
import { ProofRow } from '../proof-row.tsx';
import { completedQuery, resultQuery } from '../queries.ts';

/** Completed heists, the last one first. */
export function Page() {
  const query = useInfiniteQuery(completedQuery());
  const { data: heists, hasNextPage } = query;
  const [open, setOpen] = useState<CompletedHeist | null>(null);
  return (
    <Screen title="Heist winners" backTo={paths.heists} aside={headerBalance}>
      <HeistBanner title="Vaults already cracked." text={countText(heists?.length ?? 0, hasNextPage)} />
      <SteadyList
        query={query}
        loading="Loading heists..."
        failed="Error fetching heists."
        skeleton={{ count: 3, className: 'h-38 rounded-[22px]!' }}
        empty={
          <Card>
            <EmptyState title="No heists available.">The first winner appears here.</EmptyState>
          </Card>
        }
      >
        {(heists) => (
          <ul className="grid grid-cols-[minmax(0,1fr)] gap-3 lg:grid-cols-2 lg:gap-5">
            {heists.map((heist) => (
              <li key={heist.id}>
                <CompletedCard heist={heist} onOpen={() => setOpen(heist)} />
              </li>
            ))}
          </ul>
        )}
      </SteadyList>
      <ShowMore query={query} />
      {open ? <WinnerModal heist={open} onClose={() => setOpen(null)} /> : null}
    </Screen>
  );
}

function CompletedCard({ heist, onOpen }: { heist: CompletedHeist; onOpen: () => void }) {
  return (
    <article
      aria-label={heist.name}
      className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-[22px] bg-surface p-3.5 shadow-2"
    >
      <div className="flex flex-wrap items-center gap-3.5">
        <PrizePicture heist={heist} sizes="72px" className="size-18 rounded-[18px]!" />
        <div className="min-w-0 flex-[1_1_9rem]">
          <h2 className="text-[1.125rem] leading-tight wrap-anywhere">{heist.name}</h2>
          <p className="text-sm text-ink-2 wrap-anywhere">{heist.prize_name}</p>
        </div>
      </div>
      <Button onClick={onOpen}>
        View Winner
        <span className="sr-only"> of {heist.name}</span>
      </Button>
    </article>
  );
}

function countText(count: number, hasMore: boolean): string {
  if (count === 0 || hasMore) return 'The latest winners first';
  return `${count} ${count === 1 ? 'heist' : 'heists'} completed`;
}

/** H4: the winner, the prize, the question and the answer of a completed heist. */
function WinnerModal({ heist, onClose }: { heist: CompletedHeist; onClose: () => void }) {
  const { data, isError, refetch } = useQuery(resultQuery(heist.id));
  return (
    <Modal title={`Winner of ${isolate(heist.name)}`} onClose={onClose} withHeader={false}>
      {(leave) => (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
          {data ? (
            <Winner result={data} />
          ) : isError ? (
            <ErrorState message="Error fetching winner and heist details." onRetry={() => void refetch()} />
          ) : (
            <Skeletons text="Loading the winner..." count={3} className="h-20" />
          )}
          <Button look="ink" onClick={leave}>
            Close
          </Button>
        </div>
      )}
    </Modal>
  );
}

function Winner({ result }: { result: HeistResult }) {
  const { winner, heist } = result;
  return (
    <>
      <div className="grid justify-items-center text-center">
        {winner === null ? null : (
          <div className="relative grid size-42 place-items-center">
            <BeadRing className="absolute inset-0 animate-burst" />
            <span className="grid size-29 place-items-center overflow-hidden rounded-full border-8 border-coin shadow-[0_5px_0_#a86200]">
              <Avatar name={winner} picture={result.winner_profile || null} size={102} />
            </span>
          </div>
        )}
        <p className="font-display text-[1.625rem] leading-tight font-bold wrap-anywhere">
          {winner ?? 'No winner this time'}
        </p>
        <p className="text-ink-2 wrap-anywhere">
          {winner === null
            ? `${isolate(heist.name)} has no winner. All tickets were refunded.`
            : `won ${isolate(heist.name)}`}
        </p>
      </div>
      <Facts
        facts={[
          {
            name: 'Prize',
            value: (
              <span title={`${isolate(heist.prize_name)}, ${inCoins(heist.prize)}`}>
                {heist.prize_name}, <Coins amount={heist.prize} />
              </span>
            ),
            isWide: true,
          },
          { name: 'Question', value: heist.question, isWide: true },
          { name: 'Answer', value: heist.answer, isWide: true },
        ]}
      />
      <ProofRow id={heist.id} />
    </>
  );
}
