import type { TapContestDetail } from '@copup/shared/tap-contests.ts';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { TapCount } from '../../../ui/tap-count.tsx';
import { TapTarget } from '../../../ui/tap-target.tsx';
import { toast } from '../../../ui/toast.ts';
import { EndModal } from '../end-modal.tsx';
import { PlayFrame } from '../play-frame.tsx';
import { PlayGate, PlayPage } from '../play-page.tsx';
import { useTaps } from '../tap/use-taps.ts';
import { isWaiting, useLiveContest } from '../use-contest.ts';
import { WonScreen } from '../won-screen.tsx';

export function Page() {
  const { contestId } = useParams();
  return (
    <PlayPage kind="tap" idText={contestId} errorText="Something went wrong.">
      {(contest, error) => <TapScreen key={contest.id} contest={contest} hasReadError={Boolean(error)} />}
    </PlayPage>
  );
}

const onRefused = (message: string) => toast.error(message);

/** A tap contest: the counter, the coin and the top tappers. */
function TapScreen({ contest, hasReadError }: { contest: TapContestDetail; hasReadError: boolean }) {
  const live = useLiveContest('tap', contest);
  const { phase, isStale, standing } = live;
  const canTap = contest.joined && phase === 'live';
  const { tap, pending } = useTaps(contest.id, contest.joined, live.setStanding, onRefused);
  const practises = isWaiting(live);
  const [practised, setPractised] = useState(0);
  const isOver = phase === 'ended' || phase === 'void';
  if (live.hasWon) return <WonScreen kind="tap" live={live} />;
  return (
    <>
      <PlayFrame kind="tap" live={live} spellsTime>
        <PlayGate kind="tap" live={live} />
        {practises ? (
          <p className="max-w-[34ch] text-center text-on-stage-2">
            Practise here. It costs no coins, and these taps don’t count.
          </p>
        ) : null}
        <TapCount
          count={practises ? practised : isOver ? standing.score : standing.score + pending}
          unsent={isStale && !isOver && !practises ? pending : 0}
          name={practises ? 'Practice taps' : 'Your taps'}
        />
        <TapTarget
          state={practises || (canTap && !isStale) ? 'active' : canTap ? 'offline' : 'ended'}
          onTap={practises ? () => setPractised((count) => count + 1) : tap}
        />
        {phase === 'closing' ? (
          <p role="status" className="text-on-stage-2">
            Time is up. Counting the last taps.
          </p>
        ) : null}
      </PlayFrame>
      <EndModal kind="tap" live={live} error={hasReadError ? 'Something went wrong.' : undefined} />
    </>
  );
}
