import type { ApprovalPending } from '@copup/shared/admin.ts';
import { liveSubjects, type SubjectKindName } from '@copup/shared/live-subjects.ts';
import { recordPath } from '@copup/shared/record-paths.ts';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { messageOf } from '../../lib/api-error.ts';
import { postIntent } from '../../lib/intents.ts';
import { serverNow } from '../../realtime/index.ts';
import { capitalized } from '../capitalized.ts';
import { putPicture } from '../data-provider.ts';
import { FormDialog } from '../form-dialog.tsx';
import { TextAreaInput } from '../inputs.tsx';
import { fromLocalInput } from '../local-time.ts';
import { isPending, waitsText } from '../pending.ts';
import { reasonError } from '../reason-form.tsx';
import { ConsequenceList } from './consequence-list.tsx';
import { useConsequences, withGuard } from './use-consequences.ts';

interface ReopenFormProps<Fields extends { image: File | null }> {
  noun: SubjectKindName;
  record: { id: number; realm: number };
  /** Of the subject to cancel. */
  fields: Fields;
  errorsOf: (fields: Fields) => Partial<Record<keyof Fields, string>>;
  readDraft: (fields: Fields) => object;
  onClose: () => void;
  children: ReactNode;
}

/** Cancels a subject and opens a copy with the corrections of this form, in one action (A14). */
export function ReopenForm<Fields extends { image: File | null }>({
  noun,
  record: { id, realm },
  fields,
  errorsOf,
  readDraft,
  onClose,
  children,
}: ReopenFormProps<Fields>) {
  const resource = liveSubjects[noun].plural;
  const consequences = useConsequences(`${noun}.cancel`, id);
  const navigate = useNavigate();
  const reopen = async (values: Fields & { reason: string }): Promise<string> => {
    const body = { reason: values.reason.trim(), copy: { ...readDraft(values), realm } };
    const path = `/admin/${resource}/${id}/reopen`;
    const send = withGuard(consequences.data?.guard);
    let copy: { id: number } | ApprovalPending;
    try {
      copy = await postIntent(`reopen:${resource}:${id}`, path, body, { send });
    } catch (error) {
      consequences.takeChanges(error);
      throw error;
    }
    onClose();
    if (isPending(copy)) return waitsText(`The copy of ${noun} ${id}`);
    const problem = values.image ? await sendPicture(resource, copy.id, values.image) : '';
    void navigate(recordPath(noun, String(copy.id)) ?? '');
    return `${capitalized(noun)} reopened as ${copy.id}${problem}`;
  };
  return (
    <FormDialog
      title={`Cancel and reopen ${noun} ${id}`}
      onClose={onClose}
      defaultValues={{ ...withoutPast(fields), reason: '' }}
      validate={(values) => {
        const error = reasonError(values.reason);
        const errors: object = { ...errorsOf(values), ...(error && { reason: error }) };
        return errors as Partial<Record<keyof Fields | 'reason', string>>;
      }}
      submitName="Cancel and reopen"
      submitLook="danger"
      onSubmit={reopen}
    >
      <div className="text-sm text-ink-2">
        <ConsequenceList consequences={consequences} />
        <p className="mt-3">The copy opens with these values. The notice of the refund links to it.</p>
      </div>
      {children}
      <TextAreaInput source="reason" label="Reason" required maxLength={500} />
    </FormDialog>
  );
}

/** Returns what to add to the notice. The copy is open even without the new picture. */
async function sendPicture(resource: string, id: number, image: File): Promise<string> {
  try {
    await putPicture(resource, id, image);
    return '';
  } catch (error) {
    return `, but its picture could not be changed. ${messageOf(error, '')}`;
  }
}

/** Empties the starts that have passed: the copy opens now, or needs a new one. */
function withoutPast<Fields extends object>(fields: Fields): Fields {
  const isPast = (name: string, value: unknown) =>
    (name === 'opens_at' || name === 'starts_at') &&
    typeof value === 'string' &&
    Date.parse(fromLocalInput(value) ?? '') <= serverNow();
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, isPast(name, value) ? '' : value]),
  ) as Fields;
}
