import { MAX_BET_PASSWORD } from '@copup/shared/bet-limits.ts';
import type { ListedBet } from '@copup/shared/bets.ts';
import { fieldTexts } from '@copup/shared/field-texts.ts';
import { isolate } from '@copup/shared/isolate.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { LockKeyhole } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ApiError, messageOf } from '../../lib/api-error.ts';
import { changeItems } from '../../lib/list-page.ts';
import { pageAbout } from '../../lib/play-refusals.ts';
import { useConnection } from '../../realtime/index.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.ts';
import { joinBet } from './api.ts';
import { betsKey, ownBetsKey } from './queries.ts';

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
export function JoinForm({ bet, closed, onJoined }: JoinFormProps) {
  const queries = useQueryClient();
  const isOffline = useConnection() === 'offline';
  const form = useRef<HTMLFormElement>(null);
  const [password, setPassword] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const joining = useMutation({
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

  useEffect(() => {
    if (joining.error || isMissing)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [joining.error, isMissing]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (password.trim() === '') return setIsMissing(true);
    joining.mutate({ betId: bet.bet_id, password });
  };

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
          error={
            isMissing
              ? fieldTexts.betPassword
              : joining.error
                ? messageOf(joining.error, failedText)
                : undefined
          }
          hint={closed}
        />
      </div>
      <Button
        look="coin"
        type="submit"
        disabled={closed !== undefined || isOffline}
        busy={joining.isPending}
        busyText="Processing..."
        className="flex-[1_0_auto] px-4"
      >
        Join Bet
        <span className="sr-only">, {bet.title}</span>
      </Button>
    </form>
  );
}
