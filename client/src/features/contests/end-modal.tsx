import {
  BIDDING_NAIRA_PER_COIN,
  formatNaira,
  formatNumber,
  PAYOUT_NAIRA_PER_COIN,
} from '@copup/shared/coins.ts';
import type { ContestKind } from '@copup/shared/contests.ts';
import { paths } from '@copup/shared/page-paths.ts';
import { Check } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useSignedInUser } from '../../lib/session.ts';
import { prefersStillness } from '../../lib/thrift.ts';
import { Avatar } from '../../ui/art/avatar.tsx';
import { BeadRing } from '../../ui/art/bead-ring.tsx';
import { CoinCharacter } from '../../ui/art/coin-character.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Modal } from '../../ui/modal.tsx';
import { Coins } from '../../ui/money.tsx';
import { Note } from '../../ui/note.tsx';
import { ordinal } from '../../ui/ordinal.ts';
import { kinds } from './kinds.ts';
import type { LiveContest } from './use-contest.ts';

interface EndModalProps<Kind extends ContestKind> {
  kind: Kind;
  live: LiveContest<Kind>;
  /** The error if the result could not be loaded. */
  error?: string | undefined;
  /** Content below the user's score: the draws of a card game. */
  children?: ReactNode;
}

/** Opens once the room reports the end of the contest; once closed it stays closed, so that the user can read the leaderboard. */
export function EndModal<Kind extends ContestKind>(props: EndModalProps<Kind>) {
  const { kind, live, error, children } = props;
  const [isClosed, setIsClosed] = useState(false);
  const me = useSignedInUser();
  const { contest, state, phase, standing } = live;
  const texts = kinds[kind];
  const [winner] = state.top;
  const isOver = phase === 'ended' || phase === 'void';
  const hasWon = phase === 'ended' && (winner?.[0] === me.username || contest.won_available !== null);
  useEffect(() => {
    if (hasWon && !prefersStillness()) navigator.vibrate?.([40, 60, 120]);
  }, [hasWon]);
  // The room's state determines the winner.
  if (!isOver || isClosed || live.roomStatus === 'joining') return null;
  return (
    <Modal title={texts.ended} onClose={() => setIsClosed(true)}>
      {error ? <Note look="error" role="alert" title={error} /> : null}
      {phase === 'void' ? <VoidResult kind={kind} live={live} /> : null}
      {hasWon ? <WonResult kind={kind} live={live} /> : null}
      {phase === 'ended' && !hasWon && winner ? (
        <p className="text-ink-2 wrap-anywhere">
          {winner[0]} won {formatNumber(contest.prize)} coins with {formatNumber(winner[1])} {texts.unit}.
        </p>
      ) : null}
      {contest.joined && phase === 'ended' && !hasWon ? (
        <div className="mt-3.5 flex flex-wrap items-end justify-between gap-2">
          <div>
            <p className="text-sm text-ink-3">{kind === 'tap' ? 'Your taps' : 'Your score'}</p>
            <p className="font-display text-[3.25rem] leading-none font-bold tracking-tighter">
              {formatNumber(standing.score)}
            </p>
          </div>
          {standing.rank ? (
            <Chip look="brand">
              {ordinal(standing.rank)} of {formatNumber(state.players)}
            </Chip>
          ) : null}
        </div>
      ) : null}
      {children}
      {phase === 'ended' ? <TopThree top={state.top.slice(0, 3)} username={me.username} /> : null}
      <div className="mt-4 grid gap-2">
        <ButtonLink look="ink" to={texts.lobby}>
          {texts.all}
        </ButtonLink>
        <ButtonLink look="ghost" to={paths.dashboard}>
          Return to Dashboard
        </ButtonLink>
      </div>
    </Modal>
  );
}

function VoidResult<Kind extends ContestKind>({ kind, live }: { kind: Kind; live: LiveContest<Kind> }) {
  const { contest, state } = live;
  const isCancelled = contest.cancel_reason !== null;
  const text = isCancelled
    ? `${contest.title} was cancelled: ${contest.cancel_reason}`
    : state.players < contest.minimum_users
      ? `${state.players} of ${contest.minimum_users} players joined ${contest.title}, so there is no winner this time.`
      : `There were no ${kinds[kind].unit}, so there is no winner this time.`;
  return (
    <div className="grid gap-3.5">
      <p className="text-ink-2 wrap-anywhere">{text}</p>
      {contest.joined && contest.entry_fee > 0 ? (
        <Note look="ok" title={`Your ${formatNumber(contest.entry_fee)} coins are back.`} />
      ) : null}
    </div>
  );
}

function WonResult<Kind extends ContestKind>({ kind, live }: { kind: Kind; live: LiveContest<Kind> }) {
  const { contest, state, standing } = live;
  const available = contest.won_available ?? 0;
  const bonus = contest.won_bonus ?? 0;
  return (
    <div className="grid justify-items-center gap-1.5 text-center">
      <div className="relative grid size-40 place-items-center">
        <BeadRing className="absolute inset-0 animate-burst" />
        <span className="grid size-28 place-items-center rounded-full border-5 border-coin bg-brand-soft">
          <CoinCharacter className="w-18" />
        </span>
      </div>
      <p className="font-display text-[min(2rem,9vw)] leading-tight font-bold tracking-tight">
        You won <Coins amount={contest.prize} className="text-coin-text" />
      </p>
      <p className="text-ink-2">
        {formatNumber(standing.score)} {kinds[kind].unit}, 1st of {formatNumber(state.players)}
      </p>
      {live.isSettled ? (
        <dl className="mt-2 grid w-full grid-cols-2 gap-px overflow-hidden rounded-[18px] border border-line bg-line text-left">
          <div className="col-span-full bg-canvas px-3.5 py-3">
            <dt className="text-xs text-ink-3">Added to your wallet</dt>
            <dd className="font-semibold">
              <Coins amount={available} />
              {bonus > 0 ? ` and ${formatNumber(bonus)} bonus for fees and tickets` : ''}
            </dd>
          </div>
          <div className="bg-canvas px-3.5 py-3">
            <dt className="text-xs text-ink-3">When you bid</dt>
            <dd className="font-semibold wrap-anywhere">{formatNaira(available * BIDDING_NAIRA_PER_COIN)}</dd>
          </div>
          <div className="bg-canvas px-3.5 py-3">
            <dt className="text-xs text-ink-3">When you cash out</dt>
            <dd className="font-semibold wrap-anywhere">{formatNaira(available * PAYOUT_NAIRA_PER_COIN)}</dd>
          </div>
        </dl>
      ) : (
        <p role="status" className="text-sm text-ink-3">
          Reading your result…
        </p>
      )}
    </div>
  );
}

function TopThree({ top, username }: { top: LiveContest<ContestKind>['state']['top']; username: string }) {
  return (
    <ol className="mt-4 divide-y divide-line overflow-hidden rounded-[18px] bg-canvas">
      {top.map(([name, score, profile], at) => (
        <li
          key={name}
          className={classNames(
            'grid min-h-13 grid-cols-[24px_34px_minmax(0,1fr)_auto] items-center gap-2.5 px-4',
            name === username && 'bg-brand-soft font-semibold',
          )}
        >
          <b className="text-center">{at + 1}</b>
          <Avatar name={name} picture={profile ?? null} size={34} />
          <span className="truncate">{name === username ? 'You' : name}</span>
          <span className="inline-flex items-center gap-1 font-bold">
            {at === 0 ? <Check size={16} aria-label="Winner" className="text-ok" /> : null}
            {formatNumber(score)}
          </span>
        </li>
      ))}
    </ol>
  );
}
