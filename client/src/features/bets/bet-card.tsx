import { MAX_BET_PASSWORD } from '@copup/shared/bet-limits.ts';
import type { ListedBet } from '@copup/shared/bets.ts';
import { fieldTexts } from '@copup/shared/field-texts.ts';
import { isolate } from '@copup/shared/isolate.ts';
import { paths } from '@copup/shared/page-paths.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { LockKeyhole } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { ApiError, messageOf } from '../../lib/api-error.ts';
import { changeItems } from '../../lib/list-page.ts';
import { pageAbout } from '../../lib/play-refusals.ts';
import { Submit } from '../../parts/form-parts.tsx';
import { useConnection, useServerNow } from '../../realtime/index.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Coins } from '../../ui/money.tsx';
import { toast } from '../../ui/toast.ts';
import { joinBet } from './api.ts';
import { kickoffText } from './kickoff.ts';
import { betsKey, ownBetsKey } from './queries.ts';
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

const failedText = 'Error joining the bet.';
/** Refusals after which the list must be read again. */
const outdatedBy: ReadonlySet<string> = new Set(['BET_TAKEN', 'BET_CLOSED', 'BET_NOT_FOUND', 'OWN_BET']);

interface JoinFormProps {
  bet: ListedBet;
  /** Why the bet cannot be joined; undefined while it can. */
  closed: string | undefined;
  onJoined: () => void;
}

/** B2: the password and the button that joins a bet with the same stake. */
function JoinForm({ bet, closed, onJoined }: JoinFormProps) {
  const isOffline = useConnection() === 'offline';
  const form = useRef<HTMLFormElement>(null);
  const [password, setPassword] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const joining = useJoining(onJoined);
  useEffect(() => {
    if (joining.error || isMissing)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [joining.error, isMissing]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (password.trim() === '') return setIsMissing(true);
    joining.mutate({ betId: bet.bet_id, password });
  };

  const refusal = joining.error ? messageOf(joining.error, failedText) : undefined;
  const error = isMissing ? fieldTexts.betPassword : refusal;
  return (
    <form
      ref={form}
      onSubmit={submit}
      noValidate
      aria-label={`Join ${isolate(bet.title)}`}
      className="mt-auto flex flex-wrap items-start gap-2.5"
    >
      <div className="min-w-0 flex-[99_1_9.5rem]">
        <Field
          label="Bet password"
          hidesLabel
          placeholder="Bet password"
          name="password"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={MAX_BET_PASSWORD}
          icon={<LockKeyhole size={18} aria-hidden />}
          value={password}
          onChange={(event) => {
            setPassword(event.target.value);
            setIsMissing(false);
            joining.reset();
          }}
          disabled={closed !== undefined}
          readOnly={joining.isPending}
          error={error}
          hint={closed}
        />
      </div>
      <Submit
        look="coin"
        disabled={closed !== undefined || isOffline}
        busy={joining.isPending}
        className="flex-[1_0_auto] px-4"
      >
        Join Bet
        <span className="sr-only">, {bet.title}</span>
      </Submit>
    </form>
  );
}

function useJoining(onJoined: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: joinBet,
    onSuccess: ({ bet: joined }) => {
      changeItems<ListedBet>(queries, betsKey, (listed) =>
        listed.bet_id === joined.bet_id ? joined : listed,
      );
      void queries.invalidateQueries({ queryKey: ownBetsKey });
      toast.success('Successfully joined the bet!');
      onJoined();
    },
    onError: (error) => {
      // G1, G2: a toast with such a refusal links to the limits.
      const refusal = messageOf(error, failedText);
      toast.error(pageAbout(refusal) ? refusal : failedText);
      if (error instanceof ApiError && outdatedBy.has(error.code))
        void queries.invalidateQueries({ queryKey: betsKey });
    },
  });
}
