import {
  BIDDING_NAIRA_PER_COIN,
  formatNaira,
  formatNumber,
  inCoins,
  PAYOUT_NAIRA_PER_COIN,
} from '@copup/shared/coins.ts';
import type { Heist } from '@copup/shared/heists.ts';
import { paths, pathTo } from '@copup/shared/page-paths.ts';
import { balanceOf, useBalance } from '../../balance/use-balance.ts';
import { useEntryPayment } from '../../balance/use-entry-payment.tsx';
import { formatSoon } from '../../lib/format-time.ts';
import { BuyLink } from '../../parts/buy-link.tsx';
import { RemindButton } from '../../parts/remind-button.tsx';
import { ShareReceipt } from '../../parts/share-receipt.tsx';
import { useConnection, useServerNow } from '../../realtime/index.ts';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Coins } from '../../ui/money.tsx';
import { Note } from '../../ui/note.tsx';
import { Rows } from '../../ui/rows.tsx';
import { isOnSale } from './live-heist.ts';
import { PrizePicture } from './prize-picture.tsx';
import { useTicket } from './use-ticket.ts';

/** What a heist offers, what a ticket costs and what happens when; below it the ticket, while it is on sale (H2). */
export function HeistDetails({ heist, onClose }: { heist: Heist; onClose: () => void }) {
  const nowMs = useServerNow(60_000);
  const buying = useTicket(heist.id, onClose);
  const least = formatNumber(heist.minimum_users);
  const at = (time: string) => formatSoon(Date.parse(time), nowMs);
  return (
    <Modal title={heist.name} onClose={onClose} isBusy={buying.isPending}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
        <Prize heist={heist} />
        <p className="text-ink-2">
          One question opens the vault.{' '}
          {heist.winner_rule === 'draw'
            ? 'The prize is drawn among the correct answers.'
            : 'The first correct answer takes the prize.'}
        </p>
        <Rows
          rows={[
            ['Ticket price', <Coins key="price" amount={heist.ticket_price} />],
            ['Category', heist.category],
            ['Question opens', at(heist.starts_at)],
            ['Answers close', at(heist.end_date)],
            ['Players', `${formatNumber(heist.participant_count)} of ${formatNumber(heist.capacity)}`],
            [`If fewer than ${least} join`, 'Tickets are paid back'],
          ]}
        />
        <p className="text-sm text-ink-2">
          The answer is sealed: nobody, not even Copup, can change it after tickets were sold.
        </p>
        {heist.joined && Date.parse(heist.starts_at) > nowMs ? (
          <RemindButton
            name={heist.name}
            startMs={Date.parse(heist.starts_at)}
            path={pathTo(paths.vault, heist.id)}
          />
        ) : null}
        {heist.joined ? (
          <ShareReceipt kind="ticket" id={heist.id} className="justify-self-start -ml-3.5" />
        ) : null}
        {isOnSale(heist) ? <TicketDock heist={heist} buying={buying} /> : null}
      </div>
    </Modal>
  );
}

interface TicketDockProps {
  heist: Heist;
  buying: ReturnType<typeof useTicket>;
}

/** H2: what the ticket leaves of the balance, how it is paid, and the button that buys it. */
function TicketDock({ heist: { ticket_price: price, category, prize }, buying }: TicketDockProps) {
  const balance = useBalance();
  const isOffline = useConnection() === 'offline';
  const { payment, note } = useEntryPayment({ fee: price, prize: category === 'cash' ? prize : 0 });
  const owned = balance ? balanceOf(balance) : null;
  const missing = owned === null ? 0 : Math.max(0, price - owned);
  return (
    <div className="sticky -bottom-6 -mx-5 -mb-6 grid grid-cols-[minmax(0,1fr)] gap-3 border-t border-line bg-surface px-5 pt-3 pb-6 lg:-bottom-7 lg:-mx-7 lg:-mb-7 lg:px-7 lg:pb-7">
      {missing > 0 ? (
        <>
          <Note look="warn" role="status">
            You need {inCoins(missing, 'more')} for this ticket.
          </Note>
          <BuyLink missing={missing}>Visit the coin shop</BuyLink>
        </>
      ) : (
        <>
          {note}
          <p className="text-sm text-ink-2">
            {owned === null ? '' : `You have ${inCoins(owned)}, and ${formatNumber(owned - price)} after. `}
            If the heist is cancelled, your coins come back.
          </p>
          <Button
            look="coin"
            size="lg"
            busy={buying.isPending}
            busyText="Processing..."
            disabled={isOffline || owned === null}
            onClick={() => buying.mutate(payment)}
          >
            Buy Ticket for {inCoins(price)}
          </Button>
        </>
      )}
    </div>
  );
}

function Prize({ heist }: { heist: Heist }) {
  const { prize, category } = heist;
  return (
    <div className="stage adire flex flex-wrap items-center gap-3 overflow-hidden rounded-[22px] p-4 [--moon-at:right_-60px_center]">
      <div className="min-w-0 flex-[1_1_9rem]">
        <p className="text-sm text-on-stage-2">Prize</p>
        <Coins amount={prize} className="font-display text-[2rem] leading-tight font-bold" />
        <p className="font-semibold wrap-anywhere">{heist.prize_name}</p>
        <p className="text-sm text-on-stage-2">
          {formatNaira(prize * BIDDING_NAIRA_PER_COIN)}
          {category === 'cash'
            ? ` to bid with, up to ${formatNaira(prize * PAYOUT_NAIRA_PER_COIN)} paid out to your bank`
            : ''}
        </p>
      </div>
      <PrizePicture heist={heist} sizes="112px" className="size-28 rounded-[22px]!" />
    </div>
  );
}
