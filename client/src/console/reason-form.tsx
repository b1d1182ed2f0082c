import type { ReactNode } from 'react';
import { reasonError } from './draft.ts';
import { FormDialog } from './form-dialog.tsx';
import { TextAreaInput } from './inputs.tsx';

const validate = ({ reason }: { reason: string }) => {
  const error = reasonError(reason);
  return error ? { reason: error } : {};
};

interface ReasonFormProps {
  title: string;
  actionName: string;
  /** Resolves with the text of the notice. */
  onSubmit: (reason: string) => Promise<string>;
  onClose: () => void;
  children: ReactNode;
}

/** Requests a reason before an action that cannot be undone. The audit log records it. */
export function ReasonForm({ title, actionName, onSubmit, onClose, children }: ReasonFormProps) {
  return (
    <FormDialog
      title={title}
      onClose={onClose}
      defaultValues={{ reason: '' }}
      validate={validate}
      submitName={actionName}
      submitLook="danger"
      onSubmit={({ reason }) => onSubmit(reason.trim())}
    >
      <div className="text-sm text-ink-2">{children}</div>
      <TextAreaInput source="reason" label="Reason" required maxLength={500} />
    </FormDialog>
  );
}
