import { isolate } from '@copup/shared/isolate.ts';
import type { BankRecord, LineProposal, StatementLine } from '@copup/shared/reconciliation.ts';
import { type ReactNode, useState } from 'react';
import { CommandDialog } from '../../../console/command-dialog.tsx';
import { DialogButton } from '../../../console/dialog-button.tsx';
import { ConsequenceList } from '../../../console/items/consequence-list.tsx';
import { useConsequences } from '../../../console/items/use-consequences.ts';
import { showDay } from '../../../console/local-time.ts';
import { NotLoaded } from '../../../console/not-loaded.tsx';
import { isPending, waitsText } from '../../../console/pending.ts';
import { callOnce } from '../../../lib/calls.ts';
import { Field, Select } from '../../../ui/field.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { confirmName, lineTitle, recordTitle, showMoney } from './bank-words.ts';
import { useRecords } from './use-reconciliation.ts';

const command = 'POST /admin/statement-lines/:id/confirm';

interface ProposalProps {
  line: StatementLine;
  proposal: LineProposal;
}

/** W20: confirms that a line is of a record. Of an open record that is its decision, which states what it does first. */
export const ConfirmProposal = ({ line, proposal }: ProposalProps) => (
  <DialogButton
    asks={`confirm-${line.id}`}
    command={command}
    look="ink"
    size="sm"
    data-main=""
    aria-label={`${confirmName(proposal.record)}: ${recordTitle(proposal.record)}…`}
    dialog={(onClose) => (
      <ConfirmForm
        {...{ line, onClose }}
        record={proposal.record}
        reason={proposal.reason}
        needsReference={proposal.needs_reference}
      />
    )}
  >
    {confirmName(proposal.record)}…
  </DialogButton>
);

/** W20: an ambiguous line is never proposed: the operator chooses among the records with its amount. */
export const MatchLine = ({ line }: { line: StatementLine }) => (
  <DialogButton
    asks={`match-${line.id}`}
    command={command}
    size="sm"
    aria-label={`Match ${lineTitle(line)}…`}
    dialog={(onClose) => <MatchForm {...{ line, onClose }} />}
  >
    Match…
  </DialogButton>
);

const MOST = 500;

function MatchForm({ line, onClose }: { line: StatementLine; onClose: () => void }) {
  const query = useRecords('', MOST);
  const [chosen, choose] = useState('');
  const fitting = query.data?.items.filter(({ amount }) => amount === line.amount && line.currency === 'NGN');
  const keyOf = ({ kind, id }: BankRecord) => `${kind} ${id}`;
  const record = fitting?.find((each) => keyOf(each) === chosen) ?? fitting?.[0];
  if (!fitting || !record)
    return (
      <Modal title={`Match ${lineTitle(line)}`} onClose={onClose}>
        {fitting ? (
          <p>No record without a line has this amount. A payment that waits is approved in its queue.</p>
        ) : (
          <NotLoaded query={query} failed="The records could not be read." count={2} className="h-11" />
        )}
      </Modal>
    );
  return (
    <ConfirmForm {...{ line, record, onClose }} reason="" needsReference={false}>
      <Select
        label="Record"
        value={keyOf(record)}
        options={fitting.map((each) => [keyOf(each), `${recordTitle(each)}, ${showDay(each.day)}`] as const)}
        onChange={choose}
      />
    </ConfirmForm>
  );
}

interface ConfirmFormProps {
  line: StatementLine;
  record: BankRecord;
  reason: string;
  needsReference: boolean;
  onClose: () => void;
  children?: ReactNode;
}

function ConfirmForm({ line, record, reason, needsReference, onClose, children }: ConfirmFormProps) {
  const { kind, id } = record;
  const [typed, setTyped] = useState('');
  const reference = typed.trim();
  const isReady = !needsReference || reference !== '';
  const title = recordTitle(record);
  return (
    <CommandDialog
      title={title}
      actionName={isReady ? confirmName(record) : 'Enter the reference first'}
      isReady={isReady}
      // With the record that is shown: the server refuses one of another amount, or one that is explained.
      send={() =>
        callOnce(`confirm-line:${line.id}`, command, {
          params: { id: line.id },
          body: { kind, record_id: id, ...(needsReference && { bank_reference: reference }) },
        })
      }
      done={(reply) => (isPending(reply) ? waitsText(title) : `${title}: confirmed`)}
      onClose={onClose}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
        <p className="wrap-anywhere">
          The bank has {showMoney(line.amount, line.currency)}, “{isolate(line.narration)}”. {reason}
        </p>
        {children}
        {record.state === 'done' ? <p>It has taken place: nothing is decided by this.</p> : null}
        {record.state === 'open' && kind === 'payment' ? <Consequences id={id} /> : null}
        {needsReference ? (
          <Field
            label="Bank reference"
            hint="The line has none of its own: as on your bank statement"
            autoComplete="off"
            maxLength={100}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        ) : null}
      </div>
    </CommandDialog>
  );
}

const Consequences = ({ id }: { id: number }) => (
  <ConsequenceList consequences={useConsequences('payment.approve', id)} />
);
