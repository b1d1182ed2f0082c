import { formatNumber } from '@copup/shared/coins.ts';
import { useState } from 'react';
import { postIntent } from '../../lib/intents.ts';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Note } from '../../ui/note.tsx';
import { wordsOf } from '../form-errors.ts';
import { type BulkReply, bulkSummary } from './bulk-summary.ts';
import { type BulkDecision, doneWord, lookOf, type Queued, type QueueKind, titleOf } from './decision.ts';
import { EntryFields, useEntry } from './entry-fields.tsx';
import type { Selection } from './use-selection.ts';

interface BulkDecisionsProps<Item extends Queued> {
  kind: Pick<QueueKind<Item>, 'resource' | 'noun'>;
  items: readonly Item[];
  selection: Selection<Item>;
  decisions: readonly BulkDecision[];
  onDone: () => void;
}

/** Selects the items of a list, and decides them at once. */
export function BulkDecisions<Item extends Queued>(props: BulkDecisionsProps<Item>) {
  const { kind, items, selection, decisions, onDone } = props;
  const [open, setOpen] = useState<BulkDecision | null>(null);
  const [summary, setSummary] = useState<ReturnType<typeof bulkSummary> | null>(null);
  const { length } = selection.items;
  const finish = (decision: BulkDecision) => (reply: BulkReply) => {
    setOpen(null);
    setSummary(bulkSummary({ done: (count) => doneText(kind.noun, decision, count) }, reply, items));
    selection.clear();
    onDone();
  };
  return (
    <>
      {summary ? <Summary {...summary} onClose={() => setSummary(null)} /> : null}
      {items.length > 0 ? (
        <label className="-mb-2 inline-flex min-h-tap items-center gap-2.5 self-start text-sm font-semibold">
          <input
            type="checkbox"
            checked={length === items.length}
            onChange={selection.toggleAll}
            className="ml-3 size-5 accent-brand"
          />
          Select all on this page
        </label>
      ) : null}
      {length > 0 ? (
        <div className="flex flex-wrap items-center gap-2 rounded-lg border border-line bg-surface p-2.5">
          <span role="status" className="mr-auto px-1 text-sm font-semibold">
            {length} selected
          </span>
          <Button look="ghost" size="sm" onClick={selection.clear}>
            Clear
          </Button>
          {decisions.map((each) => (
            <Button key={each.action} look={lookOf(each)} size="sm" onClick={() => setOpen(each)}>
              {nameOf(each, length)}
            </Button>
          ))}
          {open ? (
            <BulkDialog
              resource={kind.resource}
              ids={selection.items.map(({ id }) => id)}
              decision={open}
              onClose={() => setOpen(null)}
              onDone={finish(open)}
            />
          ) : null}
        </div>
      ) : null}
    </>
  );
}

function Summary({ title, lines, onClose }: ReturnType<typeof bulkSummary> & { onClose: () => void }) {
  const close = (
    <Button look="line" size="sm" onClick={onClose}>
      Close
    </Button>
  );
  return (
    <Note look={lines.length > 0 ? 'warn' : 'ok'} role="status" title={title} action={close}>
      {lines.map((line) => (
        <p key={line} className="wrap-anywhere">
          {line}
        </p>
      ))}
    </Note>
  );
}

/** "3 uploads approved". */
const doneText = (noun: string, decision: BulkDecision, count: number): string =>
  `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'} ${doneWord(decision)}`;

/** "Approve 3". */
const nameOf = (decision: BulkDecision, count: number): string =>
  `${titleOf(decision)} ${formatNumber(count)}`;

interface BulkDialogProps {
  resource: string;
  ids: readonly number[];
  decision: BulkDecision;
  onClose: () => void;
  onDone: (reply: BulkReply) => void;
}

function BulkDialog({ resource, ids, decision, onClose, onDone }: BulkDialogProps) {
  const { action, needs } = decision;
  const name = nameOf(decision, ids.length);
  const entry = useEntry(decision);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const send = async () => {
    setBusy(true);
    setError(undefined);
    try {
      const body = { ids, ...(needs && { [needs]: entry.value }) };
      onDone(await postIntent<BulkReply>(`${resource}:${action}`, `/admin/${resource}/${action}`, body));
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };
  return (
    <Modal title={`${name}?`} onClose={onClose} isBusy={isBusy}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
        {error ? <Note look="error" role="alert" title={wordsOf(error)} /> : null}
        <p className="text-ink-2">{decision.consequence(ids.length)}</p>
        <EntryFields name={`bulk-${action}`} decision={decision} entry={entry} />
        <div className="mt-1.5 flex gap-2.5">
          <Button look="line" onClick={onClose} disabled={isBusy}>
            Back
          </Button>
          <Button
            look={lookOf(decision)}
            disabled={!entry.isReady}
            busy={isBusy}
            busyText="Processing..."
            onClick={() => void send()}
            className="flex-1"
          >
            {entry.isReady ? name : 'Give a reason first'}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
