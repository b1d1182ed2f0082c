import { liveSubjects } from '@copup/shared/live-subjects.ts';
import { postIntent } from '../../lib/intents.ts';
import { FormDialog } from '../form-dialog.tsx';
import { TextAreaInput, TextInput } from '../inputs.tsx';
import { fromLocalInput, toLocalInput } from '../local-time.ts';
import { reasonError } from '../reason-form.tsx';
import { showLagos } from './lagos-time.ts';
import type { SubjectProps } from './subject-actions.tsx';

/** Moves the end of one subject later (A14). Refused when it is no longer the end that is shown. */
export function ExtendDialog({ noun, id, name, endDate, onClose }: SubjectProps & { onClose: () => void }) {
  const extend = async ({ end_date, reason }: { end_date: string; reason: string }) => {
    const body = { end_date: fromLocalInput(end_date), seen_end_date: endDate, reason: reason.trim() };
    const { plural } = liveSubjects[noun];
    await postIntent(`extend:${plural}:${id}`, `/admin/${plural}/${id}/extend`, body);
    onClose();
    return 'End moved';
  };
  return (
    <FormDialog
      title={`Move the end of ${name}`}
      onClose={onClose}
      defaultValues={{ end_date: toLocalInput(endDate), reason: '' }}
      validate={({ end_date, reason }) => {
        const end = fromLocalInput(end_date);
        const error = reasonError(reason);
        return {
          ...(!(end && end > endDate) && { end_date: 'Enter a later end than now.' }),
          ...(error && { reason: error }),
        };
      }}
      submitName="Move the end"
      onSubmit={extend}
    >
      <p className="text-sm text-ink-2">
        It ends {showLagos(endDate, 0)} now. Everyone who entered gets a notice with your reason.
      </p>
      <TextInput source="end_date" label="Ends at" type="datetime-local" step={1} required />
      <TextAreaInput source="reason" label="Reason" required maxLength={500} />
    </FormDialog>
  );
}
