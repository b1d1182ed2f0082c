import { inCoins } from '@copup/shared/coins.ts';
import { Check, Lock, Vault } from 'lucide-react';
import type { ReactNode } from 'react';
import { Coin } from './art/coin.tsx';
import { Button } from './button.tsx';
import { CapacityRing } from './capacity-ring.tsx';
import { Chip, type ChipLook } from './chip.tsx';
import { classNames } from './class-names.ts';
import { ItemPicture } from './item-picture.tsx';
import { Coins } from './money.tsx';

export type VaultStatus = 'waiting' | 'available' | 'on hold' | 'started' | 'completed' | 'cancelled';

interface VaultCardProps {
  name: string;
  prizeName: string;
  /** Value of the prize in coins. */
  prize: number;
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
  hasAnswered?: boolean;
  busy?: 'details' | 'ticket' | undefined;
  /** Whether the network is away, so that nothing can be bought. */
  isOffline?: boolean;
  /** When the heist opens or starts. */
  time?: string | undefined;
  /** Below the chips: the fingerprint of the answer. */
  seal?: ReactNode;
  /** Above the buttons. */
  note?: ReactNode;
  onDetails?: () => void;
  onBuyTicket: () => void;
  /** Undefined where a vault cannot be broken. */
  onBreakVault?: (() => void) | undefined;
  /** Below the buttons: a link to the countdown or to the result. */
  children?: ReactNode;
}

const statusLooks: Partial<Record<VaultStatus, ChipLook>> = {
  'on hold': 'warn',
  started: 'hot',
  completed: 'plain',
  cancelled: 'bad',
};
export const prizeTints: Record<string, string> = {
  cash: 'bg-[#ffeccb]! dark:bg-[#e0cda6]!',
  coupon: 'bg-[#ddf0e5]! dark:bg-[#b9d3c5]!',
};

/** A heist in a list: its prize, the price of a ticket, and the available actions. */
export function VaultCard(props: VaultCardProps) {
  const { name, category, ticketPrice, status, taken, capacity, busy, onDetails, onBreakVault } = props;
  const look = statusLooks[status];
  return (
    <article
      aria-label={name}
      className="grid grid-cols-[minmax(0,1fr)] content-start gap-3 rounded-[22px] bg-surface p-3.5 shadow-2"
    >
      <div className="flex flex-wrap items-center gap-3">
        <ItemPicture
          item={{ name: props.prizeName, category, image: props.prizeImage }}
          sizes="72px"
          className={classNames('size-18 rounded-[18px]!', prizeTints[category])}
        />
        <div className="min-w-0 flex-[1_1_7.5rem]">
          <h3 className="text-[1.125rem] leading-tight wrap-anywhere">{name}</h3>
          <p className="text-sm text-ink-2 wrap-anywhere">{props.prizeName}</p>
          <p className="text-sm text-ink-2">
            Prize <Coins amount={props.prize} className="font-semibold text-ink" />
          </p>
        </div>
        {capacity > 0 ? <CapacityRing taken={taken} capacity={capacity} /> : null}
      </div>
      <div className="flex flex-wrap gap-2">
        <Chip look="coin">
          <Coin className="size-3.5" />
          {inCoins(ticketPrice)} a ticket
        </Chip>
        <Chip>{category}</Chip>
        {look ? <Chip look={look}>{status}</Chip> : null}
        {props.time ? <Chip>{props.time}</Chip> : null}
      </div>
      {props.seal}
      {props.note}
      <div className="grid grid-cols-[repeat(auto-fit,minmax(max(min(8.5rem,100%),40%),1fr))] gap-2.5 *:px-2! *:text-sm!">
        {onDetails ? (
          <Button look="line" busy={busy === 'details'} onClick={onDetails}>
            View Heist Details
          </Button>
        ) : null}
        <TicketButton {...props} />
        {onBreakVault ? <BreakButton {...props} onBreakVault={onBreakVault} /> : null}
      </div>
      {props.children}
    </article>
  );
}

function BreakButton({
  status,
  hasTicket,
  hasAnswered,
  onDetails,
  onBreakVault,
}: VaultCardProps & { onBreakVault: () => void }) {
  const isOpen = status === 'started';
  if (isOpen && hasAnswered)
    return (
      <Button look="soft" disabled className="col-span-full">
        <Check size={18} aria-hidden />
        Answered
      </Button>
    );
  return (
    <Button
      look={isOpen && hasTicket ? 'ink' : 'line'}
      className={onDetails ? 'col-span-full' : ''}
      disabled={status === 'completed' || status === 'cancelled'}
      onClick={onBreakVault}
    >
      {isOpen ? <Vault size={20} aria-hidden /> : <Lock size={18} aria-hidden />}
      Break Vault
    </Button>
  );
}

function TicketButton({ status, taken, capacity, hasTicket, busy, isOffline, onBuyTicket }: VaultCardProps) {
  if (hasTicket) {
    return (
      <Button look="soft" disabled>
        <Check size={18} aria-hidden />
        Ticket bought
      </Button>
    );
  }
  const isFull = capacity > 0 && taken >= capacity;
  const isOpen = !isFull && (status === 'waiting' || status === 'available' || status === 'on hold');
  return (
    <Button look="coin" disabled={!isOpen || isOffline} busy={busy === 'ticket'} onClick={onBuyTicket}>
      {isFull ? 'Full' : 'Buy Ticket'}
    </Button>
  );
}
