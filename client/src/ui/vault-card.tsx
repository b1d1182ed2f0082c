import { Check, Lock, Vault } from 'lucide-react';
import { Coin } from './art/coin.tsx';
import { Button } from './button.tsx';
import { CapacityRing } from './capacity-ring.tsx';
import { Chip, type ChipLook } from './chip.tsx';
import { classNames } from './class-names.ts';
import { ItemPicture } from './item-picture.tsx';

export type VaultStatus = 'on hold' | 'available' | 'started' | 'completed';

interface VaultCardProps {
  name: string;
  prizeName: string;
  /** URL of the prize's picture; empty for prizes with a drawing. */
  prizeImage: string;
  category: string;
  /** Coins. */
  ticketPrice: number;
  status: VaultStatus;
  taken: number;
  /** Total number of places; 0 before the sale starts. */
  capacity: number;
  hasTicket: boolean;
  busy?: 'details' | 'ticket';
  onDetails: () => void;
  onBuyTicket: () => void;
  onBreakVault: () => void;
}

const statusLooks: Record<VaultStatus, ChipLook> = {
  'on hold': 'warn',
  available: 'ok',
  started: 'hot',
  completed: 'plain',
};
const tints: Record<string, string> = {
  cash: 'bg-[#ffeccb]! dark:bg-[#e0cda6]!',
  coupon: 'bg-[#ddf0e5]! dark:bg-[#b9d3c5]!',
};

/** A heist in a list: its prize, the price of a ticket, and the available actions. */
export function VaultCard(props: VaultCardProps) {
  const { name, category, ticketPrice, status, taken, capacity, hasTicket, busy } = props;
  return (
    <article
      aria-label={name}
      className="grid grid-cols-[minmax(0,1fr)] content-start gap-3 rounded-[22px] bg-surface p-3.5 shadow-2"
    >
      <div className="grid grid-cols-[72px_minmax(0,1fr)_auto] items-center gap-3">
        <ItemPicture
          name={props.prizeName}
          category={category}
          image={props.prizeImage}
          sizes="72px"
          className={classNames('size-18 rounded-[18px]!', tints[category])}
        />
        <div className="min-w-0">
          <h3 className="line-clamp-2 text-[1.125rem]">{name}</h3>
          <p className="truncate text-sm text-ink-2">{props.prizeName}</p>
        </div>
        {capacity > 0 ? <CapacityRing taken={taken} capacity={capacity} /> : null}
      </div>
      <div className="flex flex-wrap gap-2">
        <Chip look="coin">
          <Coin className="size-3.5" />
          {ticketPrice} coins a ticket
        </Chip>
        <Chip>{category}</Chip>
        <Chip look={statusLooks[status]}>{status}</Chip>
      </div>
      <div className="grid grid-cols-2 gap-2.5 *:px-2! *:text-sm!">
        <Button look="line" busy={busy === 'details'} onClick={props.onDetails}>
          View Heist Details
        </Button>
        <TicketButton {...props} />
        <Button
          look="ink"
          className="col-span-2"
          disabled={status !== 'started' || !hasTicket}
          onClick={props.onBreakVault}
        >
          {status === 'started' && hasTicket ? (
            <Vault size={20} aria-hidden />
          ) : (
            <Lock size={18} aria-hidden />
          )}
          Break Vault
        </Button>
      </div>
    </article>
  );
}

function TicketButton({ status, taken, capacity, hasTicket, busy, onBuyTicket }: VaultCardProps) {
  if (hasTicket) {
    return (
      <Button look="soft" disabled>
        <Check size={18} aria-hidden />
        Ticket bought
      </Button>
    );
  }
  const isFull = capacity > 0 && taken >= capacity;
  const isOpen = !isFull && (status === 'available' || status === 'on hold');
  return (
    <Button look="coin" disabled={!isOpen} busy={busy === 'ticket'} onClick={onBuyTicket}>
      {isFull ? 'Full' : 'Buy Ticket'}
    </Button>
  );
}
