import type { QueueClaim } from '@copup/shared/console.ts';
import { isolate } from '@copup/shared/isolate.ts';
import type { ClaimedQueue } from '@copup/shared/queues.ts';
import { useMutation } from '@tanstack/react-query';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { wordsOf } from '../form-errors.ts';
import { showTime } from '../local-time.ts';
import { claim, useMayDecide } from './use-claims.ts';

interface ClaimNoteProps {
  queue: ClaimedQueue;
  /** Of another operator; what was typed stays meanwhile. */
  holder: QueueClaim | undefined;
}

/** Says which other operator decides the item, and takes it over. */
export function ClaimNote({ queue, holder }: ClaimNoteProps) {
  const taking = useMutation({ mutationFn: (id: number) => claim(queue, id, true) });
  const mayDecide = useMayDecide(queue);
  if (!holder) return null;
  return (
    <Note
      look="warn"
      role="status"
      title={`${isolate(holder.username)} decides this`}
      action={
        mayDecide && (
          <Button look="line" size="sm" busy={taking.isPending} onClick={() => taking.mutate(holder.item_id)}>
            Take over
          </Button>
        )
      }
    >
      {taking.error ? wordsOf(taking.error) : `Until ${showTime(holder.until)} at the latest`}
    </Note>
  );
}
