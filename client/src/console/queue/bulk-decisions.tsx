import { formatNumber } from '@copup/shared/coins.ts';
import { useMutation } from '@tanstack/react-query';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import { request } from '../../lib/api.ts';
import { postIntent } from '../../lib/intents.ts';
import { saveFile } from '../../lib/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Note } from '../../ui/note.tsx';
import { wordsOf } from '../form-errors.ts';
import { CommandButton } from '../may-change.tsx';
import { type BulkReply, bulkSummary, type Named } from './bulk-summary.ts';
import { type BulkDecision, type BulkKind, doneWord, lookOf, titleOf } from './decision.ts';
import { EntryFields, useEntry } from './entry-fields.tsx';
import type { Selection } from './use-selection.ts';

interface BulkDecisionsProps<Item extends Named> {
  kind: { resource: string; noun: string };
  items: readonly Item[];
  selection: Selection<Item>;
  bulk: Pick<BulkKind, 'decisions' | 'file'>;
  /** The name of the box that selects all. */
  all?: string;
  onDone: () => void;
}

/** Selects the items of a list, and decides them at once. */
export function BulkDecisions<Item extends Named>(props: BulkDecisionsProps<Item>) {
  const { kind, items, selection, bulk, all = 'Select all on this page', onDone } = props;
  const [open, setOpen] = useState<BulkDecision | null>(null);
  const [summary, setSummary] = useState<ReturnType<typeof bulkSummary> | null>(null);
  const { length } = selection.items;
  const finish = (decision: BulkDecision) => (reply: BulkReply) => {
    setOpen(null);
    setSummary(bulkSummary((count) => doneText(kind.noun, decision, count), reply, items));
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
          {all}
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
          {bulk.file ? <FileButton {...{ kind, selection }} file={bulk.file} /> : null}
          {bulk.decisions.map((each) => (
            <CommandButton
              key={each.action}
              command={`POST /admin/${kind.resource}/${each.action}`}
              look={lookOf(each)}
              size="sm"
              onClick={() => setOpen(each)}
            >
              {nameOf(each, length)}
            </CommandButton>
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

interface FileButtonProps<Item extends Named> extends Pick<BulkDecisionsProps<Item>, 'kind' | 'selection'> {
  file: NonNullable<BulkKind['file']>;
}

/** Downloads a file of the selected items. */
function FileButton<Item extends Named>({ kind, selection, file }: FileButtonProps<Item>) {
  const notify = useNotify();
  const path = `/admin/${kind.resource}/${file.action}` as const;
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      request<string>(path, {
        method: 'POST',
        body: { ids: selection.items.map(({ id }) => id) },
        isText: true,
      }),
    onSuccess: (text) => {
      saveFile(new Blob([text]), file.filename);
      notify(`${file.filename} is saved. The download is in the audit log.`, { type: 'success' });
    },
    onError: (error) => notify(wordsOf(error), { type: 'error' }),
  });
  return (
    <CommandButton command={`POST ${path}`} size="sm" busy={isPending} onClick={() => mutate()}>
      {file.name}
    </CommandButton>
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
  `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'} ${doneWord(decision).replace(/^is /, '')}`;

/** "Approve 3". */
const nameOf = (decision: BulkDecision, count: number): string =>
  decision.button?.(formatNumber(count)) ?? `${titleOf(decision)} ${formatNumber(count)}`;

interface BulkDialogProps {
  resource: string;
  ids: readonly number[];
  decision: BulkDecision;
  onClose: () => void;
  onDone: (reply: BulkReply) => void;
}

function BulkDialog({ resource, ids, decision, onClose, onDone }: BulkDialogProps) {
  const { action } = decision;
  const name = nameOf(decision, ids.length);
  const entry = useEntry(decision);
  const sending = useMutation({
    mutationFn: () =>
      decision.send?.(ids) ??
      postIntent<BulkReply>(`${resource}:${action}`, `/admin/${resource}/${action}`, { ids, ...entry.body }),
    onSuccess: onDone,
  });
  return (
    <ConfirmDialog
      title={`${name}?`}
      actionName={
        entry.isReady ? name : `Give a ${decision.needs === 'reason' ? 'reason' : 'reference'} first`
      }
      look={lookOf(decision)}
      isReady={entry.isReady}
      isBusy={sending.isPending}
      error={sending.error ? wordsOf(sending.error) : undefined}
      onConfirm={() => sending.mutate()}
      onClose={onClose}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
        <p>{decision.consequence(ids.length)}</p>
        <EntryFields decision={decision} entry={entry} />
      </div>
    </ConfirmDialog>
  );
}
