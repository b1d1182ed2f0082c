import { coinsAre, formatNumber } from '@copup/shared/coins.ts';
import { TOO_FEW_PLAYERS } from '@copup/shared/heist-limits.ts';
import type { Heist } from '@copup/shared/heists.ts';
import { paths } from '@copup/shared/page-paths.ts';
import { Users } from 'lucide-react';
import { CopyLink } from '../../corrections/copy-link.tsx';
import { useCancellation } from '../../corrections/use-cancellation.ts';
import { formatRemaining, secondsLeft } from '../../lib/format-time.ts';
import { offlineTitle, useIsOnline } from '../../lib/use-online.ts';
import { OpenVault } from '../../ui/art/open-vault.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { CoinsBack } from '../../ui/coins-back.tsx';
import { Note } from '../../ui/note.tsx';
import { AnswerForm } from './answer-form.tsx';
import type { Phase } from './live-heist.ts';
import { OwnAnswer, ResultRing } from './own-answer.tsx';
import { StageHeader } from './stage-header.tsx';

interface OpenStageProps {
  heist: Heist;
  phase: Extract<Phase, 'open' | 'closing' | 'completed' | 'cancelled'>;
  nowMs: number;
  isStale: boolean;
}

const titles = {
  open: 'The vault is open',
  closing: 'Time is up',
  completed: 'Heist completed',
  cancelled: 'Heist cancelled',
};

const nothing = () => {};

/** From the start on: the open vault, and beside it the question for ticket holders. */
export function OpenStage({ heist, phase, nowMs, isStale }: OpenStageProps) {
  const isOnline = useIsOnline();
  const left = secondsLeft(Date.parse(heist.end_date), nowMs);
  const isOpen = phase === 'open';
  const hasAnswered = isOpen && heist.joined && heist.answered;
  return (
    <div className="lg:grid lg:min-h-dvh lg:grid-cols-[minmax(0,1fr)_480px]">
      <section
        aria-label={titles[phase]}
        className="stage adire relative grid grid-cols-[minmax(0,1fr)] content-start justify-items-center gap-1.5 overflow-hidden pb-10 text-center [--moon-at:center_-66px] lg:content-center lg:pb-6 lg:[--moon-at:center] lg:[--moon-size:760px_760px]"
      >
        <StageHeader
          name={heist.name}
          badge={
            isOpen
              ? {
                  word: isStale ? 'Reconnecting' : 'Live',
                  children: hasAnswered ? undefined : <span role="timer">{leftText(left)}</span>,
                }
              : { word: phase === 'closing' ? 'Closing' : 'Ended' }
          }
          className="text-left lg:absolute lg:inset-x-0 lg:top-0"
        />
        {hasAnswered ? (
          <ResultRing heist={heist} nowMs={nowMs} isStale={isStale} />
        ) : (
          <OpenVault
            name={heist.prize_name}
            category={heist.category}
            image={heist.prize_image}
            className="w-[min(13rem,25dvh)] lg:w-[min(24rem,46dvh)]"
          />
        )}
        <h2 className="mt-1.5 font-display text-[1.5rem] leading-tight lg:text-[2.25rem]">
          {hasAnswered ? 'Your answer is in' : titles[phase]}
        </h2>
        <p className="inline-flex items-center gap-1.5 px-5 text-sm text-on-stage-2">
          {hasAnswered ? (
            'Answer submitted successfully! It can’t be changed now.'
          ) : (
            <Holders count={heist.participant_count} />
          )}
        </p>
      </section>
      <section
        aria-label={hasAnswered ? 'Sent answer' : 'Question'}
        className="relative z-1 -mt-4.5 grid min-h-60 grid-cols-[minmax(0,1fr)] content-start gap-3.5 rounded-t-[26px] bg-canvas p-5 lg:mt-0 lg:content-center lg:rounded-none lg:p-10"
      >
        {isStale && phase !== 'completed' && phase !== 'cancelled' ? (
          <Note look="offline" role="status" title={offlineTitle(isOnline)}>
            {heist.joined ? 'Your ticket is safe. You can answer once your network is back.' : ''}
          </Note>
        ) : null}
        {phase === 'cancelled' ? <Cancelled heist={heist} /> : null}
        {phase === 'closing' ? (
          <p role="status" className="text-ink-2">
            Answers are closed. The result follows in a moment.
          </p>
        ) : null}
        {hasAnswered ? (
          <OwnAnswer heist={heist} nowMs={nowMs} />
        ) : isOpen ? (
          <AnswerForm heist={heist} onAnswered={nothing} />
        ) : null}
      </section>
    </div>
  );
}

const Holders = ({ count }: { count: number }) => (
  <>
    <Users size={16} aria-hidden />
    {formatNumber(count)} ticket {count === 1 ? 'holder' : 'holders'}
  </>
);

function Cancelled({ heist }: { heist: Heist }) {
  const { reason, copyId } = useCancellation('heist', heist.id, true);
  const isRefunded = heist.joined && heist.ticket_price > 0;
  return (
    <>
      <p className="text-ink-2 wrap-anywhere">
        {reason === TOO_FEW_PLAYERS
          ? `${formatNumber(heist.participant_count)} of ${formatNumber(heist.minimum_users)} players bought a ticket, so the vault stays closed.`
          : (reason ?? 'This heist will not take place.')}
      </p>
      {isRefunded ? <CoinsBack lines={[`Your ${coinsAre(heist.ticket_price)} back.`]} /> : null}
      <CopyLink to={copyId} page={paths.vault} />
      <ButtonLink to={paths.heists}>All heists</ButtonLink>
    </>
  );
}

const leftText = (seconds: number) =>
  seconds < 60
    ? `${seconds} ${seconds === 1 ? 'second' : 'seconds'} left`
    : `${formatRemaining(seconds)} left`;
