import type { ListedBet } from '@copup/shared/bets.ts';
import { coinWord, formatNumber, inCoins } from '@copup/shared/coins.ts';
import { fieldTexts } from '@copup/shared/field-texts.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ApiError, messageOf } from '../../lib/api-error.ts';
import { callOnce } from '../../lib/calls.ts';
import { changeItems } from '../../lib/list-page.ts';
import { OfflineNote, Submit } from '../../parts/form-parts.tsx';
import { useConnection, useServerNow } from '../../realtime/index.ts';
import { CoinOnGold } from '../../ui/art/coin.tsx';
import { Modal } from '../../ui/modal.tsx';
import { BiddingNaira, Coins } from '../../ui/money.tsx';
import { Note } from '../../ui/note.tsx';
import { Rows } from '../../ui/rows.tsx';
import { toast } from '../../ui/toast.ts';
import { backersOf, closedText } from './joining.ts';
import { kickoffText } from './kickoff.ts';
import { PasswordField } from './password-field.tsx';
import { betsKey, linkedBetKey, ownBetsKey } from './queries.ts';
import { Shortage, useMissingCoins } from './shortage.tsx';
import { Versus } from './versus.tsx';

interface JoinSheetProps {
  bet: ListedBet;
  /** The password that was typed on the card. */
  typed: string;
  onClose: () => void;
  onJoined: () => void;
}

/** B2: what joining costs and can pay, and the only button that stakes coins. */
export function JoinSheet({ bet, typed, onClose, onJoined }: JoinSheetProps) {
  const nowMs = useServerNow(30_000);
  const closed = closedText(bet, nowMs);
  const joining = useJoining(onJoined);
  const amount = (coins: number) => (
    <span className="inline-flex flex-wrap items-center justify-end gap-x-1.5">
      <Coins amount={coins} />
      <span className="font-normal text-ink-2">
        <BiddingNaira amount={coins} />
      </span>
    </span>
  );
  return (
    <Modal title="Join this bet" onClose={onClose} isBusy={joining.isPending}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
        <p className="-mt-2 text-ink-2 wrap-anywhere">{bet.title}</p>
        <Versus bet={bet} backers={backersOf(bet)} />
        <Rows
          rows={[
            ['Your stake', amount(bet.stake_points)],
            [
              bet.fee_percent > 0 ? `A win pays, fee of ${bet.fee_percent}% off` : 'A win pays',
              amount(bet.prize_points),
            ],
            ['A draw', 'Both stakes come back'],
            ['Match', kickoffText(bet.kickoff)],
          ]}
        />
        {closed ? (
          <Note look="warn" role="status">
            {closed}
          </Note>
        ) : (
          <JoinForm bet={bet} typed={typed} joining={joining} />
        )}
      </div>
    </Modal>
  );
}

interface JoinFormProps extends Pick<JoinSheetProps, 'bet' | 'typed'> {
  joining: ReturnType<typeof useJoining>;
}

function JoinForm({ bet: { bet_id, creator, stake_points }, typed, joining }: JoinFormProps) {
  const isOffline = useConnection() === 'offline';
  const form = useRef<HTMLFormElement>(null);
  const [password, setPassword] = useState(typed);
  const [isMissing, setIsMissing] = useState(false);
  const missing = useMissingCoins(stake_points);
  const { error } = joining;
  const refusal = error ? messageOf(error, failedText) : undefined;
  const isWrong = error instanceof ApiError && error.code === 'WRONG_BET_PASSWORD';
  const hasError = error !== null || isMissing;
  // Also when the sheet opens without a password.
  useEffect(() => {
    if (hasError || typed === '') form.current?.querySelector('input')?.focus();
  }, [hasError, typed]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (password.trim() === '') return setIsMissing(true);
    joining.mutate({ betId: bet_id, password });
  };
  return (
    <form ref={form} onSubmit={submit} noValidate className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <PasswordField
        placeholder={`From ${creator}`}
        value={password}
        onChange={(text) => {
          setPassword(text);
          setIsMissing(false);
          joining.reset();
        }}
        readOnly={joining.isPending}
        error={
          isMissing ? `${fieldTexts.betPassword} ${creator} can tell you.` : isWrong ? refusal : undefined
        }
      />
      {refusal && !isWrong ? <Note look="error" title={refusal} /> : null}
      <Shortage stake={stake_points} />
      <OfflineNote isShown={isOffline}>You can join as soon as you’re back.</OfflineNote>
      {missing > 0 ? null : (
        <>
          <p className="text-sm text-ink-2">
            {hasError
              ? 'Nothing was spent.'
              : `You pay ${inCoins(stake_points)}. They are held until the result.`}
          </p>
          <Submit look="coin" size="lg" disabled={isOffline} busy={joining.isPending}>
            Join Bet
            <CoinOnGold className="size-5" />
            {formatNumber(stake_points)}
            <span className="sr-only"> {coinWord(stake_points)}</span>
          </Submit>
        </>
      )}
    </form>
  );
}

const failedText = 'Error joining the bet.';
/** Refusals after which the list must be read again. */
const outdatedBy: ReadonlySet<string> = new Set(['BET_TAKEN', 'BET_CLOSED', 'BET_NOT_FOUND', 'OWN_BET']);

function useJoining(onJoined: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ betId, password }: { betId: number; password: string }) =>
      callOnce(`bet-join:${betId}`, 'POST /bet/join/:betId', {
        params: { betId },
        body: {},
        secret: { password },
      }),
    onSuccess: ({ bet: joined }) => {
      changeItems<ListedBet>(queries, betsKey, (listed) =>
        listed.bet_id === joined.bet_id ? joined : listed,
      );
      void queries.invalidateQueries({ queryKey: ownBetsKey });
      toast.success('Successfully joined the bet!');
      onJoined();
    },
    onError: (error) => {
      toast.error(failedText);
      if (error instanceof ApiError && outdatedBy.has(error.code))
        for (const queryKey of [betsKey, linkedBetKey]) void queries.invalidateQueries({ queryKey });
    },
  });
}
