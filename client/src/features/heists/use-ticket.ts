import { formatNumber } from '@copup/shared/coins.ts';
import type { PayEntryBody } from '@copup/shared/entry-payments.ts';
import type { Heist } from '@copup/shared/heists.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, messageOf } from '../../lib/api-error.ts';
import { callOnce } from '../../lib/calls.ts';
import { toast } from '../../ui/toast.ts';
import { updateHeist } from './use-heists.ts';

/** H2: buys one ticket; a second one is refused and costs nothing. */
export function useTicket(id: number, onDone: () => void) {
  const queries = useQueryClient();
  const join = (heist: Heist): Heist => ({ ...heist, joined: true });
  return useMutation({
    meta: { moment: 'ticket' },
    mutationFn: (body: PayEntryBody) =>
      callOnce(`ticket:${id}`, 'POST /hurt/heists/pay-entry/:id', { params: { id }, body }),
    onSuccess: ({ message, ticket_no }) => {
      updateHeist(queries, id, join);
      toast.success(`${message} You have ticket ${formatNumber(ticket_no)}.`);
      onDone();
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'ALREADY_JOINED') updateHeist(queries, id, join);
      if (error instanceof ApiError && error.code === 'HEIST_LOCKED')
        void queries.invalidateQueries({ queryKey: ['heists', 'waiting'] });
      toast.error(messageOf(error, 'An unexpected error occurred.'));
      onDone();
    },
  });
}

/** H3: sends the user's only answer. A repeated answer with the same key has the reply of the first. */
export function useAnswer(id: number, onDone: () => void) {
  const queries = useQueryClient();
  return useMutation({
    meta: { moment: 'answer' },
    mutationFn: (answer: string) =>
      callOnce(`heist-answer:${id}`, 'POST /hurt/submitAnswer/:id', { params: { id }, body: { answer } }),
    onSuccess: ({ answered_at }, own_answer) => {
      updateHeist(queries, id, (heist) => ({ ...heist, answered: true, own_answer, answered_at }));
      toast.success('Answer submitted successfully!');
      onDone();
    },
    onError: (error) => {
      // With the answer of another device.
      if (error instanceof ApiError && error.code === 'ALREADY_ANSWERED')
        for (const key of [['heist', id], ['heists']]) void queries.invalidateQueries({ queryKey: key });
      toast.error(messageOf(error, 'Failed to submit the answer.'));
    },
  });
}
