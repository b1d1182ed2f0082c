import { formatNumber } from '@copup/shared/coins.ts';
import type { ContestKind } from '@copup/shared/contests.ts';
import { TAP_BAR_SECONDS } from '@copup/shared/tap-limits.ts';
import type { ReactNode } from 'react';
import { formatMoment, secondsLeft, spellDuration } from '../../lib/format-time.ts';
import { offlineTitle, useIsOnline } from '../../lib/use-online.ts';
import { useConnection } from '../../realtime/index.ts';
import { classNames } from '../../ui/class-names.ts';
import { Leaderboard } from '../../ui/leaderboard.tsx';
import { LiveBadge, type LiveWord } from '../../ui/live-badge.tsx';
import { Coins } from '../../ui/money.tsx';
import { StageBack } from '../../ui/page-header.tsx';
import { HappeningNow } from './happening-now.tsx';
import { kinds } from './kinds.ts';
import { clockText, type Phase } from './live-contest.ts';
import { isWaiting, type LiveContest } from './use-contest.ts';

interface PlayFrameProps<Kind extends ContestKind> {
  kind: Kind;
  live: LiveContest<Kind>;
  /** "38 seconds" instead of "0:38". */
  spellsTime?: boolean;
  /** Error shown in place of the leaderboard's rows. */
  boardError?: string | undefined;
  children: ReactNode;
}

/** The frame of a play: the stage with the time, and the leaderboard below or beside it. */
export function PlayFrame<Kind extends ContestKind>(props: PlayFrameProps<Kind>) {
  const { kind, live, spellsTime = false, boardError, children } = props;
  const { contest, state, phase, nowMs, isStale } = live;
  const isOffline = useConnection() === 'offline';
  const isOnline = useIsOnline();
  const texts = kinds[kind];
  const left = phase === 'pending' ? 0 : secondsLeft(state.endDate, nowMs);
  const isOver = phase === 'ended' || phase === 'void';
  return (
    <div className="lg:grid lg:min-h-dvh lg:grid-cols-[minmax(0,1fr)_400px]">
      <section
        aria-label={texts.title}
        className="stage adire flex min-h-[calc(100dvh-12.5rem)] flex-col pb-11 [--moon-at:center_55%] [--moon-size:620px_620px] lg:sticky lg:top-0 lg:min-h-dvh lg:self-start lg:pb-8"
      >
        <header className="flex min-h-15 items-center gap-2.5 px-4 pt-2 lg:px-10 lg:pt-5">
          <StageBack to={texts.lobby} />
          <h1 className="min-w-0 flex-1 text-[1.125rem] wrap-anywhere lg:text-xl">{contest.title}</h1>
          <LiveBadge word={wordOf(phase, isStale, isOffline)} announces />
        </header>
        <TimeBar left={left} isHot={phase === 'live' && left <= 10} />
        <div className="mt-3 flex flex-wrap justify-between gap-x-4 gap-y-1 px-4 text-on-stage-2 lg:px-10">
          <span role="timer" aria-label={phase === 'pending' ? undefined : `${spellDuration(left)} left`}>
            {phase === 'pending' ? (
              <>
                Starts <b className="text-white">{formatMoment(Date.parse(contest.starts_at), nowMs)}</b>
              </>
            ) : (
              <>
                <b className="text-white">{spellsTime && left < 3_600 ? left : clockText(left)}</b>
                {spellsTime && left < 3_600 ? (left === 1 ? ' second left' : ' seconds left') : ' left'}
              </>
            )}
          </span>
          <span className="inline-flex items-center gap-1.5">
            Prize <Coins amount={contest.prize} className="font-bold text-white" />
          </span>
        </div>
        {isStale && !isOver ? (
          <p role="status" className="mx-4 mt-3 rounded-md bg-[#0a0f2e] px-3.5 py-2.5 text-sm lg:mx-10">
            {isOffline ? offlineTitle(isOnline) : 'Reconnecting.'} The leaderboard may be old.
          </p>
        ) : null}
        <div className="grid flex-1 grid-cols-[minmax(0,1fr)] content-center justify-items-center gap-4 px-4 py-5 lg:px-10">
          {children}
        </div>
      </section>
      <div className="relative z-2 -mt-6 min-h-56 bg-surface max-lg:rounded-t-xl lg:mt-0 lg:min-h-dvh lg:pt-5 [&>section]:rounded-none [&>section]:bg-transparent [&>section]:shadow-none">
        {boardError ? (
          <p role="alert" className="px-4.5 pt-4 text-sm text-danger">
            {boardError}
          </p>
        ) : null}
        <Leaderboard
          title={texts.board}
          aside={
            phase === 'live' && state.players < contest.minimum_users
              ? `${formatNumber(state.players)} of ${formatNumber(contest.minimum_users)} seats`
              : `${formatNumber(state.players)} playing`
          }
          rows={live.rows}
          own={live.own}
          emptyText={contest.joined ? `No ${texts.unit} yet. Be the first.` : `No ${texts.unit} yet.`}
        />
        {isWaiting(live) ? <HappeningNow kind={kind} nowMs={nowMs} /> : null}
      </div>
    </div>
  );
}

/** C7: the bar shows a percentage of 100 seconds and is full above. It moves by transform only. */
function TimeBar({ left, isHot }: { left: number; isHot: boolean }) {
  const share = Math.min(1, left / TAP_BAR_SECONDS);
  const transition = 'transition-transform duration-1000 ease-linear motion-reduce:transition-none';
  return (
    <div
      role="progressbar"
      aria-label="Time left"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(share * 100)}
      className="relative mx-4 mt-1 h-3 lg:mx-10"
    >
      <span className="absolute inset-0 overflow-hidden rounded-full bg-white/16">
        <span
          style={{ transform: `translateX(${(share - 1) * 100}%)` }}
          className={classNames('absolute inset-0 rounded-full', transition, isHot ? 'bg-hot' : 'bg-coin')}
        />
      </span>
      {/* Clipped, because the layer of the bead is as wide as the bar and moves beyond it. */}
      <span className="absolute -inset-x-3 -inset-y-1.5 overflow-clip">
        <span
          style={{ transform: `translateX(${share * 100}%)` }}
          className={classNames('absolute inset-x-3 inset-y-0', transition)}
        >
          <span className="absolute top-1/2 -left-2.75 size-5.5 -translate-y-1/2 rounded-full border-3 border-stage bg-white" />
        </span>
      </span>
    </div>
  );
}

function wordOf(phase: Phase, isStale: boolean, isOffline: boolean): LiveWord {
  if (phase === 'ended' || phase === 'void') return 'Ended';
  if (isOffline) return 'Offline';
  if (isStale) return 'Reconnecting';
  if (phase === 'pending') return 'Starts soon';
  return phase === 'closing' ? 'Closing' : 'Live';
}
