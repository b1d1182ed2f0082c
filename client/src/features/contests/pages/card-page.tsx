import type { CardGameDetail } from '@copup/shared/card-games.ts';
import { cardValues } from '@copup/shared/fairness.ts';
import type { CardFairness } from '@copup/shared/fairness-calls.ts';
import { paths, pathTo } from '@copup/shared/page-paths.ts';
import { useQuery } from '@tanstack/react-query';
import { ChevronRight, ShieldAlert, ShieldCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { request } from '../../../lib/api.ts';
import { SealLink } from '../../../parts/seal-link.tsx';
import { useServerNow } from '../../../realtime/index.ts';
import { CardFace } from '../../../ui/card-face.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { PlayCards } from '../../../ui/play-cards.tsx';
import { RollingNumber } from '../../../ui/rolling-number.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { usePicks } from '../card/use-picks.ts';
import { EndModal } from '../end-modal.tsx';
import { kinds } from '../kinds.ts';
import type { Phase } from '../live-contest.ts';
import { PlayFrame } from '../play-frame.tsx';
import { PlayGate, PlayPage } from '../play-page.tsx';
import { isWaiting, useLiveContest } from '../use-contest.ts';
import { WonScreen } from '../won-screen.tsx';

export function Page() {
  const { gameId } = useParams();
  return (
    <PlayPage kind="card" idText={gameId} errorText="Error fetching game.">
      {(game, error) => <CardScreen key={game.id} game={game} hasReadError={Boolean(error)} />}
    </PlayPage>
  );
}

/** Time step of the ticker that turns the cards back. */
const stepMs = 250;

/** A card game: three cards, the user's score, and the leaderboard. */
function CardScreen({ game, hasReadError }: { game: CardGameDetail; hasReadError: boolean }) {
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
        {isWaiting(live) ? <PlayGate kind="card" live={live} /> : <Score points={standing.score} />}
        <PlayCards faces={picks.faces} disabled={!canPick || waits || picks.isBusy} onPick={picks.pick} />
        <p className="max-w-[34ch] text-center text-on-stage-2">
          The cards hide 10, 5 and 0.{' '}
          {isWaiting(live) ? (
            <Link
              to={paths.cardPractice}
              className="inline-grid min-h-tap items-center font-semibold text-white underline"
            >
              Practise without coins
            </Link>
          ) : (
            promptOf(phase, waits)
          )}
        </p>
        {/* C13: the hash of the server's seed, before the first pick. */}
        {game.commitment ? (
          <SealLink
            to={pathTo(paths.proof, 'card', game.id)}
            text="Sealed before you play: "
            hash={game.commitment}
          />
        ) : null}
      </PlayFrame>
      <EndModal kind="card" live={live} error={hasReadError ? 'Error fetching winner.' : undefined}>
        {draws}
      </EndModal>
    </>
  );
}

const Score = ({ points }: { points: number }) => (
  <div className="text-center">
    <p className="font-semibold text-on-stage-2">Your score</p>
    <p className="font-display text-[3.5rem] leading-none font-bold tracking-tighter">
      <RollingNumber value={points} label={`${points} points`} />
    </p>
  </div>
);

function promptOf(phase: Phase, waits: boolean): string {
  if (phase === 'closing') return 'Time is up.';
  return waits ? 'Pick again in 1 second.' : 'Pick one.';
}

/** After the game: the number of draws of each card, and whether this browser verified the draws (F1). */
function DrawsChecked({ gameId }: { gameId: number }) {
  const { data } = useQuery({
    queryKey: ['fairness', 'card', gameId],
    queryFn: ({ signal }) => request<CardFairness>(`/fairness/card/${gameId}`, { signal }),
  });
  const isProven = useIsProven(data);
  if (!data) return null;
  const count = data.draws.length;
  const Icon = isProven === false ? ShieldAlert : ShieldCheck;
  return (
    <>
      <ul className="mt-3.5 grid grid-cols-3 gap-2.5">
        {cardValues.map((value) => (
          <li
            key={value}
            className="flex flex-wrap items-center justify-center gap-2 rounded-[18px] bg-canvas p-2.5"
          >
            <CardFace value={value} />
            <b>× {data.draws.filter((draw) => draw.value === value).length}</b>
          </li>
        ))}
      </ul>
      <Link
        to={pathTo(paths.proof, 'card', gameId)}
        className="ctl-line mt-3.5 flex min-h-15 items-center gap-3 rounded-[18px] px-4 py-2"
      >
        <Icon size={22} aria-hidden className={isProven === false ? 'text-danger' : 'text-ok'} />
        <span className="min-w-0 flex-1">
          <b className="block font-semibold">
            {isProven === undefined
              ? 'Checking the draws'
              : isProven
                ? count === 1
                  ? '1 draw matches'
                  : `All ${count} draws match`
                : 'A draw does not match'}
          </b>
          <span className="block text-sm text-ink-2">Your phone checked each card</span>
        </span>
        <ChevronRight size={20} aria-hidden className="text-ink-2" />
      </Link>
    </>
  );
}

/** Returns undefined during the check. The hash functions are loaded once there is a proof. */
function useIsProven(proof: CardFairness | undefined): boolean | undefined {
  const [isProven, setIsProven] = useState<boolean>();
  useEffect(() => {
    if (!proof) return;
    let isCurrent = true;
    void import('../../../lib/verify-proof.ts').then(({ verifyProof }) => {
      if (isCurrent) setIsProven(verifyProof(proof).isProven);
    });
    return () => {
      isCurrent = false;
    };
  }, [proof]);
  return isProven;
}
