import { MOST_ANSWERS } from '@copup/shared/suspension-limits.ts';
import type { OwnSuspension } from '@copup/shared/suspensions.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../lib/api-error.ts';
import { call } from '../../lib/calls.ts';
import { formatMoment } from '../../lib/format-time.ts';
import { useFresh } from '../../lib/read-query.ts';
import { useSignedInUser } from '../../lib/session.ts';
import { Submit } from '../../parts/form-parts.tsx';
import { useForm } from '../../parts/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/field.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Note } from '../../ui/note.tsx';
import { toast } from '../../ui/toast.ts';

type Suspended = NonNullable<OwnSuspension['suspension']>;

/** S10: above every page of a suspended player: until when, the reason, and a way to answer. */
export function Part() {
  const { id } = useSignedInUser();
  const [isAnswering, setIsAnswering] = useState(false);
  const { data } = useFresh(['own-suspension', id], (signal) => call('GET /user/suspension', { signal }));
  const suspension = data?.suspension;
  if (!suspension) return null;
  const answered = suspension.answers.length > 0;
  return (
    <div className="mx-auto max-w-[1120px] px-4 pt-3 lg:px-10">
      <Note
        look="warn"
        role="status"
        title={`Your account is suspended until ${momentOf(suspension.ends_at)}`}
        action={
          <Button look="line" size="sm" onClick={() => setIsAnswering(true)}>
            {answered ? 'Answer again' : 'Answer'}
          </Button>
        }
      >
        <p className="wrap-anywhere">Reason: {suspension.reason}</p>
        <p>
          Your bids, tickets and entries still count. Prizes and payouts wait. You can’t start anything new.
        </p>
      </Note>
      {isAnswering ? (
        <AnswerModal suspension={suspension} userId={id} onClose={() => setIsAnswering(false)} />
      ) : null}
    </div>
  );
}

const momentOf = (at: string) => formatMoment(Date.parse(at), Date.now());

interface AnswerModalProps {
  suspension: Suspended;
  userId: string;
  onClose: () => void;
}

function AnswerModal({ suspension: { reason, answers }, userId, onClose }: AnswerModalProps) {
  const client = useQueryClient();
  const sending = useMutation({
    mutationFn: (text: string) => call('POST /user/suspension/answer', { body: { text } }),
    onSuccess: (reply) => {
      client.setQueryData(['own-suspension', userId], reply);
      toast.success('Your answer is sent');
      onClose();
    },
  });
  const { form, field } = useForm<'text'>({
    check: (read) => ({ text: read('text') === '' ? 'Write your answer.' : undefined }),
    send: (read) => sending.mutate(read('text')),
    failure: sending.error,
  });
  return (
    <Modal title="Answer the suspension" onClose={onClose} isBusy={sending.isPending}>
      <form {...form} className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
        <p className="text-sm wrap-anywhere text-ink-2">Reason: {reason}</p>
        {answers.length > 0 ? (
          <ul aria-label="Your answers" className="divide-y divide-line text-sm">
            {answers.map(({ at, text }) => (
              <li key={at} className="py-2">
                <span className="wrap-anywhere whitespace-pre-line">{text}</span>
                <time dateTime={at} className="block text-ink-3">
                  {momentOf(at)}
                </time>
              </li>
            ))}
          </ul>
        ) : null}
        <TextArea
          {...field('text')}
          label="Your answer"
          hint={`An operator reads it. At most ${MOST_ANSWERS} answers`}
          maxLength={1_000}
        />
        {sending.error ? (
          <Note look="error" role="alert" title={messageOf(sending.error, 'The answer could not be sent')} />
        ) : null}
        <Submit look="ink" busy={sending.isPending}>
          Send the answer
        </Submit>
      </form>
    </Modal>
  );
}
