import { coinsAre, inCoins } from '@copup/shared/coins.ts';
import type { Heist, HeistResult } from '@copup/shared/heists.ts';
import { isolate } from '@copup/shared/isolate.ts';
import { normalizeAnswer } from '@copup/shared/normalize-answer.ts';
import { paths } from '@copup/shared/page-paths.ts';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { formatClock, formatMoment } from '../../lib/format-time.ts';
import { useConnection, useServerNow } from '../../realtime/index.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { CoinsBack } from '../../ui/coins-back.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Modal } from '../../ui/modal.tsx';
import { ErrorState, Skeletons } from '../../ui/states.tsx';
import { HeistDetails } from './heist-details.tsx';
import { nextOf } from './live-heist.ts';
import { PrizePicture } from './prize-picture.tsx';
import { ProofRow } from './proof-row.tsx';
import { useHeists } from './use-heists.ts';

interface ResultModalProps {
  heist: Heist;
  result: HeistResult | undefined;
  hasError: boolean;
  onRetry: () => void;
}

/** The result for all users but the winner. Once closed it stays closed. */
export function ResultModal({ heist, result, hasError, onRetry }: ResultModalProps) {
  const [isClosed, setIsClosed] = useState(false);
  if (isClosed) return null;
  const title = result ? `The answer was “${result.heist.answer}”` : 'Heist completed';
  return (
    <Modal title={title} onClose={() => setIsClosed(true)}>
      <div className="-mt-2 grid grid-cols-[minmax(0,1fr)] gap-3.5">
        {result ? (
          <Result heist={heist} result={result} />
        ) : hasError ? (
          <ErrorState message="Error fetching winner and heist details." onRetry={onRetry} />
        ) : (
          <Skeletons text="Loading the result..." count={2} className="h-24" />
        )}
        <NextHeist id={heist.id} />
        <ButtonLink to={paths.heists}>All heists</ButtonLink>
      </div>
    </Modal>
  );
}

function Result({ heist, result }: { heist: Heist; result: HeistResult }) {
  const { winner, own_answer: own } = result;
  const { answered_at: sentAt } = heist;
  const isCorrect = own !== null && normalizeAnswer(own) === normalizeAnswer(result.heist.answer);
  const way =
    heist.winner_rule === 'draw' ? 'was drawn among the correct answers' : 'gave the earliest correct answer';
  return (
    <>
      <p className="text-ink-2 wrap-anywhere">
        {winner === null
          ? 'No answer was correct, so there is no winner this time.'
          : `${winner} ${way} and won ${isolate(result.heist.prize_name)}.`}
      </p>
      {winner === null && heist.joined && heist.ticket_price > 0 ? (
        <CoinsBack lines={[`Your ${coinsAre(heist.ticket_price)} back.`]} />
      ) : null}
      <Facts
        facts={[
          { name: 'Question', value: result.heist.question, isWide: true },
          ...(heist.joined
            ? [
                {
                  name: 'Your answer',
                  value:
                    own === null ? (
                      'None'
                    ) : isCorrect ? (
                      <span className="inline-flex items-center gap-1.5 text-ok">
                        <Check size={16} aria-label="Correct" className="shrink-0" />
                        {own}
                      </span>
                    ) : (
                      own
                    ),
                  isWide: sentAt === null,
                },
                ...(sentAt ? [{ name: 'Sent at', value: formatClock(Date.parse(sentAt)) }] : []),
              ]
            : []),
        ]}
      />
      <ProofRow id={heist.id} />
    </>
  );
}

/** Another heist that the user can join, after the end of one. */
function NextHeist({ id }: { id: number }) {
  const { data } = useHeists('available');
  const nowMs = useServerNow(60_000);
  const isOffline = useConnection() === 'offline';
  const [isBuying, setIsBuying] = useState(false);
  const next = nextOf(data ?? [], id);
  if (!next) return null;
  return (
    <section aria-label="Try this one next" className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h3 className="text-base font-semibold">Try this one next</h3>
      <div className="ctl-line flex flex-wrap items-center gap-3 rounded-[18px] px-3 py-2.5">
        <PrizePicture heist={next} sizes="52px" className="size-13" />
        <span className="min-w-0 flex-[1_1_7rem]">
          <b className="block font-semibold wrap-anywhere">{next.name}</b>
          <span className="block text-sm text-ink-2">
            {inCoins(next.ticket_price)}, {formatMoment(Date.parse(next.starts_at), nowMs)}
          </span>
        </span>
        <Button look="coin" size="sm" disabled={isOffline} onClick={() => setIsBuying(true)}>
          Buy Ticket
          <span className="sr-only">, {next.name}</span>
        </Button>
      </div>
      {isBuying ? <HeistDetails heist={next} onClose={() => setIsBuying(false)} /> : null}
    </section>
  );
}
