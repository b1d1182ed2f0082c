import type { CardGameDetail } from '@copup/shared/card-games.ts';
import { paths, pathTo } from '@copup/shared/page-paths.ts';
import { ShieldCheck } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useServerNow } from '../../../realtime/index.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { PlayCards } from '../../../ui/play-cards.tsx';
import { RollingNumber } from '../../../ui/rolling-number.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { EndModal } from '../end-modal.tsx';
import { kinds } from '../kinds.ts';
import type { Phase } from '../live-contest.ts';
import { PlayFrame } from '../play-frame.tsx';
import { PlayGate } from '../play-page.tsx';
import { useLiveContest } from '../use-contest.ts';
import { WonScreen } from '../won-screen.tsx';
import { DrawsChecked } from './draws-checked.tsx';
import { usePicks } from './use-picks.ts';

/** Time step of the ticker that turns the cards back. */
const stepMs = 250;

/** A card game: three cards, the user's score, and the leaderboard. */
export function CardScreen({ game, hasReadError }: { game: CardGameDetail; hasReadError: boolean }) {
  const live = useLiveContest('card', game);
  const nowMs = useServerNow(stepMs);
  const { phase, isStale, standing } = live;
  const picks = usePicks(game, nowMs, live.setStanding);
  const canPick = game.joined && phase === 'live' && !isStale;
  const waits = nowMs < picks.nextPickAtMs;

  const draws = game.joined && live.isSettled ? <DrawsChecked gameId={game.id} /> : null;

  if (live.hasWon)
    return (
      <WonScreen kind="card" live={live}>
        {draws}
      </WonScreen>
    );
  if (picks.error !== null)
    return (
      <>
        <PageHeader title={game.title} backTo={kinds.card.lobby} />
        <div className="mx-auto max-w-[592px] px-4 py-4">
          <ErrorState isWhole message={picks.error} onRetry={picks.dismissError} />
        </div>
      </>
    );
  return (
    <>
      <PlayFrame
        kind="card"
        live={live}
        boardError={live.roomStatus === 'refused' ? 'Error fetching leaderboard.' : undefined}
      >
        <div className="text-center">
          <p className="font-semibold text-on-stage-2">Your score</p>
          <p className="font-display text-[3.5rem] leading-none font-bold tracking-tighter">
            <RollingNumber value={standing.score} label={`${standing.score} points`} />
          </p>
        </div>
        <PlayGate kind="card" contest={game} phase={phase} isStale={isStale} />
        <PlayCards faces={picks.faces} disabled={!canPick || waits || picks.isBusy} onPick={picks.pick} />
        <p className="max-w-[34ch] text-center text-on-stage-2">
          The cards hide 10, 5 and 0. {promptOf(phase, waits)}
        </p>
        {game.commitment ? <Commitment gameId={game.id} hash={game.commitment} /> : null}
      </PlayFrame>
      <EndModal kind="card" live={live} error={hasReadError ? 'Error fetching winner.' : undefined}>
        {draws}
      </EndModal>
    </>
  );
}

function promptOf(phase: Phase, waits: boolean): string {
  if (phase === 'closing') return 'Time is up.';
  return waits ? 'Pick again in 1 second.' : 'Pick one.';
}

/** C13: the hash of the server's seed, before the first pick. */
function Commitment({ gameId, hash }: { gameId: number; hash: string }) {
  return (
    <Link
      to={pathTo(paths.proof, 'card', gameId)}
      className="inline-flex min-h-tap max-w-full items-center gap-2 rounded-full bg-[#0a0f2e] px-4 py-1 text-sm"
    >
      <ShieldCheck size={18} aria-hidden className="shrink-0 text-win" />
      <span className="min-w-0 wrap-anywhere">
        Sealed before you play:{' '}
        <span title={hash} className="font-mono">
          {hash.slice(0, 8)} … {hash.slice(-8)}
        </span>
      </span>
    </Link>
  );
}
