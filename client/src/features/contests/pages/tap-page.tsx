import type { TapContestDetail } from '@copup/shared/tap-contests.ts';
import { useParams } from 'react-router-dom';
import { TapCount } from '../../../ui/tap-count.tsx';
import { TapTarget } from '../../../ui/tap-target.tsx';
import { toast } from '../../../ui/toast.ts';
import { EndModal } from '../end-modal.tsx';
import { PlayFrame } from '../play-frame.tsx';
import { PlayGate, PlayPage } from '../play-page.tsx';
import { useTaps } from '../tap/use-taps.ts';
import { useLiveContest } from '../use-contest.ts';
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
  const isOver = phase === 'ended' || phase === 'void';
  if (live.hasWon) return <WonScreen kind="tap" live={live} />;
  return (
    <>
      <PlayFrame kind="tap" live={live} spellsTime>
        <TapCount
          count={isOver ? standing.score : standing.score + pending}
          unsent={isStale && !isOver ? pending : 0}
        />
        <PlayGate kind="tap" contest={contest} phase={phase} isStale={isStale} />
        <TapTarget
          state={
            canTap
              ? isStale
                ? 'offline'
                : 'active'
              : phase === 'live' || phase === 'pending'
                ? 'waiting'
                : 'ended'
          }
          onTap={tap}
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
