import { coinWord } from '@copup/shared/coins.ts';
import type { Contest } from '@copup/shared/contests.ts';
import { RemindButton } from '../../parts/remind-button.tsx';
import { useConnection } from '../../realtime/index.ts';
import { CoinOnGold } from '../../ui/art/coin.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { kinds, playPath } from './kinds.ts';
import type { Phase } from './live-contest.ts';
import { useJoinFromList } from './use-join-from-list.tsx';

interface ContestActionProps {
  contest: Contest;
  phase: Phase;
  className?: string;
}

/** The one action of a contest in a list: join, play, or see the result. */
export function ContestAction({ contest, phase, className }: ContestActionProps) {
  if (phase === 'pending')
    return (
      <RemindButton
        size="sm"
        name={contest.title}
        startMs={Date.parse(contest.starts_at)}
        path={playPath(contest.kind, contest.id)}
        className={classNames('px-2!', className)}
      />
    );
  if (contest.joined || phase !== 'live')
    return (
      <ButtonLink size="sm" to={playPath(contest.kind, contest.id)} className={className}>
        {phase === 'ended' || phase === 'void' ? 'See result' : 'Play'}
        <span className="sr-only"> {contest.title}</span>
      </ButtonLink>
    );
  return <JoinButton contest={contest} className={className} />;
}

/** C1: pays the entry fee and opens the play. */
export function JoinButton({ contest, className }: Omit<ContestActionProps, 'phase'>) {
  const isOffline = useConnection() === 'offline';
  const { press, isPending, dialog } = useJoinFromList(
    contest,
    contest.kind === 'tap' ? 'Something went wrong.' : kinds[contest.kind].alreadyIn,
  );
  return (
    <>
      <Button
        look="coin"
        size="sm"
        busy={isPending}
        disabled={isOffline}
        onClick={press}
        className={className}
      >
        Join
        {contest.entry_fee === 0 ? (
          ' for free'
        ) : (
          <>
            <CoinOnGold className="size-4.5" />
            {contest.entry_fee.toLocaleString('en-NG')}
            <span className="sr-only"> {coinWord(contest.entry_fee)}</span>
          </>
        )}
        <span className="sr-only">, {contest.title}</span>
      </Button>
      {dialog}
    </>
  );
}
