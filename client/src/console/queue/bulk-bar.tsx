import { useState } from 'react';
import { postIntent } from '../../lib/intents.ts';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Note } from '../../ui/note.tsx';
import { wordsOf } from '../form-errors.ts';
import type { BulkReply } from './bulk-summary.ts';
import type { BulkDecision, Queued } from './decision.ts';
import { OTHER, ReasonChoice } from './reason-choice.tsx';

interface BulkBarProps<Item extends Queued> {
  resource: string;
  items: readonly Item[];
  decisions: readonly BulkDecision[];
  onClear: () => void;
  /** With the decision's summary. */
  onDone: (decision: BulkDecision, reply: BulkReply) => void;
}

/** What can be done with the selected items. */
export function BulkBar<Item extends Queued>(props: BulkBarProps<Item>) {
  const { resource, items, decisions, onClear, onDone } = props;
  const [open, setOpen] = useState<BulkDecision | null>(null);
  return (
    <div className="flex flex-wrap items-center gap-2 rounded-lg border border-line bg-surface p-2.5">
      <span role="status" className="mr-auto px-1 text-sm font-semibold">
        {items.length} selected
      </span>
      <Button look="ghost" size="sm" onClick={onClear}>
        Clear
      </Button>
      {decisions.map((decision) => (
        <Button key={decision.action} look={decision.look} size="sm" onClick={() => setOpen(decision)}>
          {decision.name(items.length)}
        </Button>
      ))}
      {open ? (
        <BulkDialog
          resource={resource}
          ids={items.map(({ id }) => id)}
          decision={open}
          onClose={() => setOpen(null)}
          onDone={(reply) => {
            setOpen(null);
            onDone(open, reply);
          }}
        />
      ) : null}
    </div>
  );
}

interface BulkDialogProps {
  resource: string;
  ids: readonly number[];
  decision: BulkDecision;
  onClose: () => void;
  onDone: (reply: BulkReply) => void;
}

function BulkDialog({ resource, ids, decision, onClose, onDone }: BulkDialogProps) {
  const { action, needs, reasons = [], look } = decision;
  const [choice, setChoice] = useState(reasons.length === 0 ? OTHER : '');
  const [typed, setTyped] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const reason = choice === OTHER ? typed.trim() : choice;
  const isReady = needs === undefined || reason !== '';
  const send = async () => {
    setBusy(true);
    setError(undefined);
    try {
      const body = { ids, ...(needs && { reason }) };
      onDone(await postIntent<BulkReply>(`${resource}:${action}`, `/admin/${resource}/${action}`, body));
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };
  return (
    <Modal title={`${decision.name(ids.length)}?`} onClose={onClose} isBusy={isBusy}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
        {error ? <Note look="error" role="alert" title={wordsOf(error)} /> : null}
        <p className="text-ink-2">{decision.consequence(ids.length)}</p>
        {needs === 'reason' ? (
          <ReasonChoice
            name={`bulk-${action}`}
            reasons={reasons}
            choice={choice}
            onChoose={setChoice}
            typed={typed}
            onType={setTyped}
          />
        ) : null}
        <div className="mt-1.5 flex gap-2.5">
          <Button look="line" onClick={onClose} disabled={isBusy}>
            Back
          </Button>
          <Button
            look={look}
            disabled={!isReady}
            busy={isBusy}
            busyText="Processing..."
            onClick={() => void send()}
            className="flex-1"
          >
            {isReady ? decision.name(ids.length) : 'Give a reason first'}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
