import type { BetStatus, OwnBet } from '@copup/shared/bets.ts';
import { formatNumber, inCoins } from '@copup/shared/coins.ts';
import { isolate } from '@copup/shared/isolate.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, CircleX, Copy, Eye, EyeOff, Lock, RotateCcw } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../../../lib/api-error.ts';
import { callOnce } from '../../../lib/calls.ts';
import { changeItems } from '../../../lib/list-page.ts';
import { LinkBox } from '../../../parts/link-box.tsx';
import { ShareReceipt } from '../../../parts/share-receipt.tsx';
import { useConnection } from '../../../realtime/index.ts';
import { Coin } from '../../../ui/art/coin.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Chip, type ChipLook } from '../../../ui/chip.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { copyText } from '../../../ui/copy-text.ts';
import { Modal } from '../../../ui/modal.tsx';
import { Coins } from '../../../ui/money.tsx';
import { toast } from '../../../ui/toast.ts';
import { linkTo } from '../joining.ts';
import { kickoffText } from '../kickoff.ts';
import { type OutcomeText, outcomeOf } from '../outcome.ts';
import { betsKey, ownBetsKey } from '../queries.ts';
import { Versus } from '../versus.tsx';

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
        <h2 className="min-w-0 font-display text-[1.25rem] leading-tight wrap-anywhere">{title}</h2>
        <StatusChip status={status} />
      </div>
      <Versus bet={bet} backers={own_side === 'team_a' ? ['You', other] : [other, 'You']} />
      {outcome ? (
        <Outcome outcome={outcome} stake={stake_points} />
      ) : (
        <>
          <p className="flex flex-wrap items-center justify-between gap-x-3 text-sm text-ink-2">
            {kickoffText(bet.kickoff)}
            <Coins amount={stake_points} className="font-display text-[1.25rem] font-bold text-ink" />
          </p>
          {status === 'active' ? <Joined bet={bet} /> : null}
          {password === null ? null : <PasswordRow password={password} title={title} />}
          {bet.can_cancel && status === 'pending' ? (
            <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
              <LinkBox link={linkTo(bet.bet_id)} name={title} />
              <p className="text-xs text-ink-3">
                The link opens this bet for a friend. Tell them the password yourself.
              </p>
            </div>
          ) : null}
        </>
      )}
      <ShareReceipt kind="bet" id={bet.bet_id} of={title} className="justify-self-start -ml-3.5" />
      {bet.can_cancel && status === 'pending' ? (
        <Button onClick={() => setIsCancelling(true)}>
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

/** Time after which a shown password is hidden again. */
const shownMs = 10_000;

/** The password of an own bet, hidden until the user shows it. */
function PasswordRow({ password, title }: { password: string; title: string }) {
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    if (!isShown) return;
    const timer = setTimeout(() => setIsShown(false), shownMs);
    return () => clearTimeout(timer);
  }, [isShown]);
  return (
    <div className="flex items-center gap-1 rounded-md bg-canvas py-1 pr-1 pl-3.5">
      <p className="min-w-0 flex-1">
        <span className="block text-xs text-ink-2">Password</span>
        {isShown ? (
          <span className="block font-mono text-sm font-bold wrap-anywhere">{password}</span>
        ) : (
          <span className="block text-sm font-bold tracking-widest">
            <span aria-hidden="true">••••••••</span>
            <span className="sr-only">Hidden</span>
          </span>
        )}
      </p>
      <IconButton
        label={`${isShown ? 'Hide' : 'Show'} the password of ${isolate(title)}`}
        onClick={() => setIsShown(!isShown)}
      >
        {isShown ? <EyeOff size={20} aria-hidden /> : <Eye size={20} aria-hidden />}
      </IconButton>
      <IconButton label={`Copy the password of ${isolate(title)}`} onClick={() => void copyText(password)}>
        <Copy size={20} aria-hidden />
      </IconButton>
    </div>
  );
}

interface CancelModalProps {
  bet: OwnBet;
  onClose: () => void;
  onCancelled: () => void;
}

/** B3: the creator cancels a pending bet, and the stake comes back. */
function CancelModal({ bet, onClose, onCancelled }: CancelModalProps) {
  const queries = useQueryClient();
  const isOffline = useConnection() === 'offline';
  const cancelling = useMutation({
    mutationFn: () =>
      callOnce(`bet-cancel:${bet.bet_id}`, 'POST /bet/cancel/:betId', { params: { betId: bet.bet_id } }),
    onSuccess: ({ message, bet: cancelled }) => {
      changeItems<OwnBet>(queries, ownBetsKey, (own) =>
        own.bet_id === bet.bet_id ? { ...asCancelled(own), status: cancelled.status } : own,
      );
      toast.success(message);
      onCancelled();
    },
    onError: (error) => {
      toast.error(messageOf(error, 'The bet could not be cancelled.'));
      onClose();
    },
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: ownBetsKey });
      void queries.invalidateQueries({ queryKey: betsKey });
    },
  });
  const stake = inCoins(bet.stake_points);
  return (
    <Modal title="Cancel this bet?" onClose={onClose} isBusy={cancelling.isPending}>
      {(leave) => (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
          <p className="-mt-2 text-ink-2 wrap-anywhere">{bet.title}</p>
          <p>Your {stake} come back to your balance. This can’t be undone.</p>
          <Button
            look="ink"
            disabled={isOffline}
            busy={cancelling.isPending}
            busyText="Processing..."
            onClick={() => cancelling.mutate()}
          >
            Cancel bet
          </Button>
          <Button disabled={cancelling.isPending} onClick={leave}>
            Keep bet
          </Button>
        </div>
      )}
    </Modal>
  );
}

/** What the reload will return, so that the button disappears at once. */
const asCancelled = (bet: OwnBet): OwnBet => ({
  ...bet,
  can_cancel: false,
  outcome: 'returned',
  received_points: bet.stake_points,
  cancel_cause: 'creator',
});

const statusLooks: Record<BetStatus, ChipLook> = {
  pending: 'warn',
  active: 'brand',
  settled: 'ok',
  cancelled: 'plain',
};

function StatusChip({ status }: { status: BetStatus }) {
  return <Chip look={statusLooks[status]}>{status}</Chip>;
}
