import type { Heist } from '@copup/shared/heists.ts';
import { paths, pathTo } from '@copup/shared/page-paths.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Info } from 'lucide-react';
import { useState } from 'react';
import { formatMoment } from '../../lib/format-time.ts';
import { useConnection, useServerNow } from '../../realtime/index.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { VaultCard, type VaultStatus } from '../../ui/vault-card.tsx';
import { DetailsModal } from './details-modal.tsx';
import { heistQuery } from './queries.ts';
import { SealLink } from './seal-link.tsx';
import { TicketModal } from './ticket-modal.tsx';
import { useLiveCard } from './use-live-heist.ts';
import { VaultModal } from './vault-modal.tsx';

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
    <ButtonLink look="ink" to={pathTo(paths.vault, id)} className="px-2! text-sm!">
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
