import type { ContestKind } from '@copup/shared/contests.ts';
import type { ReactNode } from 'react';
import { useEntryPayment } from '../../balance/use-entry-payment.tsx';
import { pathId } from '../../lib/path-id.ts';
import { useTitle } from '../../lib/use-title.ts';
import { UnreadPage } from '../../parts/unread-page.tsx';
import { Button } from '../../ui/button.tsx';
import { Coins } from '../../ui/money.tsx';
import { ContestAction } from './contest-action.tsx';
import { kinds } from './kinds.ts';
import type { Details } from './queries.ts';
import { isWaiting, type LiveContest, useContest } from './use-contest.ts';
import { useJoin } from './use-contests.ts';
import { WaitingRoom } from './waiting-room.tsx';

interface PlayPageProps<Kind extends ContestKind> {
  kind: Kind;
  /** The id in the address. */
  idText: string | undefined;
  /** The specification's text for a failed read. */
  errorText: string;
  children: (contest: Details[Kind], readAgainError: unknown) => ReactNode;
}

/** Loads the contest of a play; shows a loading, error or not-found state until then. */
export function PlayPage<Kind extends ContestKind>(props: PlayPageProps<Kind>) {
  const { kind, idText, errorText, children } = props;
  const id = pathId(idText);
  const { data, error, refetch } = useContest(kind, id);
  const texts = kinds[kind];
  useTitle(data?.title ?? texts.title);
  if (data) return children(data as Details[Kind], error);
  return (
    <UnreadPage
      {...{ title: texts.title, id }}
      link={{ to: texts.lobby, name: texts.all }}
      query={{ error, refetch }}
      notFound={kind === 'tap' ? 'Contest not found' : 'Game not found'}
      failed={errorText}
      skeleton="h-40"
    />
  );
}

interface GateProps<Kind extends ContestKind> {
  kind: Kind;
  live: LiveContest<Kind>;
}

/** Shows the seats and what is missing before the play: the start, or the entry fee. Null if the user can play. */
export function PlayGate<Kind extends ContestKind>({ kind, live }: GateProps<Kind>) {
  const { contest, phase, isStale } = live;
  const join = useJoin(kind, { otherwise: 'Something went wrong.', stays: true });
  const { payment, note } = useEntryPayment({ fee: contest.entry_fee, prize: contest.prize });
  if (phase === 'pending')
    return (
      <>
        <WaitingRoom live={live} />
        <p role="status" className="rounded-md bg-[#0a0f2e] px-4 py-3 font-semibold">
          {kinds[kind].notActive}
        </p>
        <ContestAction contest={contest} phase={phase} />
      </>
    );
  if (!isWaiting(live)) return null;
  return (
    <>
      <WaitingRoom live={live} />
      {note}
      <Button
        look="coin"
        size="lg"
        busy={join.isPending}
        disabled={isStale}
        onClick={() => join.mutate({ id: contest.id, payment })}
      >
        Join {contest.entry_fee === 0 ? 'for free' : <Coins amount={contest.entry_fee} />}
      </Button>
    </>
  );
}
