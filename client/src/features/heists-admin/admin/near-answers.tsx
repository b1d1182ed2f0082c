import type { AdminHeist, NearMiss } from '@copup/shared/heists.ts';
import { isolate } from '@copup/shared/isolate.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CommandButton } from '../../../console/may-change.tsx';
import { isPending, waitsText } from '../../../console/pending.ts';
import { ReasonForm } from '../../../console/reason-form.tsx';
import { call } from '../../../lib/calls.ts';
import { Chip } from '../../../ui/chip.tsx';
import { LoadedList } from '../../../ui/loaded-list.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { EmptyState } from '../../../ui/states.tsx';

/** H3: shows the answers that nearly equal an accepted one, to accept them before the end. */
export function NearAnswers({ heist, onClose }: { heist: AdminHeist; onClose: () => void }) {
  const [accepted, setAccepted] = useState<NearMiss | null>(null);
  const params = { id: heist.id };
  const near = useQuery({
    queryKey: ['near-misses', heist.id],
    queryFn: ({ signal }) => call('GET /admin/heists/:id/near-misses', { params, signal }),
    select: ({ items }) => items,
    staleTime: 0,
  });
  if (accepted) {
    const accept = async (reason: string) => {
      const body = { user_id: accepted.user_id, reason };
      const reply = await call('POST /admin/heists/:id/accept-answer', { params, body });
      await near.refetch();
      if (isPending(reply)) return waitsText('Accepting the answer');
      return `“${accepted.answer}” is accepted`;
    };
    return (
      <ReasonForm
        title={`Accept “${accepted.answer}”`}
        actionName="Accept the answer"
        onSubmit={accept}
        onClose={() => setAccepted(null)}
      >
        It is correct for all players who gave it, {usersOf(accepted)} so far. This can’t be undone.
      </ReasonForm>
    );
  }
  return (
    <Modal title={`Near answers of ${isolate(heist.name)}`} onClose={onClose}>
      <p className="mb-3.5 text-sm text-ink-2">Accepted: {heist.answers.join(', ')}</p>
      <LoadedList<NearMiss>
        query={near}
        loading="Loading answers..."
        failed="The answers could not be read."
        skeleton={{ count: 3, className: 'h-15' }}
        empty={<EmptyState title="No answer is close to an accepted one" />}
      >
        {(items) => (
          <ul className="divide-y divide-line" aria-label="Near answers">
            {items.map((item) => (
              <Answer
                key={item.user_id}
                item={item}
                onAccept={heist.status === 'started' ? () => setAccepted(item) : undefined}
              />
            ))}
          </ul>
        )}
      </LoadedList>
    </Modal>
  );
}

const usersOf = ({ users }: NearMiss): string => (users === 1 ? 'one player' : `${users} players`);

function Answer({ item, onAccept }: { item: NearMiss; onAccept: (() => void) | undefined }) {
  const { answer, distance, closest, username, accepted_by } = item;
  return (
    <li className="flex flex-wrap items-center gap-3 py-2.5">
      <div className="min-w-0 flex-[1_1_12rem]">
        <p className="font-semibold wrap-anywhere">{answer}</p>
        <p className="text-xs text-ink-2">
          {distance} from “{isolate(closest)}”, {usersOf(item)}, first {username}
        </p>
      </div>
      {accepted_by === null ? null : <Chip look="ok">accepted by {accepted_by}</Chip>}
      {accepted_by === null && onAccept ? (
        <CommandButton
          command="POST /admin/heists/:id/accept-answer"
          size="sm"
          aria-label={`Accept ${answer}`}
          onClick={onAccept}
        >
          Accept
        </CommandButton>
      ) : null}
    </li>
  );
}
