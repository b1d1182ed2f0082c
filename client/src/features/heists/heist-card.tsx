import { formatNumber, inCoins } from '@copup/shared/coins.ts';
import type { Heist } from '@copup/shared/heists.ts';
import { paths, pathTo } from '@copup/shared/page-paths.ts';
import { useQueryClient } from '@tanstack/react-query';
import { ChevronRight, Info, Lock, ShieldCheck, Ticket, Timer, Users, Vault } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { formatRemaining, formatSoon, formatStart, secondsLeft } from '../../lib/format-time.ts';
import { useConnection, useServerNow } from '../../realtime/index.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Chip, type ChipLook } from '../../ui/chip.tsx';
import { classNames } from '../../ui/class-names.ts';
import { BiddingNaira, Coins } from '../../ui/money.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { toast } from '../../ui/toast.ts';
import { HeistDetails } from './heist-details.tsx';
import { isAnswerable, isOnSale } from './live-heist.ts';
import { PrizePicture } from './prize-picture.tsx';
import { heistQuery } from './queries.ts';
import { useLiveCard } from './use-live-heist.ts';
import { VaultModal } from './vault-modal.tsx';

/** Time for which View Heist Details shows that it is loading (specification, point 9). */
export const detailsMs = 500;

interface HeistCardProps {
  heist: Heist;
  /** Whether the card has no button for the details and names the opening instead. */
  isEarly?: boolean;
}

/**
 * A heist in a list: its prize, and the one action that its user can take next. Its room keeps the spots and the status up
 * to date.
 */
export function HeistCard({ heist: listed, isEarly = false }: HeistCardProps) {
  const heist = useLiveCard(listed);
  const isOffline = useConnection() === 'offline';
  const [isBreaking, setIsBreaking] = useState(false);
  const [isTooEarly, setIsTooEarly] = useState(false);
  const details = useDetails(heist.id);
  const { name, status, ticket_price: price } = heist;
  const isStarted = status === 'started';
  const canBreak = isEarly || status === 'available' || (isStarted && !heist.answered);
  return (
    <article
      aria-label={name}
      className={classNames(
        'grid grid-cols-[minmax(0,1fr)] content-start gap-3 rounded-[22px] bg-surface p-3.5 shadow-2',
        isAnswerable(heist) && 'outline-2 -outline-offset-2 outline-live-text',
      )}
    >
      <Head heist={heist} isLoading={details.isLoading} onDetails={isEarly ? undefined : details.read} />
      <Chips heist={heist} />
      {isTooEarly && !isStarted ? (
        <p role="status" className="flex items-center gap-2.5 rounded-md bg-warn-soft px-3.5 py-2 text-sm">
          <Info size={18} aria-hidden className="shrink-0 text-warn" />
          This heist has not started yet
        </p>
      ) : null}
      {isOnSale(heist) ? (
        <Button
          look="coin"
          disabled={isOffline}
          onClick={() => details.show(heist)}
          className="flex-wrap gap-y-0"
        >
          Buy Ticket ({formatNumber(price)}) copup coin
          <span className="text-sm font-semibold">
            <BiddingNaira amount={price} />
          </span>
        </Button>
      ) : null}
      {canBreak ? (
        <BreakButton heist={heist} onPress={() => (isStarted ? setIsBreaking(true) : setIsTooEarly(true))} />
      ) : null}
      <WayOn heist={heist} />
      {details.shown ? <HeistDetails heist={details.shown} onClose={() => details.show(null)} /> : null}
      {isBreaking ? <VaultModal heist={heist} onClose={() => setIsBreaking(false)} /> : null}
    </article>
  );
}

interface HeadProps {
  heist: Heist;
  isLoading: boolean;
  onDetails: (() => void) | undefined;
}

/** The prize and its time. A press anywhere on it opens the details. */
function Head({ heist, isLoading, onDetails }: HeadProps) {
  const isUrgent = isAnswerable(heist);
  const time = timeOf(heist, useServerNow(isUrgent ? 1_000 : 60_000));
  const { prize, prize_name, category } = heist;
  return (
    <div className="relative flex flex-wrap items-center gap-3.5">
      <PrizePicture heist={heist} sizes="72px" className="size-18 rounded-[18px]!" />
      <div className="min-w-0 flex-[1_1_9.5rem]">
        {time ? (
          <p
            className={classNames(
              'flex items-center gap-1.5 text-sm font-semibold',
              isUrgent ? 'text-live-text' : 'text-ink-2',
            )}
          >
            <Timer size={16} aria-hidden className="shrink-0" />
            {time}
          </p>
        ) : null}
        <h3 className="font-display text-[1.25rem] leading-tight wrap-anywhere">{heist.name}</h3>
        <p className="flex flex-wrap items-center gap-x-2 text-sm text-ink-2">
          <Coins amount={prize} className="font-display text-[1.25rem] font-bold text-ink" />
          <span className="min-w-0 wrap-anywhere">
            <span>{prize_name}</span>
            {/* A prize in cash names its naira itself. */}
            {category === 'cash' ? null : (
              <>
                , <BiddingNaira amount={prize} />
              </>
            )}
          </span>
        </p>
        {onDetails ? (
          <button
            type="button"
            aria-busy={isLoading || undefined}
            onClick={isLoading ? undefined : onDetails}
            className="-mb-2.5 inline-flex min-h-tap items-center gap-1 text-sm font-semibold text-brand after:absolute after:inset-0"
          >
            View Heist Details
            {isLoading ? <Spinner /> : <ChevronRight size={16} aria-hidden />}
          </button>
        ) : null}
      </div>
    </div>
  );
}

