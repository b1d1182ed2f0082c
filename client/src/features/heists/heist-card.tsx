import type { Heist } from '@copup/shared/heists.ts';
import { paths, pathTo } from '@copup/shared/page-paths.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Info, ShieldCheck, Users, X } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { formatMoment } from '../../lib/format-time.ts';
import { useConnection, useServerNow } from '../../realtime/index.ts';
import { VaultDoor } from '../../ui/art/vault-door.tsx';
import { Button, ButtonLink, IconButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ItemPicture } from '../../ui/item-picture.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Coins } from '../../ui/money.tsx';
import { toast } from '../../ui/toast.ts';
import { prizeTints, VaultCard, type VaultStatus } from '../../ui/vault-card.tsx';
import { AnswerForm } from './answer-form.tsx';
import { prizeOf, shortHash } from './live-heist.ts';
import { heistQuery } from './queries.ts';
import { TicketModal } from './ticket-modal.tsx';
import { useLiveCard, useLiveHeist } from './use-live-heist.ts';

/** Time for which View Heist Details shows that it is loading (specification, point 9). */
export const detailsMs = 500;

const words: Record<Heist['status'], VaultStatus> = {
  waiting: 'waiting',
  available: 'available',
  on_hold: 'on hold',
  started: 'started',
  completed: 'completed',
  cancelled: 'cancelled',
};

interface HeistCardProps {
  heist: Heist;
  /** Whether the card has no details and names the opening instead. */
  isEarly?: boolean;
}

/** A heist in a list, with its actions; its room keeps the spots and the status up to date. */
export function HeistCard({ heist: listed, isEarly = false }: HeistCardProps) {
  const heist = useLiveCard(listed);
  const isOffline = useConnection() === 'offline';
  const nowMs = useServerNow(60_000);
  const [open, setOpen] = useState<'ticket' | 'vault' | null>(null);
  const [isTooEarly, setIsTooEarly] = useState(false);
  const details = useDetails(heist.id);
  const { id, status, joined } = heist;
  const isStarted = status === 'started';
  const close = () => setOpen(null);
  const canBreak = isEarly || status === 'available' || isStarted;
  return (
    <>
      <VaultCard
        name={heist.name}
        prizeName={heist.prize_name}
        prize={heist.prize}
        prizeImage={heist.prize_image}
        category={heist.category}
        ticketPrice={heist.ticket_price}
        status={words[status]}
        taken={heist.participant_count}
        capacity={heist.capacity}
        hasTicket={joined}
        hasAnswered={heist.answered}
        busy={details.isLoading ? 'details' : undefined}
        isOffline={isOffline}
        time={timeOf(heist, nowMs)}
        seal={<SealLink id={id} hash={heist.answer_commitment} />}
        note={
          isTooEarly && !isStarted ? (
            <p
              role="status"
              className="flex items-center gap-2.5 rounded-md bg-warn-soft px-3.5 py-2 text-sm"
            >
              <Info size={18} aria-hidden className="shrink-0 text-warn" />
              This heist has not started yet
            </p>
          ) : null
        }
        {...(!isEarly && { onDetails: details.show })}
        onBuyTicket={() => setOpen('ticket')}
        onBreakVault={canBreak ? () => (isStarted ? setOpen('vault') : setIsTooEarly(true)) : undefined}
      >
        <WayOn heist={heist} />
      </VaultCard>
      {details.heist ? <DetailsModal heist={details.heist} onClose={details.hide} /> : null}
      {open === 'ticket' ? <TicketModal heist={heist} onClose={close} /> : null}
      {open === 'vault' ? <VaultModal heist={heist} onClose={close} /> : null}
    </>
  );
}

function timeOf(heist: Heist, nowMs: number): string | undefined {
  if (heist.status === 'waiting') return `opens ${formatMoment(Date.parse(heist.opens_at), nowMs)}`;
  if (heist.status === 'available' || heist.status === 'on_hold')
    return `starts ${formatMoment(Date.parse(heist.starts_at), nowMs)}`;
  return heist.status === 'started' ? `ends ${formatMoment(Date.parse(heist.end_date), nowMs)}` : undefined;
}

