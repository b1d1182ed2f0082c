import { coinsAre, inCoins } from '@copup/shared/coins.ts';
import { type EnteredKind, liveSubjects } from '@copup/shared/live-subjects.ts';
import type { CorrectedField, LeaveReply, SubjectChanges } from '@copup/shared/subjects.ts';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useBalance } from '../balance/use-balance.ts';
import { messageOf } from '../lib/api-error.ts';
import { postIntent } from '../lib/intents.ts';
import { useConnection } from '../realtime/index.ts';
import { Button } from '../ui/button.tsx';
import { Modal } from '../ui/modal.tsx';
import { Note } from '../ui/note.tsx';
import { toast } from '../ui/toast.ts';
import { getChanges } from './use-cancellation.ts';

interface CorrectionCardProps {
  kind: EnteredKind;
  id: number;
  /** Called when the page's words are old, or the user has left. */
  onChanged: () => void;
}

const words: Readonly<Record<CorrectedField['field'], string>> = {
  name: 'Name',
  description: 'Description',
  prize_name: 'Prize',
  image: 'Picture',
};

/** A14: what was corrected since the user entered, with both versions, and how to leave. Empty without a correction. */
export function CorrectionCard({ kind, id, onChanged }: CorrectionCardProps) {
  const unread = useBalance()?.unread ?? null;
  const { data, refetch } = useQuery({
    // Each correction writes a notice.
    queryKey: ['changes', kind, id, unread],
    queryFn: ({ signal }) => getChanges(kind, id, signal),
    enabled: unread !== null,
    placeholderData: keepPreviousData,
  });
  useNewCorrections(data, onChanged);
  const isOffline = useConnection() === 'offline';
  const [isAsking, setIsAsking] = useState(false);
  const leaving = useMutation({
    mutationFn: () =>
      postIntent<LeaveReply>(`leave:${kind}:${id}`, `${liveSubjects[kind].calls}/leave/${id}`),
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => toast.error(messageOf(error, 'You could not leave.')),
    onSettled: () => {
      setIsAsking(false);
      void refetch();
      onChanged();
    },
  });
  if (!data || data.refund === null) return null;
  return (
    <section aria-label="Corrected" className="text-left">
      <Note look="warn" title="Corrected after you entered">
        <dl className="mt-1.5 grid grid-cols-[minmax(0,1fr)] gap-2">
          {mergeCorrections(data).map((one) => (
            <Corrected key={one.field} {...one} />
          ))}
        </dl>
        <Button
          look="ink"
          disabled={isOffline}
          busy={leaving.isPending}
          onClick={() => setIsAsking(true)}
          className="mt-3 w-full"
        >
          {leaveText(data.refund)}
        </Button>
      </Note>
      {isAsking ? (
        <LeaveModal
          kind={kind}
          refund={data.refund}
          isBusy={leaving.isPending}
          onLeave={() => leaving.mutate()}
          onClose={() => setIsAsking(false)}
        />
      ) : null}
    </section>
  );
}

function Corrected({ field, before, after }: CorrectedField) {
  return (
    <div>
      <dt className="font-semibold">{words[field]}</dt>
      {(
        [
          ['Was', before],
          ['Now', after],
        ] as const
      ).map(([when, value]) => (
        <dd key={when} className="flex items-start gap-2 wrap-anywhere">
          <span className="w-9 shrink-0 text-ink-2">{when}</span>
          {field !== 'image' ? (
            <span className="min-w-0 whitespace-pre-line">{value || 'nothing'}</span>
          ) : value ? (
            <img src={value} alt={when} loading="lazy" className="size-20 rounded-md object-cover" />
          ) : (
            'no picture'
          )}
        </dd>
      ))}
    </div>
  );
}

/** Returns each field once: as it was when the user entered, and as it is now. */
function mergeCorrections({ corrections }: SubjectChanges): CorrectedField[] {
  const merged = new Map<string, CorrectedField>();
  for (const one of corrections.flatMap(({ fields }) => fields))
    merged.set(one.field, { ...one, before: merged.get(one.field)?.before ?? one.before });
  return [...merged.values()];
}

function useNewCorrections(data: SubjectChanges | undefined, onChanged: () => void): void {
  const known = useRef<number | null>(null);
  const count = data?.corrections.length ?? null;
  useEffect(() => {
    const before = known.current;
    known.current = count;
    if (before !== null && count !== null && count > before) onChanged();
  }, [count, onChanged]);
}

interface LeaveModalProps {
  kind: EnteredKind;
  refund: number;
  isBusy: boolean;
  onLeave: () => void;
  onClose: () => void;
}

const leaveText = (refund: number) => (refund > 0 ? `Leave with a refund of ${inCoins(refund)}` : 'Leave');

/** Confirms that an entry is given back. */
function LeaveModal({ kind, refund, isBusy, onLeave, onClose }: LeaveModalProps) {
  const { entry, again } = liveSubjects[kind].leaving;
  return (
    <Modal title={`Leave this ${kind}?`} onClose={onClose} isBusy={isBusy}>
      {(close) => (
        <div className="grid gap-4">
          <p className="text-ink-2">
            You give your {entry} back.{' '}
            {refund > 0 ? `Your ${coinsAre(refund)} back in your wallet at once. ` : ''}
            {again}
          </p>
          <div className="grid gap-2">
            <Button look="coin" size="lg" busy={isBusy} onClick={onLeave}>
              {leaveText(refund)}
            </Button>
            <Button disabled={isBusy} onClick={close}>
              Stay
            </Button>
          </div>
        </div>
      )}
    </Modal>
  );
}
