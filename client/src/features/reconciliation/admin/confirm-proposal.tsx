import { isolate } from '@copup/shared/isolate.ts';
import type { LineProposal, StatementLine } from '@copup/shared/reconciliation.ts';
import { useState } from 'react';
import { CommandDialog } from '../../../console/command-dialog.tsx';
import { DialogButton } from '../../../console/dialog-button.tsx';
import { ConsequenceList } from '../../../console/items/consequence-list.tsx';
import { useConsequences } from '../../../console/items/use-consequences.ts';
import { isPending, waitsText } from '../../../console/pending.ts';
import { callOnce } from '../../../lib/calls.ts';
import { Field } from '../../../ui/field.tsx';
import { confirmName, recordTitle, showMoney } from './bank-words.ts';

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
    dialog={(onClose) => <ConfirmForm {...{ line, proposal, onClose }} />}
  >
    {confirmName(proposal.record)}…
  </DialogButton>
);

function ConfirmForm({ line, proposal, onClose }: ProposalProps & { onClose: () => void }) {
  const { record, reason, needs_reference: needsReference } = proposal;
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
      // With the record that is shown, which the server compares with its own proposal.
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