/** What a ticket holder can open: the countdown before the start, the result after the end. */
function WayOn({ heist: { id, name, status, joined } }: { heist: Heist }) {
  const isOver = status === 'completed' || (status === 'cancelled' && joined);
  const isSoon = status === 'on_hold' && joined;
  if (!isOver && !isSoon) return null;
  return (
    <ButtonLink to={pathTo(paths.vault, id)} className="px-2! text-sm!">
      {isSoon ? 'See the countdown' : 'See result'}
      <span className="sr-only">, {name}</span>
    </ButtonLink>
  );
}

/** Reads the details, and shows them after `detailsMs` at the earliest. */
function useDetails(id: number) {
  const queries = useQueryClient();
  const [isLoading, setIsLoading] = useState(false);
  const [heist, setHeist] = useState<Heist | null>(null);
  const show = async () => {
    setIsLoading(true);
    try {
      const [read] = await Promise.all([
        queries.fetchQuery({ ...heistQuery(id), staleTime: 0 }),
        new Promise((resolve) => setTimeout(resolve, detailsMs)),
      ]);
      setHeist(read);
    } catch {
      toast.error('Failed to load heist details. Please try again later.');
    } finally {
      setIsLoading(false);
    }
  };
  return { isLoading, heist, show: () => void show(), hide: () => setHeist(null) };
}

/** Break Vault: the story, the question and the answer of a started heist. */
function VaultModal({ heist: listed, onClose }: { heist: Heist; onClose: () => void }) {
  const { heist } = useLiveHeist(listed);
  const [isBusy, setIsBusy] = useState(false);
  return (
    <Modal title={heist.name} onClose={onClose} isBusy={isBusy} withHeader={false}>
      {(leave) => (
        <>
          <div className="stage adire relative -mx-5 -mt-[1.625rem] mb-4.5 grid justify-items-center gap-1 overflow-hidden px-14 pt-4.5 pb-5 text-center [--moon-at:center_-70px] lg:-mx-7 lg:-mt-7 lg:pt-6">
            <IconButton
              label="Close"
              onClick={leave}
              disabled={isBusy}
              className="absolute! top-3 right-3 bg-white/12"
            >
              <X size={24} aria-hidden />
            </IconButton>
            <VaultDoor className="size-29" />
            <p
              aria-hidden="true"
              className="font-display text-[1.5rem] leading-tight font-bold wrap-anywhere"
            >
              {heist.name}
            </p>
            <p className="inline-flex items-center gap-1.5 text-sm text-on-stage-2">
              <Users size={16} aria-hidden />
              {heist.participant_count} in this heist
            </p>
          </div>
          <AnswerForm heist={heist} onAnswered={onClose} onBusy={setIsBusy} />
        </>
      )}
    </Modal>
  );
}

/** The facts of a heist's prize. */
function DetailsModal({ heist, onClose }: { heist: Heist; onClose: () => void }) {
  const facts = [
    ['Prize', heist.prize_name],
    ['Worth', <Coins key="worth" amount={heist.prize} />],
    ['Ticket price', <Coins key="price" amount={heist.ticket_price} />],
    ['Category', heist.category],
  ] as const;
  return (
    <Modal title={heist.name} onClose={onClose}>
      {(leave) => (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
          <ItemPicture
            item={prizeOf(heist)}
            sizes="(min-width: 1024px) 404px, 92vw"
            className={classNames('h-48 w-full rounded-[18px]! *:h-[78%]!', prizeTints[heist.category])}
          />
          <dl className="divide-y divide-line rounded-[18px] bg-canvas px-4">
            {facts.map(([name, value]) => (
              <div key={name} className="flex flex-wrap justify-between gap-x-3 py-2.5">
                <dt className="text-ink-2">{name}</dt>
                <dd className="min-w-0 font-semibold wrap-anywhere">{value}</dd>
              </div>
            ))}
          </dl>
          <SealLink id={heist.id} hash={heist.answer_commitment} />
          <Button look="ink" onClick={leave}>
            Close
          </Button>
        </div>
      )}
    </Modal>
  );
}

/** The hash of the answer, which is published before the first ticket (H3). */
function SealLink({ id, hash }: { id: number; hash: string }) {
  return (
    <Link
      to={pathTo(paths.proof, 'heist', id)}
      className="-my-1 inline-flex min-h-tap flex-wrap items-center gap-x-2 justify-self-start text-xs text-ink-2"
    >
      <ShieldCheck size={18} aria-hidden className="shrink-0 text-ok" />
      Sealed answer
      <span title={hash} className="font-mono">
        {shortHash(hash)}
      </span>
    </Link>
  );
}
