import type { ApprovalPending } from '@copup/shared/admin.ts';
import { liveSubjects, type SubjectKindName } from '@copup/shared/live-subjects.ts';
import { recordPath } from '@copup/shared/record-paths.ts';
import type { RaRecord } from 'ra-core';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { messageOf } from '../../lib/api-error.ts';
import { postIntent } from '../../lib/intents.ts';
import { serverNow } from '../../realtime/index.ts';
import type { ChipLook } from '../../ui/chip.tsx';
import { capitalized } from '../capitalized.ts';
import { putPicture } from '../data-provider.ts';
import { reasonError } from '../draft.ts';
import { FormDialog } from '../form-dialog.tsx';
import { TextAreaInput } from '../inputs.tsx';
import { fromLocalInput } from '../local-time.ts';
import { isPending, waitsText } from '../pending.ts';
import { PictureInput } from '../picture-input.tsx';
import { CopyText } from '../record-form.tsx';
import { useSavedRecord } from '../use-saved-record.ts';
import { ConsequenceList } from './consequence-list.tsx';
import type { SubjectDraft } from './subject-draft.ts';
import { useConsequences, withGuard } from './use-consequences.ts';

type Texts = { image: File | null };
export type SubjectRecord = RaRecord & { id: number; realm: number; status: string };

/** What the console knows of a kind of live subjects, and what their form has. */
export interface SubjectFormKind<Subject extends SubjectRecord> {
  noun: SubjectKindName;
  nameOf: (subject: Subject) => string;
  looks: Readonly<Record<Subject['status'], ChipLook>>;
  draft: SubjectDraft<Subject, Texts>;
  /** Whether a subject can be edited, cancelled and reopened. */
  isOpen: (subject: Subject) => boolean;
  /** Why only the texts can change. */
  fixedText: (subject: Subject) => string;
  pictureOf: (subject: Subject | undefined) => Omit<ComponentProps<typeof PictureInput>, 'source'>;
  /** The inputs of what can always change. */
  texts: ReactNode;
  terms: (isNew: boolean) => ReactNode;
}

interface InputsProps<Subject extends SubjectRecord> {
  form: SubjectFormKind<Subject>;
  record: Subject | undefined;
  copyOf?: Subject | undefined;
  hasTerms: boolean;
}

function Inputs<Subject extends SubjectRecord>({ form, record, copyOf, hasTerms }: InputsProps<Subject>) {
  return (
    <>
      {form.texts}
      {hasTerms ? form.terms(record === undefined) : null}
      <PictureInput source="image" {...form.pictureOf(record ?? copyOf)} />
    </>
  );
}

interface SubjectFormProps<Subject extends SubjectRecord> {
  form: SubjectFormKind<Subject>;
  record?: Subject;
  /** The subject that a new one is a copy of. */
  copyOf?: Subject;
  onClose: () => void;
}

const hourMs = 3_600_000;

/** Creates or edits a subject; the picture is uploaded after the subject was saved. */
export function SubjectForm<Subject extends SubjectRecord>(props: SubjectFormProps<Subject>) {
  const { form, record: given, copyOf, onClose } = props;
  const { noun, draft, fixedText } = form;
  const copied = form.pictureOf(copyOf).current;
  const { record, save } = useSavedRecord<Subject>(liveSubjects[noun].plural, noun, given, { copied });
  const [defaultValues] = useState(() => {
    const firstMs = serverNow() + hourMs;
    return copyOf ? draft.toCopy(copyOf, firstMs) : draft.toFields(given, firstMs);
  });
  const isFixed = record !== undefined && !draft.hasOpenTerms(record);
  return (
    <FormDialog<Texts>
      title={record ? `Edit ${noun} ${record.id}` : `New ${noun}`}
      onClose={onClose}
      defaultValues={defaultValues}
      validate={(entered) => draft.errorsOfFields(entered, isFixed)}
      onSubmit={(entered) => {
        const body = (saved: Subject | undefined) =>
          saved
            ? draft.readEdit(entered, saved)
            : { ...draft.readDraft(entered), ...(copyOf && { realm: copyOf.realm }) };
        return save(body, entered.image);
      }}
      submitName={record ? 'Save' : `Create ${noun}`}
    >
      {copyOf && !record ? <CopyText noun={noun} id={copyOf.id} /> : null}
      {isFixed ? <p className="text-sm text-ink-2">{fixedText(record)}</p> : null}
      <Inputs form={form} record={record} copyOf={copyOf} hasTerms={!isFixed} />
    </FormDialog>
  );
}

/** Cancels a subject and opens a copy with the corrections of this form, in one action (A14). */
export function ReopenForm<Subject extends SubjectRecord>(
  props: Required<Omit<SubjectFormProps<Subject>, 'copyOf'>>,
) {
  const { form, record, onClose } = props;
  const { noun, draft } = form;
  const { id, realm } = record;
  const resource = liveSubjects[noun].plural;
  const consequences = useConsequences(`${noun}.cancel`, id);
  const navigate = useNavigate();
  const [fields] = useState(() => ({ ...withoutPast(draft.toFields(record, 0)), reason: '' }));
  const reopen = async ({ reason, ...entered }: typeof fields): Promise<string> => {
    const body = { reason: reason.trim(), copy: { ...draft.readDraft(entered), realm } };
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
    const problem = entered.image ? await sendPicture(resource, copy.id, entered.image) : '';
    void navigate(recordPath(noun, String(copy.id)) ?? '');
    return `${capitalized(noun)} reopened as ${copy.id}${problem}`;
  };
  return (
    <FormDialog
      title={`Cancel and reopen ${noun} ${id}`}
      onClose={onClose}
      defaultValues={fields}
      validate={({ reason, ...entered }) => {
        const error = reasonError(reason);
        return { ...draft.errorsOfFields(entered, false), ...(error && { reason: error }) };
      }}
      submitName="Cancel and reopen"
      submitLook="danger"
      onSubmit={reopen}
    >
      <div className="text-sm text-ink-2">
        <ConsequenceList consequences={consequences} />
        <p className="mt-3">The copy opens with these values. The notice of the refund links to it.</p>
      </div>
      <Inputs form={form} record={record} hasTerms />
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
function withoutPast(fields: Texts): Texts {
  const isPast = (name: string, value: unknown) =>
    (name === 'opens_at' || name === 'starts_at') &&
    typeof value === 'string' &&
    Date.parse(fromLocalInput(value) ?? '') <= serverNow();
  const kept = Object.entries(fields).map(([name, value]) => [name, isPast(name, value) ? '' : value]);
  return Object.fromEntries(kept) as Texts;
}
