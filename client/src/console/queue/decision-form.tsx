import type { QueueClaim } from '@copup/shared/console.ts';
import { isolate } from '@copup/shared/isolate.ts';
import { useNotify } from 'ra-core';
import { type FormEvent, useState } from 'react';
import { ApiError, issueOf } from '../../lib/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { capitalized } from '../capitalized.ts';
import { actOnce } from '../data-provider.ts';
import { wordsOf } from '../form-errors.ts';
import { ConsequenceList } from '../items/consequence-list.tsx';
import { useConsequences } from '../items/use-consequences.ts';
import { useMayChange } from '../may-change.tsx';
import { isPending, waitsText } from '../pending.ts';
import { type Decision, doneWord, lookOf, type Queued, type QueueKind, titleOf } from './decision.ts';
import { EntryFields, useEntry } from './entry-fields.tsx';

interface DecisionFormProps<Item extends Queued> {
  kind: QueueKind<Item>;
  item: Item;
  decision: Decision;
  /** Another operator who decides the item now. */
  holder: QueueClaim | undefined;
  /** Whether a decision on this item is being sent. */
  isBusy: boolean;
  setBusy: (isBusy: boolean) => void;
  /** After the decision was taken, or when it waits for a second operator. */
  onDone: () => void;
  /** After a refusal because the item has another status. */
  onConflict: () => void;
}

/** The item in a notice: "Payment of ada". */
export const itemName = ({ noun }: Pick<QueueKind<never>, 'noun'>, { full_name }: Queued): string =>
  `${capitalized(noun)} of ${isolate(full_name)}`;

/** One decision with what it needs: the bank's reference or a reason. */
export function DecisionForm<Item extends Queued>(props: DecisionFormProps<Item>) {
  const { kind, item, decision, holder, isBusy } = props;
  const { action, needs, consequences = [] } = decision;
  const title = titleOf(decision);
  const entry = useEntry(decision);
  const reason = useMayChange()(`POST /admin/${kind.resource}/:id/${action}`);
  const { error, send } = useDecide(props, entry.body);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (entry.isReady && !isBusy && !holder) void send();
  };
  const issue = needs && issueOf(error, needs === 'transfer' ? 'bank_reference' : needs);
  const isInvalid = error instanceof ApiError && error.code === 'VALIDATION_FAILED';
  const fieldError = issue && (isInvalid ? issue : wordsOf(error));
  return (
    <form
      onSubmit={submit}
      aria-label={title}
      data-decision={lookOf(decision)}
      className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-lg border border-line bg-surface p-4"
    >
      <h3 className="text-ctl">{title}</h3>
      {kind.readsConsequences ? <ReadConsequences action={`${kind.noun}.${action}`} id={item.id} /> : null}
      {consequences.length > 0 ? (
        <ul className="grid gap-1 text-sm text-ink-2">
          {consequences.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      ) : null}
      {error && !fieldError ? <Note look="error" role="alert" title={wordsOf(error)} /> : null}
      {reason === undefined ? (
        <>
          <EntryFields decision={decision} entry={entry} error={fieldError} />
          <Button
            look={lookOf(decision)}
            type="submit"
            disabled={!entry.isReady || holder !== undefined}
            busy={isBusy}
            busyText="Processing..."
          >
            {holder
              ? `${isolate(holder.username)} decides this`
              : entry.isReady || needs !== 'reason'
                ? (decision.button ?? `${title} ${kind.noun}`)
                : 'Give a reason first'}
          </Button>
        </>
      ) : (
        <p className="text-sm text-ink-2">{reason}</p>
      )}
    </form>
  );
}

/** Sends a decision with one key for all attempts (P6). */
function useDecide<Item extends Queued>(
  { kind, item, decision, setBusy, onDone, onConflict }: DecisionFormProps<Item>,
  body: object | undefined,
) {
  const notify = useNotify();
  const [error, setError] = useState<unknown>();
  const send = async () => {
    const { action } = decision;
    const { resource } = kind;
    const name = itemName(kind, item);
    setBusy(true);
    setError(undefined);
    try {
      const intent = `${resource}:${item.id}:${action}`;
      const reply = await actOnce<object>(intent, resource, item.id, action, body);
      notify(isPending(reply) ? waitsText(name) : `${name} ${doneWord(decision)}`, { type: 'success' });
      onDone();
    } catch (failure) {
      setError(failure);
      // Another operator was faster, or the item has expired.
      if (failure instanceof ApiError && failure.status === 409) onConflict();
    } finally {
      setBusy(false);
    }
  };
  return { error, send };
}

function ReadConsequences({ action, id }: { action: string; id: number }) {
  return <ConsequenceList consequences={useConsequences(action, id)} />;
}
