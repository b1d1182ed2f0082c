import { type RecordField, type RecordName, recordKind } from '@copup/shared/records.ts';
import type { RaRecord } from 'ra-core';
import { type ComponentProps, createContext, type ReactNode, useContext, useState } from 'react';
import { changedFields } from './draft.ts';
import { FormDialog } from './form-dialog.tsx';
import { MomentInput, NumberInput, SelectInput, TextAreaInput, TextInput } from './inputs.tsx';
import { PictureInput } from './picture-input.tsx';
import { errorOfPicture } from './picture-rules.ts';
import { errorsOfTexts, type RecordTexts, readTexts, toCopy, toTexts } from './record-fields.ts';
import { useSavedRecord } from './use-saved-record.ts';

export interface RecordFormProps<Row> {
  name: RecordName;
  /** The record that it edits; undefined to create one. */
  record: Row | undefined;
  /** The record that a new one is a copy of. */
  copyOf?: Row | undefined;
  onClose: () => void;
  /** Of the form that edits. */
  title: string;
  /** What a new record has at first. */
  initial?: RecordTexts | undefined;
  /** Errors that depend on several fields. */
  errorsOf?: ((texts: RecordTexts) => Partial<RecordTexts>) | undefined;
  /** What waits for a second operator, instead of “The {noun}”. */
  waiting?: ((texts: RecordTexts) => string) | undefined;
  /** What the picture shows, and the category of the drawing in its place. */
  picture?: { name: string; category: string } | undefined;
  preview?: ((record: Row | undefined) => ReactNode) | undefined;
  children: ReactNode;
}

const Inputs = createContext<{ name: RecordName; isNew: boolean }>({ name: 'bank', isNew: true });

/** Creates a record, or edits one by the fields that were changed, so that those of another operator remain. */
export function RecordForm<Row extends RaRecord & { id: number; image?: string; realm?: number }>({
  name,
  record: given,
  copyOf,
  title,
  onClose,
  initial,
  errorsOf,
  waiting,
  picture,
  preview,
  children,
}: RecordFormProps<Row>) {
  const kind = recordKind(name);
  const { noun, plural, created = 'created', hasRealm, hasPicture } = kind;
  const { record, save } = useSavedRecord<Row>(plural, noun, given, {
    created,
    copied: hasPicture ? copyOf?.image : '',
  });
  const [texts] = useState(() => (copyOf ? toCopy(kind, copyOf) : toTexts(kind, given ?? initial)));
  const realm = copyOf && hasRealm ? { realm: copyOf.realm } : {};
  const submit = ({ image, ...entered }: RecordTexts & { image: File | null }): Promise<string> => {
    const draft = readTexts(kind, entered);
    const changes = (saved: Row | undefined) =>
      saved ? changedFields(draft, readTexts(kind, toTexts(kind, saved))) : { ...draft, ...realm };
    return save(changes, image, waiting?.(entered));
  };
  return (
    <FormDialog<RecordTexts & { image: File | null }>
      title={given ? title : `New ${noun}`}
      onClose={onClose}
      defaultValues={{ ...texts, image: null } as RecordTexts & { image: null }}
      validate={({ image, ...entered }) => {
        const error = errorOfPicture(image);
        return { ...errorsOf?.(entered), ...errorsOfTexts(kind, entered), ...(error && { image: error }) };
      }}
      submitName={given ? 'Save' : `${created === 'added' ? 'Add' : 'Create'} ${noun}`}
      onSubmit={submit}
      preview={preview?.(record ?? copyOf)}
    >
      {copyOf ? <CopyText noun={noun} id={copyOf.id} /> : null}
      <Inputs value={{ name, isNew: given === undefined }}>{children}</Inputs>
      {picture ? (
        <PictureInput source="image" current={(record ?? copyOf)?.image ?? ''} {...picture} />
      ) : null}
    </FormDialog>
  );
}

export const CopyText = ({ noun, id }: { noun: string; id: number }) => (
  <p className="text-sm text-ink-2">
    A copy of {noun} {id}. It is created when you save it.
  </p>
);

interface InputProps extends Pick<ComponentProps<typeof TextInput>, 'hint' | 'placeholder' | 'inputMode'> {
  source: string;
  label: string;
  /** The names of a choice's two values. */
  yes?: string;
  no?: string;
  /** Of a text of several lines. */
  rows?: number;
}

/** The input of a field, by what is declared of it. A new record alone has an input for a field that cannot change. */
export function RecordInput({ source, label, yes, no, rows, ...rest }: InputProps) {
  const { name, isNew } = useContext(Inputs);
  const { fields, fixed = [] } = recordKind(name);
  const field: RecordField | undefined = fields[source];
  if (!field || (!isNew && fixed.includes(source))) return null;
  const common = { source, label, ...rest };
  const max = 'max' in field ? { maxLength: field.max } : {};
  switch (field.type) {
    case 'flag': {
      const options = [['yes', yes] as const, ['no', no] as const];
      return <SelectInput {...{ source, label }} options={field.initial ? options : options.reverse()} />;
    }
    case 'whole':
      return <NumberInput {...common} required />;
    case 'naira':
      return <NumberInput {...common} required inputMode="decimal" />;
    case 'paragraph':
      return <TextAreaInput source={source} label={label} hint={rest.hint} required rows={rows} {...max} />;
    case 'moment':
      return <MomentInput {...common} required />;
    case 'note':
    case 'user':
      return <TextInput {...common} {...max} aside="optional" />;
    default:
      return (
        <TextInput {...common} {...max} {...(field.type === 'address' && { inputMode: 'url' })} required />
      );
  }
}
