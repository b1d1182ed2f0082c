import { fieldTexts } from '@copup/shared/field-texts.ts';
import { MAX_ANSWER_LENGTH } from '@copup/shared/heist-limits.ts';
import type { Heist } from '@copup/shared/heists.ts';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Submit } from '../../parts/form-parts.tsx';
import { useConnection } from '../../realtime/index.ts';
import { TextArea } from '../../ui/field.tsx';
import { Note } from '../../ui/note.tsx';
import { useAnswer } from './use-ticket.ts';

interface AnswerFormProps {
  heist: Heist;
  /** Called once the server has the answer. */
  onAnswered: () => void;
  onBusy?: (isBusy: boolean) => void;
}

/** The story, the question and the only answer (H3). */
export function AnswerForm({ heist, onAnswered, onBusy }: AnswerFormProps) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const isOffline = useConnection() === 'offline';
  const answering = useAnswer(heist.id, () => {
    setText('');
    onAnswered();
  });
  const { isPending } = answering;
  useEffect(() => onBusy?.(isPending), [isPending, onBusy]);
  const focus = () => form.current?.querySelector('textarea')?.focus({ preventScroll: true });
  const canAnswer = heist.joined && heist.question !== null && !heist.answered;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the question has arrived
  useEffect(focus, [canAnswer]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const answer = text.trim();
    setError(answer ? undefined : fieldTexts.answer);
    if (answer) answering.mutate(answer);
    else focus();
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
      <Story heist={heist} />
      {canAnswer ? (
        <form ref={form} onSubmit={submit} noValidate className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
          <TextArea
            label="Your answer"
            aside={`${text.length} of ${MAX_ANSWER_LENGTH}`}
            hint="One answer only. Capitals, spaces and accents don’t matter."
            error={error}
            rows={2}
            maxLength={MAX_ANSWER_LENGTH}
            autoComplete="off"
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setError(undefined);
            }}
          />
          <Submit busy={isPending} disabled={isOffline}>
            Submit Answer
          </Submit>
        </form>
      ) : null}
    </div>
  );
}

function Story({ heist }: { heist: Heist }) {
  return (
    <>
      {heist.story ? (
        <p className="leading-relaxed whitespace-pre-line text-ink-2 wrap-anywhere">{heist.story}</p>
      ) : null}
      {heist.joined ? (
        <div aria-live="polite">
          {heist.question === null ? (
            <p className="text-ink-2">The question is on its way.</p>
          ) : (
            <div className="animate-after-door rounded-md bg-coin-soft px-3.5 py-3">
              <p className="text-xs font-semibold text-coin-text">Question</p>
              <p className="text-ctl font-semibold wrap-anywhere">{heist.question}</p>
            </div>
          )}
        </div>
      ) : (
        <Note look="info">Only ticket holders see the question and can answer.</Note>
      )}
    </>
  );
}
