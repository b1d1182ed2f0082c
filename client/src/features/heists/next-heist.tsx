import { inCoins } from '@copup/shared/coins.ts';
import { useState } from 'react';
import { formatMoment } from '../../lib/format-time.ts';
import { useConnection, useServerNow } from '../../realtime/index.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ItemPicture } from '../../ui/item-picture.tsx';
import { prizeTints } from '../../ui/vault-card.tsx';
import { nextOf } from './live-heist.ts';
import { TicketModal } from './ticket-modal.tsx';
import { useHeists } from './use-heists.ts';

/** Another heist that the user can join, after the end of one. */
export function NextHeist({ id }: { id: number }) {
  const { data } = useHeists('available');
  const nowMs = useServerNow(60_000);
  const isOffline = useConnection() === 'offline';
  const [isBuying, setIsBuying] = useState(false);
  const next = nextOf(data ?? [], id);
  if (!next) return null;
  return (
    <section aria-label="Try this one next" className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h3 className="text-base font-semibold">Try this one next</h3>
      <div className="ctl-line flex flex-wrap items-center gap-3 rounded-[18px] px-3 py-2.5">
        <ItemPicture
          name={next.prize_name}
          category={next.category}
          image={next.prize_image}
          sizes="52px"
          className={classNames('size-13', prizeTints[next.category])}
        />
        <span className="min-w-0 flex-[1_1_7rem]">
          <b className="block font-semibold wrap-anywhere">{next.name}</b>
          <span className="block text-sm text-ink-2">
            {inCoins(next.ticket_price)}, {formatMoment(Date.parse(next.starts_at), nowMs)}
          </span>
        </span>
        <Button look="coin" size="sm" disabled={isOffline} onClick={() => setIsBuying(true)}>
          Buy Ticket
          <span className="sr-only">, {next.name}</span>
        </Button>
      </div>
      {isBuying ? <TicketModal heist={next} onClose={() => setIsBuying(false)} /> : null}
    </section>
  );
}
