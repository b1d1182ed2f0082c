import type { OwnBet } from '@copup/shared/bets.ts';
import { inCoins } from '@copup/shared/coins.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../lib/api-error.ts';
import { changeItems } from '../../lib/list-page.ts';
import { useConnection } from '../../realtime/index.ts';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { toast } from '../../ui/toast.ts';
import { cancelBet } from './api.ts';
import { betsKey, ownBetsKey } from './queries.ts';

interface CancelModalProps {
  bet: OwnBet;
  onClose: () => void;
  onCancelled: () => void;
}

/** B3: the creator cancels a pending bet, and the stake comes back. */
export function CancelModal({ bet, onClose, onCancelled }: CancelModalProps) {
  const queries = useQueryClient();
  const isOffline = useConnection() === 'offline';
  const cancelling = useMutation({
    mutationFn: () => cancelBet(bet.bet_id),
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
          <Button look="line" disabled={cancelling.isPending} onClick={leave}>
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
