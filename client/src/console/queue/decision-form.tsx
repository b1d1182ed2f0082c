import { useNotify } from 'ra-core';
import { type FormEvent, useState } from 'react';
import { ApiError, issueOf } from '../../lib/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Note } from '../../ui/note.tsx';
import { actOnce } from '../data-provider.ts';
import { wordsOf } from '../form-errors.ts';
import { ConsequenceList } from '../items/consequence-list.tsx';
import { useConsequences } from '../items/use-consequences.ts';
import { isPending, waitsText } from '../pending.ts';
import type { Decision } from './decision.ts';
import { OTHER, ReasonChoice } from './reason-choice.tsx';

interface DecisionFormProps {
  resource: string;
  id: number;
  /** The item in a notice: "Payment of ada". */
  name: string;
  decision: Decision;
  /** The action whose consequences the server reads. */
  outlook: string | null;
  /** Whether a decision on this item is being sent. */
  isBusy: boolean;
  setBusy: (isBusy: boolean) => void;
  /** After the decision was taken, or when it waits for a second operator. */
  onDone: () => void;
  /** After a refusal because the item has another status. */
  onConflict: () => void;
}

/** One decision with what it needs: the bank's reference or a reason. */
export function DecisionForm(props: DecisionFormProps) {
  const { resource, id, name, decision, outlook, isBusy, setBusy, onDone, onConflict } = props;
  const { needs, reasons = [] } = decision;
  const notify = useNotify();
  const [choice, setChoice] = useState(reasons.length === 0 ? OTHER : '');
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<unknown>();
  const value = needs === 'reason' && choice !== OTHER ? choice : typed.trim();
  const isReady = needs === undefined || value !== '';

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!isReady || isBusy) return;
    setBusy(true);
    setError(undefined);
    try {
      const body = needs === undefined ? undefined : { [needs]: value };
      const reply = await actOnce<object>(
        `${resource}:${id}:${decision.action}`,
        resource,
        id,
        decision.action,
        body,
      );
      notify(isPending(reply) ? waitsText(name) : decision.done, { type: 'success' });
      onDone();
    } catch (failure) {
      setError(failure);
      // Another operator was faster, or the item has expired.
      if (failure instanceof ApiError && failure.status === 409) onConflict();
    } finally {
      setBusy(false);
    }
  };

  const issue = needs === undefined ? undefined : issueOf(error, needs);
  const isInvalid = error instanceof ApiError && error.code === 'VALIDATION_FAILED';
  const fieldError = issue && (isInvalid ? issue : wordsOf(error));
  return (
    <form
      onSubmit={submit}
      aria-label={decision.title}
      className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-lg border border-line bg-surface p-4"
    >
      <h3 className="text-ctl">{decision.title}</h3>
      {outlook === null ? null : <ReadConsequences action={outlook} id={id} />}
      {decision.consequences.length > 0 ? (
        <ul className="grid gap-1 text-sm text-ink-2">
          {decision.consequences.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      ) : null}
      {error && !fieldError ? <Note look="error" role="alert" title={wordsOf(error)} /> : null}
      {needs === 'bank_reference' ? (
        <Field
          label="Bank reference"
          hint="As on your bank statement"
          autoComplete="off"
          maxLength={64}
          value={typed}
          error={fieldError}
          onChange={(event) => setTyped(event.target.value)}
        />
      ) : null}
      {needs === 'reason' ? (
        <ReasonChoice
          name={`${decision.action}-${id}`}
          reasons={reasons}
          choice={choice}
          onChoose={setChoice}
          typed={typed}
          onType={setTyped}
          error={fieldError}
        />
      ) : null}
      <Button look={decision.look} type="submit" disabled={!isReady} busy={isBusy} busyText="Processing...">
        {isReady || needs !== 'reason' ? decision.button : 'Give a reason first'}
      </Button>
    </form>
  );
}

function ReadConsequences({ action, id }: { action: string; id: number }) {
  return <ConsequenceList consequences={useConsequences(action, id)} />;
}