function timeOf(heist: Heist, nowMs: number): string | undefined {
  const { status } = heist;
  const endMs = Date.parse(heist.end_date);
  if (isAnswerable(heist)) return `${formatRemaining(secondsLeft(endMs, nowMs))} left to answer`;
  if (status === 'started') return `Ends ${formatSoon(endMs, nowMs)}`;
  if (status === 'completed' || status === 'cancelled') return undefined;
  const [word, time] = status === 'waiting' ? ['Opens', heist.opens_at] : ['Starts', heist.starts_at];
  return `${word} ${formatStart(Date.parse(time), nowMs)}`;
}

const statusLooks: Partial<Record<Heist['status'], ChipLook>> = {
  on_hold: 'warn',
  completed: 'plain',
  cancelled: 'bad',
};

function Chips({ heist }: { heist: Heist }) {
  const { status, capacity, ticket_price, remaining_spots } = heist;
  const look = statusLooks[status];
  const isFull = remaining_spots <= 0;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {heist.joined ? (
        <Chip look="ok">
          <Ticket size={16} aria-hidden />
          Ticket bought, {inCoins(ticket_price)}
        </Chip>
      ) : isOnSale(heist) ? null : (
        <Chip>{inCoins(ticket_price)} a ticket</Chip>
      )}
      <Chip look={isFull ? 'warn' : 'plain'}>
        <Users size={16} aria-hidden />
        {isFull ? 'Full, ' : ''}
        {formatNumber(heist.participant_count)} of {formatNumber(capacity)}
      </Chip>
      {/* H3: the hash of the answer, which is published before the first ticket. */}
      <Link
        to={pathTo(paths.proof, 'heist', heist.id)}
        className="-my-2.5 inline-flex min-h-tap items-center"
      >
        <Chip look="ok">
          <ShieldCheck size={16} aria-hidden />
          Sealed
          <span className="sr-only"> answer of {heist.name}</span>
        </Chip>
      </Link>
      <Chip>{heist.category}</Chip>
      {look ? <Chip look={look}>{status.replace('_', ' ')}</Chip> : null}
    </div>
  );
}

/** The main action of a ticket holder, and a second one of others, who find a vault without its question. */
function BreakButton({ heist: { status, joined }, onPress }: { heist: Heist; onPress: () => void }) {
  const isOpen = status === 'started';
  return (
    <Button
      look={!joined ? 'ghost' : isOpen ? 'ink' : 'line'}
      size={joined ? 'md' : 'sm'}
      className={joined ? '' : '-my-1.5'}
      onClick={onPress}
    >
      {isOpen ? <Vault size={20} aria-hidden /> : <Lock size={18} aria-hidden />}
      Break Vault
    </Button>
  );
}

/** What a ticket holder can open: the countdown before the start, the own answer, and the result after the end. */
function WayOn({ heist: { id, name, status, joined, answered } }: { heist: Heist }) {
  const isOver = status === 'completed' || (status === 'cancelled' && joined);
  const isSoon = status === 'on_hold' && joined;
  if (!isOver && !isSoon && !(status === 'started' && answered)) return null;
  return (
    <ButtonLink look="line" to={pathTo(paths.vault, id)}>
      {isOver ? 'See result' : isSoon ? 'See the countdown' : 'See your answer'}
      <span className="sr-only">, {name}</span>
    </ButtonLink>
  );
}

/** The sheet of the details. `read` reads them, and shows them after `detailsMs` at the earliest. */
function useDetails(id: number) {
  const queries = useQueryClient();
  const [isLoading, setIsLoading] = useState(false);
  const [shown, show] = useState<Heist | null>(null);
  const read = async () => {
    setIsLoading(true);
    try {
      const [heist] = await Promise.all([
        queries.fetchQuery({ ...heistQuery(id), staleTime: 0 }),
        new Promise((resolve) => setTimeout(resolve, detailsMs)),
      ]);
      show(heist);
    } catch {
      toast.error('Failed to load heist details. Please try again later.');
    } finally {
      setIsLoading(false);
    }
  };
  return { isLoading, shown, show, read: () => void read() };
}
