import type { ListedBet } from '@copup/shared/bets.ts';
import { isolate } from '@copup/shared/isolate.ts';
import { paths } from '@copup/shared/page-paths.ts';
import { Clock } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { formatSoon } from '../../lib/format-time.ts';
import { Submit } from '../../parts/form-parts.tsx';
import { useConnection, useServerNow } from '../../realtime/index.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { BiddingNaira, Coins } from '../../ui/money.tsx';
import { JoinSheet } from './join-sheet.tsx';
import { backersOf, closedText } from './joining.ts';
import { PasswordField } from './password-field.tsx';
import { Versus } from './versus.tsx';

/** A bet of any player, with the way to join it. */
export function BetCard({ bet }: { bet: ListedBet }) {
  const card = useRef<HTMLElement>(null);
  const nowMs = useServerNow(30_000);
  const [typed, setTyped] = useState<string | null>(null);
  const [hasJoined, setHasJoined] = useState(false);
  // After the sheet has restored the focus to its button, which disappears.
  useEffect(() => {
    if (hasJoined) card.current?.focus();
  }, [hasJoined]);
  const { title, own_side } = bet;
  const amounts = [
    [own_side === 'team_a' ? 'Your stake' : 'Stake', bet.stake_points],
    ['A win pays', bet.prize_points],
  ] as const;
  return (
    <article
      ref={card}
      tabIndex={-1}
      aria-label={title}
      className="flex min-w-0 flex-col gap-3 rounded-[22px] bg-surface p-3.5 shadow-2"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <h2 className="min-w-0 font-display text-[1.25rem] leading-tight wrap-anywhere">{title}</h2>
        <Chip>
          <Clock size={16} aria-hidden />
          {formatSoon(Date.parse(bet.kickoff), nowMs)}
          <span className="sr-only"> kickoff</span>
        </Chip>
      </div>
      <Versus bet={bet} backers={backersOf(bet)} />
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] gap-3 text-sm text-ink-2">
        {amounts.map(([name, amount]) => (
          <div key={name} className="min-w-0">
            <dt>{name}</dt>
            <dd className="flex flex-wrap items-center gap-x-2">
              <Coins amount={amount} className="font-display text-[1.25rem] font-bold text-ink" />
              <BiddingNaira amount={amount} />
            </dd>
          </div>
        ))}
      </dl>
      {own_side === null ? (
        <PasswordForm bet={bet} closed={closedText(bet, nowMs)} onOpen={setTyped} />
      ) : (
        <ButtonLink look="line" to={paths.ownBets} className="mt-auto">
          {own_side === 'team_a' ? 'Your bet' : 'You joined'}
          <span className="sr-only">: {title}</span>
        </ButtonLink>
      )}
      {typed === null ? null : (
        <JoinSheet
          bet={bet}
          typed={typed}
          onClose={() => setTyped(null)}
          onJoined={() => {
            setTyped(null);
            setHasJoined(true);
          }}
        />
      )}
    </article>
  );
}

interface PasswordFormProps {
  bet: ListedBet;
  /** Why the bet cannot be joined; undefined while it can. */
  closed: string | undefined;
  onOpen: (typed: string) => void;
}

/** The password, and the button that opens the sheet with it: nothing is paid here. */
function PasswordForm({ bet, closed, onOpen }: PasswordFormProps) {
  const isOffline = useConnection() === 'offline';
  const [password, setPassword] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onOpen(password);
  };
  return (
    <form
      onSubmit={submit}
      noValidate
      aria-label={`Join ${isolate(bet.title)}`}
      className="mt-auto flex flex-wrap items-start gap-2.5"
    >
      <div className="min-w-0 flex-[99_1_9.5rem]">
        <PasswordField
          hidesLabel
          placeholder="Bet password"
          value={password}
          onChange={setPassword}
          disabled={closed !== undefined}
          hint={closed}
        />
      </div>
      <Submit disabled={closed !== undefined || isOffline} busy={false} className="flex-[1_0_auto] px-4">
        Join Bet
        <span className="sr-only">, {bet.title}</span>
      </Submit>
    </form>
  );
}
