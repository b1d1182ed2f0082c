import type { ListedBet } from '@copup/shared/bets.ts';
import { paths } from '@copup/shared/page-paths.ts';
import { type ReactNode, useRef } from 'react';
import { useServerNow } from '../../realtime/index.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Coins } from '../../ui/money.tsx';
import { JoinForm } from './join-form.tsx';
import { kickoffText } from './kickoff.ts';
import { StatusChip } from './status-chip.tsx';
import { Versus } from './versus.tsx';

/** A bet of any player, with the form that joins it. */
export function BetCard({ bet }: { bet: ListedBet }) {
  const card = useRef<HTMLElement>(null);
  const nowMs = useServerNow(30_000);
  const { title, status, stake_points, prize_points, own_side } = bet;
  const [one, other] = backersOf(bet);
  return (
    <article
      ref={card}
      tabIndex={-1}
      aria-label={title}
      className="flex min-w-0 flex-col gap-3 rounded-[22px] bg-surface p-3.5 shadow-2"
    >
      <div className="flex items-start justify-between gap-3">
        <h2 className="min-w-0 font-sans text-ctl font-semibold wrap-anywhere">{title}</h2>
        <StatusChip status={status} />
      </div>
      <Versus bet={bet} backers={[one, other]} />
      <dl className="grid gap-1.5 text-sm">
        <Fact name="Stake, each side">
          <Coins amount={stake_points} className="text-ctl font-semibold text-ink" />
        </Fact>
        <Fact name={`Winner gets, less ${bet.fee_percent}%`}>
          <Coins amount={prize_points} className="font-semibold text-ink" />
        </Fact>
      </dl>
      <p className="text-sm text-ink-2">{kickoffText(bet.kickoff)}</p>
      {own_side === null ? (
        <JoinForm bet={bet} closed={closedText(bet, nowMs)} onJoined={() => card.current?.focus()} />
      ) : (
        <ButtonLink look="line" to={paths.ownBets} className="mt-auto">
          {own_side === 'team_a' ? 'Your bet' : 'You joined'}
          <span className="sr-only">: {title}</span>
        </ButtonLink>
      )}
    </article>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-3">
      <dt className="text-ink-2">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Who backs each team. A player who joins backs the second one. */
function backersOf({ status, creator, opponent, own_side }: ListedBet): [string, string] {
  if (own_side === 'team_a') return ['You', opponent ?? 'The other player'];
  if (own_side === 'team_b') return [creator, 'You'];
  return [creator, opponent ?? (status === 'pending' ? 'You, if you join' : 'Another player')];
}

/** B2: only a pending bet can be joined, until kickoff. */
function closedText({ status, opponent, kickoff }: ListedBet, nowMs: number): string | undefined {
  if (status === 'active' || status === 'settled') return `${opponent ?? 'Another player'} joined this bet.`;
  if (status === 'cancelled') return 'This bet was cancelled.';
  return Date.parse(kickoff) <= nowMs ? 'The match has started.' : undefined;
}
