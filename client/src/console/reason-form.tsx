import type { ReactNode } from 'react';
import { FormDialog } from './form-dialog.tsx';
import { TextAreaInput } from './inputs.tsx';

export const reasonFault = (reason: string): string | undefined =>
  reason.trim() === '' ? 'Say why: it goes into the audit log' : undefined;

const validate = ({ reason }: { reason: string }) => {
  const fault = reasonFault(reason);
  return fault ? { reason: fault } : {};
};

interface ReasonFormProps {
  title: string;
  actionName: string;
  /** Resolves with what is told of it. */
  onSubmit: (reason: string) => Promise<string>;
  onClose: () => void;
  children: ReactNode;
}

/** Asks why, before something that cannot be taken back. The reason goes into the audit log. */
export function ReasonForm({ title, actionName, onSubmit, onClose, children }: ReasonFormProps) {
  return (
    <FormDialog
      title={title}
      onClose={onClose}
      defaultValues={{ reason: '' }}
      validate={validate}
      submitName={actionName}
      submitLook="danger"
      onSubmit={async ({ reason }) => {
        const told = await onSubmit(reason.trim());
        onClose();
        return told;
      }}
    >
      <div className="text-sm text-ink-2">{children}</div>
      <TextAreaInput source="reason" label="Reason" required maxLength={500} />
    </FormDialog>
  );
}
