import type { OwnBet } from '@copup/shared/bets.ts';
import { formatNumber, inCoins } from '@copup/shared/coins.ts';
import { CircleCheck, CircleX, Lock, RotateCcw } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Coin } from '../../ui/art/coin.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Coins } from '../../ui/money.tsx';
import { CancelModal } from './cancel-modal.tsx';
import { kickoffText } from './kickoff.ts';
import { type OutcomeText, outcomeOf } from './outcome.ts';
import { PasswordRow } from './password-row.tsx';
import { StatusChip } from './status-chip.tsx';
import { Versus } from './versus.tsx';

/** A bet of the user, as creator or as opponent. */
export function OwnBetCard({ bet }: { bet: OwnBet }) {
  const card = useRef<HTMLElement>(null);
  const [isCancelling, setIsCancelling] = useState(false);
  const [isCancelled, setIsCancelled] = useState(false);
  // After the dialog has restored the focus to its button, which disappears.
  useEffect(() => {
    if (isCancelled) card.current?.focus();
  }, [isCancelled]);
  const { title, status, own_side, creator, opponent, password, stake_points } = bet;
  const outcome = outcomeOf(bet);
  const other = own_side === 'team_a' ? (opponent ?? 'The other player') : creator;
  return (
    <article
      ref={card}
      tabIndex={-1}
      aria-label={title}
      className="grid grid-cols-[minmax(0,1fr)] content-start gap-3 rounded-[22px] bg-surface p-3.5 shadow-2"
    >
      <div className="flex items-start justify-between gap-3">
        <h2 className="min-w-0 font-sans text-ctl font-semibold wrap-anywhere">{title}</h2>
        <StatusChip status={status} />
      </div>
      <Versus bet={bet} backers={own_side === 'team_a' ? ['You', other] : [other, 'You']} isSmall />
      {outcome ? (
        <Outcome outcome={outcome} stake={stake_points} />
      ) : (
        <>
          <p className="flex flex-wrap items-center justify-between gap-x-3 text-sm text-ink-2">
            {kickoffText(bet.kickoff)}
            <Coins amount={stake_points} className="text-ctl font-semibold text-ink" />
          </p>
          {status === 'active' ? <Joined bet={bet} /> : null}
          {password === null ? null : <PasswordRow password={password} title={title} />}
        </>
      )}
      {bet.can_cancel && status === 'pending' ? (
        <Button look="line" onClick={() => setIsCancelling(true)}>
          Cancel bet, {inCoins(stake_points)} back
          <span className="sr-only">: {title}</span>
        </Button>
      ) : null}
      {isCancelling ? (
        <CancelModal
          bet={bet}
          onClose={() => setIsCancelling(false)}
          onCancelled={() => {
            setIsCancelling(false);
            setIsCancelled(true);
          }}
        />
      ) : null}
    </article>
  );
}

function Joined({ bet: { own_side, opponent, creator, prize_points, fee_percent } }: { bet: OwnBet }) {
  const who = own_side === 'team_a' ? `${opponent ?? 'Another player'} joined` : `You joined ${creator}`;
  return (
    <div className="flex items-center gap-2.5 rounded-md bg-canvas px-3.5 py-2.5">
      <Lock size={20} aria-hidden className="shrink-0 text-ink-3" />
      <p className="min-w-0 flex-1 leading-snug">
        <b className="block font-semibold wrap-anywhere">{who}</b>
        <span className="text-sm text-ink-2">
          The winner gets <Coins amount={prize_points} className="font-semibold" />, both stakes less{' '}
          {fee_percent}%.
        </span>
      </p>
    </div>
  );
}

const looks = {
  won: ['bg-ok-soft', 'text-ok', CircleCheck],
  lost: ['bg-canvas', 'text-ink-3', CircleX],
  returned: ['bg-canvas', 'text-ink-3', RotateCcw],
} as const;

function Outcome({ outcome, stake }: { outcome: OutcomeText; stake: number }) {
  const [background, colour, Icon] = looks[outcome.look];
  return (
    <div className={classNames(background, 'flex flex-wrap items-center gap-2.5 rounded-md px-3.5 py-2.5')}>
      <Icon size={20} aria-hidden className={classNames(colour, 'shrink-0')} />
      <p className="min-w-0 flex-[1_1_8rem] leading-snug">
        <b className="block font-semibold wrap-anywhere">{outcome.title}</b>
        <span className="text-sm wrap-anywhere text-ink-2">{outcome.reason}</span>
      </p>
      <span aria-hidden="true" className="inline-flex items-center gap-1.5 font-semibold whitespace-nowrap">
        <Coin className="size-[0.86em] shrink-0" />
        {outcome.change === null ? formatNumber(stake) : signed(outcome.change)}
      </span>
    </div>
  );
}

const signed = (coins: number) => `${coins < 0 ? '−' : '+'}${formatNumber(Math.abs(coins))}`;
