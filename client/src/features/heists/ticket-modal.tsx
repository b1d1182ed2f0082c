import { inCoins } from '@copup/shared/coins.ts';
import type { Heist } from '@copup/shared/heists.ts';
import { paths } from '@copup/shared/page-paths.ts';
import { balanceOf, useBalance } from '../../balance/use-balance.ts';
import { useEntryPayment } from '../../balance/use-entry-payment.tsx';
import { useConnection } from '../../realtime/index.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Coins } from '../../ui/money.tsx';
import { Note } from '../../ui/note.tsx';
import { useTicket } from './use-ticket.ts';

/** H2: the price and the balance before a ticket is bought. */
export function TicketModal({ heist, onClose }: { heist: Heist; onClose: () => void }) {
  const balance = useBalance();
  const isOffline = useConnection() === 'offline';
  const buying = useTicket(heist.id, onClose);
  const { payment, note } = useEntryPayment({
    fee: heist.ticket_price,
    prize: heist.category === 'cash' ? heist.prize : 0,
  });
  const owned = balance ? balanceOf(balance) : null;
  const missing = owned === null ? 0 : Math.max(0, heist.ticket_price - owned);
  return (
    <Modal title="Buy Ticket" onClose={onClose} isBusy={buying.isPending}>
      {(leave) => (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
          <p className="-mt-2 text-ink-2 wrap-anywhere">{heist.name}</p>
          <dl className="divide-y divide-line rounded-[18px] bg-canvas px-4">
            {(
              [
                ['Ticket price', heist.ticket_price],
                ['Your balance', owned],
                ['Left after', owned === null || missing > 0 ? null : owned - heist.ticket_price],
              ] as const
            ).map(([name, amount]) => (
              <div key={name} className="flex flex-wrap justify-between gap-x-3 py-2.5">
                <dt className="text-ink-2">{name}</dt>
                <dd className="font-semibold">{amount === null ? '–' : <Coins amount={amount} />}</dd>
              </div>
            ))}
          </dl>
          {missing > 0 ? (
            <Note look="warn" role="status">
              You need {inCoins(missing, 'more')} for this ticket.
            </Note>
          ) : (
            <>
              {note}
              <p className="text-sm text-ink-2">If the heist is cancelled, your coins come back.</p>
            </>
          )}
          {missing > 0 ? (
            <ButtonLink to={paths.buy}>Visit the coin shop</ButtonLink>
          ) : (
            <Button
              look="coin"
              size="lg"
              busy={buying.isPending}
              busyText="Processing..."
              disabled={isOffline || owned === null}
              onClick={() => buying.mutate(payment)}
            >
              Buy Ticket for {inCoins(heist.ticket_price)}
            </Button>
          )}
          <Button disabled={buying.isPending} onClick={leave}>
            Cancel
          </Button>
        </div>
      )}
    </Modal>
  );
}
