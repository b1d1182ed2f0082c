import { coinsAre, formatNumber, inCoins } from '@copup/shared/coins.ts';
import type { ContestKind } from '@copup/shared/contests.ts';
import { Check, Medal } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { balanceOf, useBalance } from '../../balance/use-balance.ts';
import { CopyLink } from '../../corrections/copy-link.tsx';
import { useCancellation } from '../../corrections/use-cancellation.ts';
import { useSignedInUser } from '../../lib/session.ts';
import { Avatar } from '../../ui/art/avatar.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { classNames } from '../../ui/class-names.ts';
import { CoinsBack } from '../../ui/coins-back.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Note } from '../../ui/note.tsx';
import { ordinal } from '../../ui/ordinal.ts';
import { kinds } from './kinds.ts';
import { distanceText } from './live-contest.ts';
import { NextContest } from './next-contest.tsx';
import type { LiveContest } from './use-contest.ts';

interface EndModalProps<Kind extends ContestKind> {
  kind: Kind;
  live: LiveContest<Kind>;
  /** The error if the result could not be loaded. */
  error?: string | undefined;
  /** Content below the user's score: the draws of a card game. */
  children?: ReactNode;
}

/**
 * For all users but the winner. Opens once the room reports the end of the contest; once closed it stays closed, so that the
 * user can read the leaderboard.
 */
export function EndModal<Kind extends ContestKind>(props: EndModalProps<Kind>) {
  const { kind, live, error, children } = props;
  const [isClosed, setIsClosed] = useState(false);
  const me = useSignedInUser();
  const { contest, state, phase } = live;
  const texts = kinds[kind];
  const [winner] = state.top;
  const { copyId } = useCancellation('contest', contest.id, phase === 'void');
  const isOver = phase === 'ended' || phase === 'void';
  // The room's state determines the winner.
  if (!isOver || isClosed || live.roomStatus === 'joining') return null;
  return (
    <Modal title={texts.ended} onClose={() => setIsClosed(true)}>
      {error ? <Note look="error" role="alert" title={error} /> : null}
      {phase === 'void' ? <VoidResult kind={kind} live={live} /> : null}
      {phase === 'ended' && winner ? (
        <p className="-mt-2 text-ink-2 wrap-anywhere">
          {winner[0]} won {inCoins(contest.prize)} with {formatNumber(winner[1])} {texts.unit}.
        </p>
      ) : null}
      {contest.joined && phase === 'ended' ? <OwnResult kind={kind} live={live} /> : null}
      {children}
      {phase === 'ended' ? <TopThree top={state.top.slice(0, 3)} username={me.username} /> : null}
      <NextContest kind={kind} id={contest.id} />
      <div className="mt-4 grid gap-2">
        <CopyLink to={copyId} page={texts.page} />
        <ButtonLink to={texts.lobby}>{texts.all}</ButtonLink>
      </div>
    </Modal>
  );
}

function VoidResult<Kind extends ContestKind>({ kind, live }: { kind: Kind; live: LiveContest<Kind> }) {
  const balance = useBalance();
  const { contest, state } = live;
  const isCancelled = contest.cancel_reason !== null;
  const text = isCancelled
    ? `${contest.title} was cancelled: ${contest.cancel_reason}`
    : state.players < contest.minimum_users
      ? `${formatNumber(state.players)} of ${formatNumber(contest.minimum_users)} players joined ${contest.title}, so there is no winner this time.`
      : `There were no ${kinds[kind].unit}, so there is no winner this time.`;
  return (
    <div className="grid gap-3.5">
      <p className="-mt-2 text-ink-2 wrap-anywhere">{text}</p>
      {contest.joined && contest.entry_fee > 0 ? (
        <CoinsBack
          lines={[
            `Your ${coinsAre(contest.entry_fee)} back.`,
            ...(balance?.isLive ? [`You have ${inCoins(balanceOf(balance))}.`] : []),
          ]}
        />
      ) : null}
    </div>
  );
}

/** The own place first: in words for taps, as a large number for points. */
function OwnResult<Kind extends ContestKind>({ kind, live }: { kind: Kind; live: LiveContest<Kind> }) {
  const { state, standing } = live;
  const { score, rank } = standing;
  const place = rank ? `${ordinal(rank)} of ${formatNumber(state.players)}` : null;
  if (kind === 'tap')
    return (
      <div className="mt-3.5 flex gap-3 rounded-md bg-brand-soft px-3.5 py-3">
        <Medal size={20} aria-hidden className="mt-0.5 shrink-0 text-brand" />
        <p className="min-w-0">
          <b className="font-semibold">{place ? `You came ${place}.` : 'You made no taps.'}</b>
          {place ? (
            <span className="block text-ink-2">
              {[
                `${formatNumber(score)} ${score === 1 ? 'tap' : 'taps'}`,
                distanceText(state.top, rank, score),
              ]
                .filter(Boolean)
                .join(', ')}
              .
            </span>
          ) : null}
        </p>
      </div>
    );
  return (
    <div className="mt-3.5 flex flex-wrap items-end justify-between gap-2">
      <div>
        <p className="text-sm text-ink-3">Your score</p>
        <p className="font-display text-[3.25rem] leading-none font-bold tracking-tighter">
          {formatNumber(score)}
        </p>
      </div>
      {place ? (
        <Chip look="brand">
          <Medal size={16} aria-hidden />
          {place}
        </Chip>
      ) : null}
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
