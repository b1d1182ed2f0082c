import type { Contest } from '@copup/shared/contests.ts';
import { useState } from 'react';
import { useEntryPayment } from '../../balance/use-entry-payment.tsx';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Coins } from '../../ui/money.tsx';
import { useJoin } from './use-contests.ts';

/** C1, X7: joins a contest of a list. Where bonus coins are involved, a dialog first tells what they can win. */
export function useJoinFromList(contest: Contest, otherwise: string) {
  const { id, kind, title, entry_fee: fee, prize } = contest;
  const [isAsking, setIsAsking] = useState(false);
  const { payment, note } = useEntryPayment({ fee, prize });
  const join = useJoin(kind, { otherwise });
  const { isPending } = join;
  const send = () => join.mutate({ id, payment }, { onSettled: () => setIsAsking(false) });
  return {
    press: note ? () => setIsAsking(true) : send,
    isPending,
    dialog: isAsking ? (
      <Modal title="Join" onClose={() => setIsAsking(false)} isBusy={isPending}>
        {(leave) => (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
            <p className="-mt-2 text-ink-2 wrap-anywhere">{title}</p>
            {note}
            <Button look="coin" size="lg" busy={isPending} onClick={send}>
              Join {fee === 0 ? 'for free' : <Coins amount={fee} />}
            </Button>
            <Button disabled={isPending} onClick={leave}>
              Cancel
            </Button>
          </div>
        )}
      </Modal>
    ) : null,
  };
}
