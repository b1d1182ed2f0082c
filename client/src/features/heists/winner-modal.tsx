import { inCoins } from '@copup/shared/coins.ts';
import type { CompletedHeist, HeistResult } from '@copup/shared/heists.ts';
import { isolate } from '@copup/shared/isolate.ts';
import { useQuery } from '@tanstack/react-query';
import { Avatar } from '../../ui/art/avatar.tsx';
import { BeadRing } from '../../ui/art/bead-ring.tsx';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Coins } from '../../ui/money.tsx';
import { ErrorState, Skeletons } from '../../ui/states.tsx';
import { Facts } from './facts.tsx';
import { ProofRow } from './proof-row.tsx';
import { resultQuery } from './queries.ts';

/** H4: the winner, the prize, the question and the answer of a completed heist. */
export function WinnerModal({ heist, onClose }: { heist: CompletedHeist; onClose: () => void }) {
  const { data, isError, refetch } = useQuery(resultQuery(heist.id));
  return (
    <Modal title={`Winner of ${isolate(heist.name)}`} onClose={onClose} withHeader={false}>
      {(leave) => (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
          {isError && !data ? (
            <ErrorState message="Error fetching winner and heist details." onRetry={() => void refetch()} />
          ) : null}
          {data ? (
            <Winner result={data} />
          ) : isError ? null : (
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
