import { DialogButton } from '../../../console/dialog-button.tsx';
import { FormDialog } from '../../../console/form-dialog.tsx';
import { SelectInput, TextAreaInput } from '../../../console/inputs.tsx';
import type { Command } from '../../../console/may-change.tsx';

interface ExplainProps<Reason extends string> {
  /** The name of the dialog in the address. */
  asks: string;
  command: Command;
  /** What is explained. */
  name: string;
  reasons: Readonly<Record<Reason, string>>;
  send: (body: { reason: Reason; note: string }) => Promise<unknown>;
}

/** W20: explains a line without a record, or a record without a line. */
export function Explain<Reason extends string>({ asks, command, name, reasons, send }: ExplainProps<Reason>) {
  return (
    <DialogButton
      {...{ asks, command }}
      size="sm"
      data-explain=""
      aria-label={`Explain ${name}…`}
      dialog={(onClose) => (
        <FormDialog
          title={`Explain ${name}`}
          onClose={onClose}
          defaultValues={{ reason: Object.keys(reasons)[0] as Reason, note: '' }}
          validate={({ note }) =>
            note.trim().length < 3 ? { note: 'Enter a note of at least 3 characters.' } : {}
          }
          submitName="Explain"
          onSubmit={async ({ reason, note }) => {
            await send({ reason, note: note.trim() });
            return `${name} is explained`;
          }}
        >
          <SelectInput source="reason" label="Reason" options={Object.entries<string>(reasons)} />
          <TextAreaInput source="note" label="Note for the accountant" rows={2} required maxLength={200} />
        </FormDialog>
      )}
    >
      Explain…
    </DialogButton>
  );
}
